/// A database: SQLite or PostgreSQL. `PurchaseStore` contains the queries,
/// which both share.
package protocol Store: Sendable {
    /// The type of a column that contains bytes.
    var bytesType: String { get }

    /// Runs work in a read-only transaction, which sees one consistent
    /// state of the database.
    func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result

    /// Runs work in a transaction while no other transaction writes. If
    /// this returns, all changes are on disk; if it throws, none are.
    func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result
}

/// A connection inside a transaction.
package protocol SQLConnection {
    /// Runs one statement. The values replace `$1`, `$2` and so on, which must first occur in this order.
    @discardableResult
    func rows(_ sql: String, _ values: [SQLValue]) throws -> [[SQLValue]]
}

/// A value in a column.
package enum SQLValue: Hashable, Sendable {
    case null
    case text(String)
    case bytes([UInt8])
    case integer(Int64)
}

/// A row has different columns than the query selects, so the schema was
/// changed.
struct UnexpectedRow: Error {}
