import NIOCore
import NIOPosix

/// Runs a task on the event loop that wakes it: a request is read, answered and written by one thread. On Swift's own threads, waking
/// one for the request and another for the answer cost more than the answer.
final class LoopExecutor: TaskExecutor {
    private let group = MultiThreadedEventLoopGroup.singleton

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Where this is an event loop, it is the next.
        group.any().execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
