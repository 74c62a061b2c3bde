import Foundation
import ReceiptReports
import Testing

/// The error codes in the table, and as they are in the source.
enum SourceCodes {
    static let all = Set(ErrorExplanation.sections.flatMap(\.explanations).map(\.code))

    /// Returns the constant for a code.
    static func constant(_ code: some StringProtocol) -> String {
        let parts = code.split(separator: ".")
        return parts.prefix(1).joined() + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Returns the codes of `receipt-server`, a separate package that
    /// writes them as strings.
    static func server() throws -> Set<String> {
        var codes: Set<String> = []
        for text in try Pages.sources("Server/Sources/receipt-server") {
            for match in text.matches(of: /(?:code: |problem\()"([a-zA-Z]+\.[a-zA-Z]+)"/) {
                codes.insert(String(match.1))
            }
        }
        return codes
    }
}

extension SourceCodes {
    /// An enumeration of errors whose cases have codes.
    struct Enum: CustomStringConvertible {
        /// The line that declares it.
        let description: String
        let file: String
        /// The minimum number of its cases.
        let count: Int

        private func text() throws -> String {
            try Pages.text(Pages.root.appendingPathComponent("Sources/\(file)"))
        }

        /// Returns the code constants of each case, or none if another
        /// error has the code.
        func codes() throws -> [String: [String]] {
            let text = try text()
            var codes: [String: [String]] = [:]
            let arguments = #"(?:\((?:[^()]|\([^()]*\))*\))?"#
            let value = #"(?:\.([a-zA-Z0-9]+),|error\.words)"#
            let pattern = try Regex<(Substring, Substring, Substring?)>(
                #"case \.(\w+)"# + arguments + #":\s*\(?\s*"# + value)
            for match in text.matches(of: pattern) {
                let name = String(match.1)
                let found = match.2.map { [String($0)] } ?? []
                codes[name] = codes[name].map { $0 + found.filter { !codes[name, default: []].contains($0) } } ?? found
            }
            return codes
        }

        /// Returns the documentation comment of each case.
        func comments() throws -> [String: String] {
            let declaration = try #require(text().components(separatedBy: description).dropFirst().first)
            let indentation = try #require(declaration.split(separator: "\n").dropFirst().first).prefix { $0 == " " }
            var comments: [String: String] = [:]
            var comment: [Substring] = []
            for line in declaration.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
                if line == indentation.dropLast(4) + "}" { break }
                guard line.hasPrefix(indentation) else { continue }
                let text = line.dropFirst(indentation.count)
                if text.hasPrefix("///") {
                    comment.append(text.dropFirst("/// ".count))
                } else if let match = text.firstMatch(of: /^(?:indirect )?case (\w+)/) {
                    comments[String(match.1)] = comment.joined(separator: "\n")
                    comment = []
                } else {
                    comment = []
                }
            }
            return comments
        }
    }

    static let enums = [
        Enum(
            description: "enum VerificationError:", file: "ReceiptKit/Errors/VerificationError.swift", count: 46),
        Enum(description: "enum LedgerError:", file: "ReceiptKit/Errors/LedgerError.swift", count: 4),
        Enum(
            description: "enum InvalidPolicy:", file: "ReceiptKit/Policy/ReceiptPolicy+InvalidPolicy.swift",
            count: 6),
        Enum(description: "enum LineError:", file: "receipt/Batch/LineError.swift", count: 12),
    ]
}
