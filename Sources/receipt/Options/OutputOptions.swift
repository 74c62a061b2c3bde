import ArgumentParser

/// The output formats of a command.
protocol OutputFormat: ExpressibleByArgument, CaseIterable, RawRepresentable, Sendable where RawValue == String {
    static var help: ArgumentHelp { get }
}

enum InspectionFormat: String, OutputFormat {
    case text
    case json

    static let help: ArgumentHelp = "The format: text, or one JSON object per line for each file (default text)."
}

enum LedgerFormat: String, OutputFormat {
    case text
    case json
    case csv

    static let help: ArgumentHelp = """
        The format: text, one JSON object per line for each ledger, or one row of CSV for each purchase (default \
        text).
        """
}

enum VerdictFormat: String, OutputFormat {
    case text
    case json
    case csv
    case verifyReceipt = "verify-receipt"

    static let help: ArgumentHelp = """
        The format: text, one JSON object per line or one row of CSV for each file, or verifyReceipt's answers \
        (default text).
        """
}

struct OutputOptions<Format: OutputFormat>: ParsableArguments {
    @Option(help: Format.help)
    var format: Format?

    var isCSV: Bool { format?.rawValue == "csv" }
    var isText: Bool { format.map { $0.rawValue == "text" } ?? true }

    /// Writes the output that comes before all reports.
    func begin(_ table: CSVTable) throws { if isCSV { try StandardOutput.write(table.header) } }

    func write<R: Report>(_ report: R) throws {
        switch format?.rawValue {
        case "csv": return try StandardOutput.write(report.rows.flatMap(R.table.line))
        case "json": try report.writeJSON { piece in try StandardOutput.write(piece) }
        default:
            try report.writeText(Style.standardOutput) { piece in try StandardOutput.write(Array(piece.utf8)) }
        }
        try StandardOutput.write("")
    }
}

extension OutputOptions<LedgerFormat> {
    /// Writes rows of the table that has a row for each purchase.
    func write(_ rows: [CSVRow]) throws { try StandardOutput.write(rows.flatMap(CSVTable.filePurchases.line)) }
}

/// A command's report on one file, in each format.
protocol Report {
    static var table: CSVTable { get }

    var outcome: ExitStatus { get }

    /// Writes one JSON object, in any number of chunks.
    func writeJSON(_ write: ([UInt8]) throws -> Void) throws
    /// Writes text for people, in any number of chunks.
    func writeText(_ style: Style, _ write: (String) throws -> Void) throws
    var rows: [CSVRow] { get }
}
