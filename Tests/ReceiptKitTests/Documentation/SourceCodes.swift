import Foundation
import Testing

/// The codes of errors as the source has them: no value knows all of them.
enum SourceCodes {
    static func verification() throws -> [String] { try codes("ReceiptKit/Verification/VerificationError+Code.swift") }

    static func format() throws -> [String] {
        let text = try Pages.text(Pages.root.appendingPathComponent("Sources/ReceiptFields/ReceiptLimits.swift"))
        let limits = try #require(text.components(separatedBy: "enum FormatError.Limit:").last)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("case ") && !$0.contains(":") }
            // A case whose name is not its code has the code as its raw value.
            .map { "limit." + ($0.split(separator: "\"").dropFirst().first ?? $0.dropFirst(5)) }
        #expect(limits.count == 14)
        let codes = try codes("ReceiptFields/Errors/FormatError+Code.swift")
        return codes.filter { !$0.hasPrefix("limit.") } + limits
    }

    /// All of them, those of the command line and of the server too.
    static func all() throws -> Set<String> {
        var all = try Set(verification() + format())
        for file in [
            "ReceiptKit/Ledger/LedgerError.swift", "ReceiptKit/Verification/ReceiptPolicy+InvalidPolicy.swift",
            "receipt/Batch/LineError.swift",
        ] { all.formUnion(try codes(file)) }
        let others = try Pages.sources("Sources/receipt/Input") + Pages.sources("Server/Sources/receipt-server")
        for text in others {
            for match in text.matches(of: /(?:static let code = |code: |problem\()"([a-zA-Z]+\.[a-zA-Z]+)"/) {
                all.insert(String(match.1))
            }
        }
        return all
    }

    /// The first texts in quotation marks of the form of a code, on each line of a file's `code` properties.
    private static func codes(_ file: String) throws -> [String] {
        let text = try Pages.text(Pages.root.appendingPathComponent("Sources/\(file)"))
        let lines = text.components(separatedBy: "extension").filter { $0.contains("code: String") }.joined()
            .split(separator: "\n")
        return lines.compactMap { line in
            guard let range = line.range(of: #""[a-zA-Z]+\.[a-zA-Z0-9]+""#, options: .regularExpression) else {
                return nil
            }
            return String(line[range].dropFirst().dropLast())
        }
    }
}
