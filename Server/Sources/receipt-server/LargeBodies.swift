import NIOCore
import NIOPosix
import Synchronization

/// The queue of large request bodies is full.
struct QueueFull: Error {}

/// Verifies large request bodies on threads of its own.
///
/// An event loop that verifies serves no other connection meanwhile, and Swift's own threads start the tasks of new connections. The queue in front
/// of these threads is bounded in bytes, because the time that a request body takes grows with its size.
final class LargeBodies: Sendable {
    /// How many request bodies of the largest size may be in the queue.
    static let waiting = 8

    private let threads: NIOThreadPool
    private let maximum: Int
    /// Bytes that wait or are being verified.
    private let queued = Atomic<Int>(0)

    /// - Parameter maximum: how many bytes may wait. A larger request body is accepted when it is the only one.
    init(maximum: Int) {
        self.maximum = maximum
        // Half of the processors, so that the event loops always have the other half.
        threads = NIOThreadPool(numberOfThreads: max(1, min(4, System.coreCount / 2)))
        threads.start()
    }

    nonisolated(nonsending) func run<Result: Sendable>(
        _ bytes: Int, _ work: @escaping @Sendable () -> Result
    ) async throws -> Result {
        let before = queued.wrappingAdd(bytes, ordering: .relaxed).oldValue
        defer { queued.wrappingSubtract(bytes, ordering: .relaxed) }
        guard before == 0 || before + bytes <= maximum else { throw QueueFull() }
        return try await threads.runIfActive(work)
    }
}
