package import Foundation
import JSONSupport
import Testing

/// A line of `Fixtures/answers.tsv`: the question, and the file with the answer. Names begin with the verdict, with
/// `ledger` or with `inspect`, according to the kind of JSON.
package struct GoldenAnswer: Sendable, CustomTestStringConvertible {
    package let name: String
    /// A file of `Fixtures`, or the contents after `text:`.
    package let input: String
    package let bundleIdentifier: String
    package let options: [String]

    package var testDescription: String { name }

    /// The time of verification of all answers.
    package static let time = "2024-06-01T00:00:00Z"
    package static let roots = ["root.cer", "jws-root.cer"]

    package static let all: [GoldenAnswer] = {
        do {
            return String(decoding: try Fixtures.file("answers.tsv"), as: UTF8.self).split(separator: "\n").map {
                line in
                let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                return GoldenAnswer(
                    name: fields[0], input: fields[1], bundleIdentifier: fields[2],
                    options: fields[3].split(separator: " ").map(String.init))
            }
        } catch {
            print("The golden answers cannot be read: \(error)")
            return []
        }
    }()

    package static func all(_ command: String) -> [GoldenAnswer] { all.filter { $0.name.hasPrefix(command) } }
    /// The answers that are verdicts on one piece of evidence.
    package static let verdicts = all("verified") + all("refused") + all("unreadable")

    package var contents: [UInt8] {
        get throws {
            input.hasPrefix("text:") ? Array(input.dropFirst(5).utf8) : try Fixtures.file(input)
        }
    }

    package var file: URL { Fixtures.folder.appendingPathComponent("answers/\(name).json") }

    /// The answer, without the line break at its end.
    package var text: String {
        get throws { String(try String(contentsOf: file, encoding: .utf8).dropLast()) }
    }

    /// Returns the answer with other members before it, such as `"line":1`.
    package func text(behind members: String) throws -> String { "{" + members + "," + (try text).dropFirst() }
}
