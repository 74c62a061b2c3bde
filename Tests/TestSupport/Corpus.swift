package import Foundation
import Testing

/// Real receipts, which are never in the repository: tests read them from the folder in `RECEIPT_CORPUS`.
package enum Corpus {
    /// The folder, or nil if the variable is not set.
    package static let folder: URL? = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].map {
        URL(fileURLWithPath: $0, isDirectory: true)
    }

    /// True if there is a corpus. If there is none, prints the reason once.
    package static let isAvailable: Bool = {
        if folder == nil { print("skipped: RECEIPT_CORPUS is not set, so no test reads real receipts") }
        return folder != nil
    }()

    /// One receipt, with an independent decoder's result.
    package struct Entry: Sendable, CustomTestStringConvertible {
        package let name: String
        package let bytes: [UInt8]
        package let expected: Expected
        package var testDescription: String { name }
    }

    /// All receipts, by name.
    package static let entries: [Entry] = load()

    private static func load() -> [Entry] {
        guard isAvailable, let folder else { return [] }
        do {
            let receipts = folder.appendingPathComponent("receipts")
            let names = try FileManager.default.contentsOfDirectory(atPath: receipts.path).sorted()
            return try names.map { file in
                let name = String(file.dropLast(".receipt".count))
                let sidecar = folder.appendingPathComponent("expected/\(name).json")
                return Entry(
                    name: name,
                    bytes: Array(try Data(contentsOf: receipts.appendingPathComponent(file))),
                    expected: try JSONDecoder().decode(Expected.self, from: Data(contentsOf: sidecar)))
            }
        } catch {
            print("The corpus cannot be read: \(error)")
            return []
        }
    }

    /// The JSON next to a receipt.
    package struct Expected: Decodable, Sendable {
        package let environment: String
        package let bundleID: String
        package let appVersion: String
        package let originalAppVersion: String?
        package let creationDate: String
        package let digest: String
        package let certificates: Int
        package let chainsToAppleRoot: Bool
        package let signatureValid: Bool
        package let attributes: [Attribute]
        package let inApp: [[Attribute]]
        package let deviceIdentifierHex: String?
    }

    /// One attribute, as read by the independent decoder.
    package struct Attribute: Decodable, Sendable {
        package let type: Int64
        package let version: Int
        package let len: Int
        package let tag: String
        package let value: Value?
    }

    /// A string, hexadecimal for bytes, or a number.
    package enum Value: Decodable, Sendable, Hashable {
        case text(String)
        case number(Int64)

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int64.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }
}
