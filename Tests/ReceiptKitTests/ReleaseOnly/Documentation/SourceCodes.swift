import Foundation
import Testing

/// The codes of errors as the source has them: no value knows all of them.
enum SourceCodes {
    static func verification() throws -> [String] { try codes("ReceiptKit/Verifier/VerificationError+Codes.swift") }

    static func format() throws -> [String] {
        let text = try Pages.text(Pages.root.appendingPathComponent("Sources/ReceiptFields/Errors/Limits.swift"))
        let limits = try #require(text.components(separatedBy: "enum Limit:").last)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("case ") && !$0.contains(":") }
            // A case whose name is not its code has the code as its raw value.
            .map { "limit." + ($0.split(separator: "\"").dropFirst().first ?? $0.dropFirst(5)) }
        #expect(limits.count == 14)
        let codes =
            try codes("ReceiptFields/Errors/FormatError+Codes.swift") + codes("ReceiptFields/Errors/JWSFault.swift")
        return codes.filter { !$0.hasPrefix("limit.") } + limits
    }

    /// All of them, those of the command line and of the server too.
    static func all() throws -> Set<String> { try found.get() }

    private static let found = Result {
        var all = try Set(verification() + format())
        for file in [
            "ReceiptKit/Ledger/LedgerError.swift", "ReceiptKit/Policy/ReceiptPolicy+InvalidPolicy.swift",
            "receipt/Batch/LineError.swift", "../Bindings/C/Interface/CallError.swift",
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
        let lines = text.components(separatedBy: "\nextension ").filter { $0.contains("code: String") }.joined()
            .split(separator: "\n")
        return lines.compactMap { line in
            guard let range = line.range(of: #""[a-zA-Z]+\.[a-zA-Z0-9]+""#, options: .regularExpression) else {
                return nil
            }
            return String(line[range].dropFirst().dropLast())
        }
    }
}

extension SourceCodes {
    /// An enumeration of errors whose cases have codes.
    struct Enum: CustomStringConvertible {
        /// The line that declares it.
        let description: String
        let file: String
        /// The file with its codes, if that is another.
        var codeFile: String?
        /// How many cases it has at least.
        let count: Int

        private func text(_ file: String) throws -> String {
            try Pages.text(Pages.root.appendingPathComponent("Sources/\(file)"))
        }

        /// The codes of each case, none where another error has the code.
        func codes() throws -> [String: [String]] {
            let text = try text(codeFile ?? file)
            var codes: [String: [String]] = [:]
            let arguments = #"(?:\((?:[^()]|\([^()]*\))*\))?"#
            let value = #"(?:"([a-zA-Z]+\.[a-zA-Z0-9]+)"|error\.code)"#
            let pattern = try Regex<(Substring, Substring, Substring?)>(
                #"case \.(\w+)"# + arguments + #":\s*\(?\s*"# + value)
            for match in text.matches(of: pattern) {
                let name = String(match.1)
                let found = match.2.map { [String($0)] } ?? []
                codes[name] = codes[name].map { $0 + found.filter { !codes[name, default: []].contains($0) } } ?? found
            }
            return codes
        }

        /// The documentation comment of each case.
        func comments() throws -> [String: String] {
            let declaration = try #require(text(file).components(separatedBy: description).dropFirst().first)
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
            description: "enum VerificationError:", file: "ReceiptKit/Verifier/VerificationError.swift",
            codeFile: "ReceiptKit/Verifier/VerificationError+Codes.swift", count: 46),
        Enum(description: "enum LedgerError:", file: "ReceiptKit/Ledger/LedgerError.swift", count: 4),
        Enum(
            description: "enum InvalidPolicy:", file: "ReceiptKit/Policy/ReceiptPolicy+InvalidPolicy.swift",
            count: 6),
        Enum(description: "enum LineError:", file: "receipt/Batch/LineError.swift", count: 12),
    ]
}
