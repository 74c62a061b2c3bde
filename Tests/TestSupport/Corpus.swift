public import Foundation
public import Testing

/// Real receipts, which never enter the repository: tests read them from the folder that `RECEIPT_CORPUS` names.
public enum Corpus {
    /// The folder, or nil where the variable is not set.
    public static let folder: URL? = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"].map {
        URL(fileURLWithPath: $0, isDirectory: true)
    }

    /// Whether there is a corpus. Prints the reason once where there is none.
    public static let isAvailable: Bool = {
        if folder == nil { print("skipped: RECEIPT_CORPUS is not set, so no test reads real receipts") }
        return folder != nil
    }()

    /// One receipt with what an independent decoder says about it.
    public struct Entry: Sendable, CustomTestStringConvertible {
        public let name: String
        public let bytes: [UInt8]
        public let expected: Expected
        public var testDescription: String { name }
    }

    /// All receipts, by name.
    public static let entries: [Entry] = load()

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

    /// The sidecar of a receipt.
    public struct Expected: Decodable, Sendable {
        public let environment: String
        public let bundleID: String
        public let appVersion: String
        public let originalAppVersion: String?
        public let creationDate: String
        public let digest: String
        public let certificates: Int
        public let chainsToAppleRoot: Bool
        public let signatureValid: Bool
        public let attributes: [Attribute]
        public let inApp: [[Attribute]]
        public let deviceIdentifierHex: String?
    }

    /// One attribute as the independent decoder read it.
    public struct Attribute: Decodable, Sendable {
        public let type: Int
        public let version: Int
        public let len: Int
        public let tag: String
        public let value: Value?
    }

    /// Text, or hexadecimal for octets, or a number.
    public enum Value: Decodable, Sendable, Hashable {
        case text(String)
        case number(Int64)

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int64.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }
}
