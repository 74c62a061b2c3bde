import Dispatch

/// PostgreSQL, by its own client library. Calls into libpq wait for the server, so they must not wait on a thread that others need: this
/// actor has one connection, and a thread of its own instead of the shared ones. Where one connection is not enough, have several of
/// these.
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
            // Other servers may have the same database. Writers take turns, as they do in SQLite; readers wait for nobody. The key
            // is any number that all of them share.
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

/// Runs an actor on a queue of Dispatch's, one job after the other, which may wait.
private final class WaitingThread: SerialExecutor {
    private let queue = DispatchQueue(label: "PostgreSQL")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
