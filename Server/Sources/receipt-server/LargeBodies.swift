import NIOCore
import NIOPosix
import Synchronization

#if canImport(Glibc)
    import Glibc
    private let ofProcess = __priority_which_t(PRIO_PROCESS.rawValue)
#elseif canImport(Musl)
    import Musl
    private let ofProcess = PRIO_PROCESS
#endif

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

    /// Half of the processors, so that the event loops always have the other half.
    static let threads = max(1, min(4, System.coreCount / 2))

    /// - Parameters:
    ///   - maximum: The number of bytes that may wait. A larger request body is accepted when it is the only one.
    ///   - threads: The number of request bodies that are worked on at the same time.
    ///   - isUrgent: False for work that takes a processor only when no verdict needs it, on one thread.
    init(maximum: Int, threads: Int, isUrgent: Bool = true) {
        self.maximum = maximum
        self.threads = NIOThreadPool(numberOfThreads: threads)
        self.threads.start()
        #if canImport(Glibc) || canImport(Musl)
            // On Linux this is the calling thread alone.
            if !isUrgent { self.threads.submit { _ in _ = setpriority(ofProcess, 0, 10) } }
        #endif
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
