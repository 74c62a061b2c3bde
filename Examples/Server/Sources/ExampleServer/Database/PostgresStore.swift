import Dispatch

/// PostgreSQL, through its client library libpq. Calls to libpq block, so
/// this actor runs them on its own thread instead of the shared ones. It
/// has one connection; create several stores if you need more.
package actor PostgresStore: Store {
    package nonisolated let bytesType = "BYTEA"
    private nonisolated let thread = WaitingThread()
    private let connection: PostgresConnection

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Connects to `postgresql://user@host/database`.
    package init(url: String) throws { connection = try PostgresConnection(url: url) }

    package func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work)
    }

    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try transaction("BEGIN") { connection in
            // Several servers may share the database. Writers take turns,
            // as in SQLite; readers never wait. The key can be any number,
            // if all servers use the same.
            _ = try connection.rows("SELECT pg_advisory_xact_lock(7301)::TEXT", [])
            return try work(connection)
        }
    }

    private func transaction<Result>(
        _ begin: String, _ work: (any SQLConnection) throws -> Result
    ) throws -> Result {
        try connection.reconnectIfLost()
        do {
            _ = try connection.rows(begin, [])
            let result = try work(connection)
            _ = try connection.rows("COMMIT", [])
            return result
        } catch {
            connection.rollBack()
            throw error
        }
    }
}

/// Runs an actor's jobs one after the other on a dispatch queue, where they may block.
private final class WaitingThread: SerialExecutor {
    private let queue = DispatchQueue(label: "PostgreSQL")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
