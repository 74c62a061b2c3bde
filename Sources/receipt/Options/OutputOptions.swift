import ArgumentParser

struct OutputOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    @Option(help: "How to write: for people, or one JSON object a line for each file.")
    var format: Format = .text

    func write(_ report: some Report) {
        switch format {
        case .text: print(report.text(Style.standardOutput))
        case .json: print(report.json.text)
        }
    }
}

/// What a command says of one file, in both formats.
protocol Report {
    var outcome: Outcome { get }
    var json: JSONText { get }
    func text(_ style: Style) -> String
}
