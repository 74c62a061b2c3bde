package import Foundation
import Testing

/// Other projects' test suites, which are data next to the corpus and never in the repository. `RECEIPT_SUITES` is the
/// folder, by default `suites` next to `RECEIPT_CORPUS`.
package enum Suites {
    package static let folder: URL? = {
        let variables = ProcessInfo.processInfo.environment
        let named = variables["RECEIPT_SUITES"].map { URL(fileURLWithPath: $0, isDirectory: true) }
        let beside = Corpus.folder?.deletingLastPathComponent().appendingPathComponent("suites", isDirectory: true)
        guard let folder = named ?? beside, FileManager.default.fileExists(atPath: folder.path) else { return nil }
        return folder
    }()

    /// True if they are available. If they aren't, prints the reason once.
    package static let areAvailable: Bool = {
        if folder == nil { print("skipped: no folder at RECEIPT_SUITES, so other people's suites are not run") }
        return folder != nil
    }()

    package static func read<T: Decodable>(_ type: T.Type, _ file: String) throws -> T {
        let folder = try #require(folder)
        return try JSONDecoder().decode(type, from: Data(contentsOf: folder.appendingPathComponent(file)))
    }
}
