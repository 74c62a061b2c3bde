import Logging
import Synchronization

/// Records that the server has begun to shut down, and that it takes no more requests.
final class Readiness: Sendable {
    private let isEnding = Atomic<Bool>(false)
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    var isReady: Bool { !isEnding.load(ordering: .relaxed) }

    /// Records that the server shuts down. Every open connection calls this; only the first call is logged.
    func end() {
        if !isEnding.exchange(true, ordering: .relaxed) { logger.info("shutting down") }
    }
}
