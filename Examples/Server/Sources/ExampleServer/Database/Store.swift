/// A database: SQLite or PostgreSQL. What is asked of it is in `PurchaseStore`, once for both.
package protocol Store: Sendable {
    /// The type of a column of bytes.
    var bytesType: String { get }

    /// Runs work in a transaction that sees one state of the database, and changes nothing.
    func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result

    /// Runs work in a transaction, beside no other that writes. When this returns, all of it is on the disk; when it throws,
    /// nothing of it is.
    func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result
}

/// What a transaction has.
package protocol SQLConnection {
    /// Runs one statement, whose values stand for `$1`, `$2`, … and are first named in this order.
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

/// A row has other columns than the query asked for, which only a changed schema does.
struct UnexpectedRow: Error {}
