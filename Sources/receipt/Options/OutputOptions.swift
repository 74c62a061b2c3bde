import ArgumentParser

struct OutputOptions: ParsableArguments {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
        case verifyReceipt = "verify-receipt"
    }

    @Option(help: "How to write: for people, or one JSON object a line for each file (default text).")
    var format: Format?

    func write(_ report: some Report) throws {
        switch format ?? .text {
        case .text: try report.writeText(Style.standardOutput) { piece in try StandardOutput.write(Array(piece.utf8)) }
        case .json: try report.writeJSON { piece in try StandardOutput.write(piece) }
        case .verifyReceipt: throw ValidationError("--format verify-receipt is for files that verify reads.")
        }
        try StandardOutput.write("")
    }
}

/// What a command says of one file, in both formats.
protocol Report {
    var outcome: Outcome { get }

    /// Hands out one JSON object, in as many pieces as it likes.
    func writeJSON(_ write: ([UInt8]) throws -> Void) throws
    /// The same for a text for people.
    func writeText(_ style: Style, _ write: (String) throws -> Void) throws
}
