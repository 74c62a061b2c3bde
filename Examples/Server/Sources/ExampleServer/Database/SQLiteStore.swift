import Foundation
import GRDB

/// SQLite, through GRDB, whose queue runs one transaction after the other
/// on its own thread.
package struct SQLiteStore: Store {
    package let bytesType = "BLOB"
    private let queue: DatabaseQueue

    /// Opens or creates the file.
    package init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        // The server acknowledges a request after its commit has returned,
        // so the commit must be on disk by then. This is SQLite's default,
        // set explicitly because durability depends on it.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    package func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await queue.read { try work(SQLiteConnection(database: $0)) }
    }

    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await queue.write { try work(SQLiteConnection(database: $0)) }
    }
}

private struct SQLiteConnection: SQLConnection {
    let database: Database

    func rows(_ sql: String, _ values: [SQLValue]) throws -> [[SQLValue]] {
        let arguments = StatementArguments(values.map(\.databaseValue))
        return try Row.fetchAll(database, sql: sql, arguments: arguments).map { row in
            row.databaseValues.map(SQLValue.init)
        }
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        case .integer(let integer): integer.databaseValue
        }
    }

    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null, .double: .null  // No column contains fractions.
            case .int64(let integer): .integer(integer)
            case .string(let text): .text(text)
            case .blob(let data): .bytes(Array(data))
            }
    }
}
