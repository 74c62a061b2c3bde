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

/// Verifies large request bodies on separate threads.
///
/// These aren't the event loops' threads, because while an event loop verifies, its other connections wait. They aren't
/// Swift's own threads either, because those have to start the tasks of new connections. The queue for these threads is
/// limited in bytes, because the time that a request body takes grows with its size.
final class LargeBodies: Sendable {
    /// The number of request bodies of the largest size that fit in the queue.
    static let waiting = 8

    private let threads: NIOThreadPool
    private let maximum: Int
    /// The number of bytes that are waiting or being verified.
    private let queued = Atomic<Int>(0)

    /// Half of the processors, so that the other half is always free for the event loops.
    static let threads = max(1, min(4, System.coreCount / 2))

    /// - Parameters:
    ///   - maximum: The number of bytes that may wait. A larger request body is accepted if the queue is empty.
    ///   - threads: The number of request bodies that are verified at the same time.
    ///   - isUrgent: False to use one thread with low priority, which runs when no verdict needs the processor.
    init(maximum: Int, threads: Int, isUrgent: Bool = true) {
        self.maximum = maximum
        self.threads = NIOThreadPool(numberOfThreads: threads)
        self.threads.start()
        #if canImport(Glibc) || canImport(Musl)
            // On Linux this changes the priority of the calling thread only.
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
