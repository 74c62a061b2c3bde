import HummingbirdCore
import Logging
import NIOCore
import Synchronization

#if canImport(Glibc)
    import Glibc
    private let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#elseif canImport(Musl)
    import Musl
    private let openFiles = RLIMIT_NOFILE
#elseif canImport(Darwin)
    import Darwin
    private let openFiles = RLIMIT_NOFILE
#endif

/// A connection beyond the maximum.
struct TooManyConnections: Error {}

/// How many connections are open at once. The server accepts those beyond the maximum and closes them at once.
///
/// The maximum stays below the limit of file descriptors: NIO retries a failed `accept` without a pause, which burns a processor.
final class ConnectionLimit: AvailableConnectionsDelegate {
    let maximum: Int
    private let metrics: RequestMetrics
    private let logger: Logger
    /// Connections that were accepted and aren't closed, including those that are being turned away; and who waits until there are none.
    private let accepted = Mutex((count: 0, waiting: [CheckedContinuation<Void, Never>]()))
    private let kept = Atomic<Int>(0)
    private let unreported = Mutex((count: 0, isLater: false))

    init(maximum: Int, metrics: RequestMetrics, logger: Logger) {
        self.maximum = maximum
        self.metrics = metrics
        self.logger = logger
    }

    // MARK: Turning away

    /// Counts a connection until it closes, or throws if there are as many as may be.
    func admit(_ channel: any Channel) throws {
        guard kept.wrappingAdd(1, ordering: .relaxed).newValue <= maximum else {
            kept.wrappingSubtract(1, ordering: .relaxed)
            channel.close(promise: nil)
            metrics.closed(.tooMany)
            report(on: channel.eventLoop)
            throw TooManyConnections()
        }
        channel.closeFuture.whenComplete { _ in self.kept.wrappingSubtract(1, ordering: .relaxed) }
    }

    /// The first is logged at once, and further ones together: who opens connections doesn't fill the log.
    private func report(on loop: any EventLoop) {
        let isFirst = unreported.withLock { state in
            defer { state = (state.count + 1, true) }
            return !state.isLater
        }
        if isFirst { log(on: loop) }
    }

    private func log(on loop: any EventLoop) {
        let count = unreported.withLock { state in
            let count = state.count
            state = (0, count > 0)
            return count
        }
        guard count > 0 else { return }
        logger.warning("connections turned away", metadata: ["count": "\(count)", "maximum": "\(maximum)"])
        loop.scheduleTask(in: .seconds(10)) { self.log(on: loop) }
    }

    // MARK: AvailableConnectionsDelegate

    func connectionOpened() { accepted.withLock { $0.count += 1 } }

    func connectionClosed() {
        let waiting = accepted.withLock { accepted in
            accepted.count -= 1
            guard accepted.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { accepted.waiting = [] }
            return accepted.waiting
        }
        for one in waiting { one.resume() }
    }

    /// Those that are being turned away hold a descriptor until their event loop has closed it. Until then no others are accepted.
    func isAcceptingNewConnections() -> Bool { accepted.withLock { $0.count } < maximum + Self.room }

    /// Waits until all connections are closed, once none is accepted any more.
    func closed() async {
        await withCheckedContinuation { continuation in
            let isClosed = accepted.withLock { accepted in
                if accepted.count > 0 { accepted.waiting.append(continuation) }
                return accepted.count == 0
            }
            if isClosed { continuation.resume() }
        }
    }

    // MARK: Descriptors

    /// Connections that may be open while they are turned away.
    private static let room = 32

    /// Descriptors that are no connections: standard streams, the listening socket, those of each event loop, and a few for files.
    private static let reserve = 32 + 4 * System.coreCount

    /// As many connections as the descriptor limit of the process allows, which may be none.
    static func allowed() -> Int {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0 else { return 0 }
        return max(0, Int(clamping: limit.rlim_cur) - reserve - room)
    }
}
