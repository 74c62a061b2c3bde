import ExampleServer
import Foundation
import Testing

/// The databases that every rule is tested with.
enum Backend: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"

    var testDescription: String { rawValue }

    /// PostgreSQL is tested if it is installed.
    static let available: [Backend] = {
        guard let reason = Postgres.reasonNotToRun else { return allCases }
        print("PostgreSQL is left out: \(reason)")
        return [.sqlite]
    }()

    /// Calls `body` with a new, empty database, in the form that `--database` takes.
    func withDatabase<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        switch self {
        case .sqlite:
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")
            defer {
                for suffix in ["", "-journal"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
            }
            return try await body(file.path)
        case .postgres:
            let server = try #require(Postgres.current, "started by the suite")
            return try await body(try server.makeDatabase())
        }
    }

    func store(_ database: String) throws -> any Store {
        switch self {
        case .sqlite: try SQLiteStore(path: database)
        case .postgres: try PostgresStore(url: database)
        }
    }
}
