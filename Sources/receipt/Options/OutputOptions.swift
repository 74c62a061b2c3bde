import ArgumentParser

struct OutputOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    @Option(help: "How to write: for people, or one JSON object a line for each file. text unless given.")
    var format: Format?

    func write(_ report: some Report) throws {
        switch format ?? .text {
        case .text: try StandardOutput.write(report.text(Style.standardOutput))
        case .json: try StandardOutput.write(report.json.text)
        }
    }
}

/// What a command says of one file, in both formats.
protocol Report {
    var outcome: Outcome { get }
    var json: JSONText { get }
    func text(_ style: Style) -> String
}
