import CPostgres

/// An error message from PostgreSQL.
package struct PostgresError: Error, CustomStringConvertible {
    package let description: String
}

/// A connection of libpq. Use it from one thread at a time.
final class PostgresConnection: SQLConnection {
    private let connection: OpaquePointer

    init(url: String) throws {
        // `dbname` may be a complete URL. Commits wait for the disk,
        // however the server is configured.
        let keywords = CStrings(["dbname", "options"])
        let values = CStrings([url, "-c synchronous_commit=on -c client_min_messages=warning"])
        guard let connection = PQconnectdbParams(keywords.pointers, values.pointers, 1) else {
            throw PostgresError(description: "no memory for a connection")
        }
        self.connection = connection
        guard PQstatus(connection) == CONNECTION_OK else { throw PostgresError(description: message) }
    }

    deinit { PQfinish(connection) }

    private var message: String { PQerrorMessage(connection).map { String(cString: $0) } ?? "unknown" }

    /// Reconnects after a restart of PostgreSQL. The request that found the connection lost has failed and wasn't
    /// acknowledged.
    func reconnectIfLost() throws {
        guard PQstatus(connection) != CONNECTION_OK else { return }
        PQreset(connection)
        guard PQstatus(connection) == CONNECTION_OK else { throw PostgresError(description: message) }
    }

    func rollBack() { PQclear(PQexec(connection, "ROLLBACK")) }

    func rows(_ sql: String, _ values: [SQLValue]) throws -> [[SQLValue]] {
        let parameters = values.map(\.postgres)
        let bytes = CStrings(parameters.map(\.bytes))
        let result = PQexecParams(
            connection, sql, Int32(values.count), parameters.map(\.type.rawValue), bytes.pointers,
            parameters.map { Int32(clamping: $0.bytes?.count ?? 0) }, parameters.map { _ in 1 }, 1)
        defer { PQclear(result) }
        guard [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else {
            throw PostgresError(description: message)
        }
        return try (0..<PQntuples(result)).map { row in
            try (0..<PQnfields(result)).map { try value(result, row, $0) }
        }
    }

    private func value(_ result: OpaquePointer?, _ row: Int32, _ column: Int32) throws -> SQLValue {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return .null }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
        switch SQLValue.PostgresType(rawValue: PQftype(result, column)) {
        case .bytes: return .bytes(Array(bytes))
        case .integer: return .integer(bytes.reduce(0) { $0 << 8 | Int64($1) })
        case .text: return .text(String(decoding: bytes, as: UTF8.self))
        case nil: throw UnexpectedRow()
        }
    }
}

extension SQLValue {
    /// PostgreSQL's type identifiers, from its `pg_type.dat`.
    fileprivate enum PostgresType: UInt32 {
        case bytes = 17
        case integer = 20
        case text = 25
    }

    /// The value in PostgreSQL's binary format, in which a string may
    /// contain any byte and integers are big-endian.
    fileprivate var postgres: (type: PostgresType, bytes: [UInt8]?) {
        switch self {
        case .null: (.text, nil)
        case .text(let text): (.text, Array(text.utf8))
        case .bytes(let bytes): (.bytes, bytes)
        case .integer(let integer): (.integer, withUnsafeBytes(of: integer.bigEndian, Array.init))
        }
    }
}

/// C strings that live as long as this object. Each ends with a zero byte,
/// and the array with a null pointer.
private final class CStrings {
    let pointers: [UnsafePointer<CChar>?]

    convenience init(_ texts: [String]) { self.init(texts.map { Array($0.utf8) }) }

    init(_ bytes: [[UInt8]?]) {
        pointers =
            bytes.map { bytes in
                bytes.map { bytes in
                    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
                    for (index, byte) in (bytes + [0]).enumerated() {
                        (copy + index).initialize(to: CChar(bitPattern: byte))
                    }
                    return UnsafePointer(copy)
                }
            } + [nil]
    }

    deinit { for pointer in pointers { pointer?.deallocate() } }
}
