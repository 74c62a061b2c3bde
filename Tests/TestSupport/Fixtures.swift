package import Foundation
import Testing

/// The receipts in `Fixtures/receipts`, each with the contents that the test kit expects.
package enum Fixtures {
    /// The folder `Fixtures` of this checkout.
    package static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures", isDirectory: true)

    package struct Entry: Sendable, CustomTestStringConvertible {
        package let name: String
        package let bytes: [UInt8]
        package let expected: JSON
        package var testDescription: String { name }
    }

    /// All committed receipts, by name.
    package static let entries: [Entry] = load()

    package static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    private static func load() -> [Entry] {
        do {
            let receipts = folder.appendingPathComponent("receipts")
            let names = try FileManager.default.contentsOfDirectory(atPath: receipts.path).sorted()
            return try names.filter { $0.hasSuffix(".receipt") }.map { file in
                let name = String(file.dropLast(".receipt".count))
                let sidecar = receipts.appendingPathComponent("\(name).json")
                return Entry(
                    name: name, bytes: Array(try Data(contentsOf: receipts.appendingPathComponent(file))),
                    expected: try JSONDecoder().decode(JSON.self, from: Data(contentsOf: sidecar)))
            }
        } catch {
            print("The fixtures cannot be read: \(error)")
            return []
        }
    }
}
