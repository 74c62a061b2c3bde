import CPostgres

/// What PostgreSQL says is wrong.
package struct PostgresError: Error, CustomStringConvertible {
    package let description: String
}

/// A connection of libpq. For one thread at a time.
final class PostgresConnection: SQLConnection {
    private let connection: OpaquePointer

    init(url: String) throws {
        // What stands in `dbname` may be a whole address. A commit waits for the disk, whatever the server is configured to do.
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

    /// After the server was started anew. The request that found out has failed, and was not acknowledged.
    func reconnectIfLost() throws {
        guard PQstatus(connection) != CONNECTION_OK else { return }
        PQreset(connection)
        guard PQstatus(connection) == CONNECTION_OK else { throw PostgresError(description: message) }
    }

    func rollBack() { PQclear(PQexec(connection, "ROLLBACK")) }

    func rows(_ sql: String, _ values: [SQLValue]) throws -> [[SQLValue]] {
        let parameters = values.map(\.postgres)
        let octets = CStrings(parameters.map(\.octets))
        let result = PQexecParams(
            connection, sql, Int32(values.count), parameters.map(\.type.rawValue), octets.pointers,
            parameters.map { Int32(clamping: $0.octets?.count ?? 0) }, parameters.map { _ in 1 }, 1)
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
        let octets = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
        switch SQLValue.PostgresType(rawValue: PQftype(result, column)) {
        case .bytes: return .bytes(Array(octets))
        case .integer: return .integer(octets.reduce(0) { $0 << 8 | Int64($1) })
        case .text: return .text(String(decoding: octets, as: UTF8.self))
        case nil: throw UnexpectedRow()
        }
    }
}

extension SQLValue {
    /// The numbers of types, from PostgreSQL's `pg_type.dat`.
    fileprivate enum PostgresType: UInt32 {
        case bytes = 17
        case integer = 20
        case text = 25
    }

    /// In PostgreSQL's binary format, in which a text may hold every octet, and an integer has its highest octet first.
    fileprivate var postgres: (type: PostgresType, octets: [UInt8]?) {
        switch self {
        case .null: (.text, nil)
        case .text(let text): (.text, Array(text.utf8))
        case .bytes(let bytes): (.bytes, bytes)
        case .integer(let integer): (.integer, withUnsafeBytes(of: integer.bigEndian, Array.init))
        }
    }
}

/// Octets for C, which live as long as this does. A zero follows each, and a null pointer the last.
private final class CStrings {
    let pointers: [UnsafePointer<CChar>?]

    convenience init(_ texts: [String]) { self.init(texts.map { Array($0.utf8) }) }

    init(_ octets: [[UInt8]?]) {
        pointers =
            octets.map { octets in
                octets.map { octets in
                    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: octets.count + 1)
                    for (index, octet) in (octets + [0]).enumerated() {
                        (copy + index).initialize(to: CChar(bitPattern: octet))
                    }
                    return UnsafePointer(copy)
                }
            } + [nil]
    }

    deinit { for pointer in pointers { pointer?.deallocate() } }
}
