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

/// The connection exceeds the maximum.
struct TooManyConnections: Error {}

/// Limits the number of open connections. The server accepts connections beyond the maximum and closes them
/// immediately.
///
/// The maximum stays below the limit of file descriptors. Otherwise NIO would retry a failed `accept` without a pause,
/// which occupies a processor.
final class ConnectionLimit: AvailableConnectionsDelegate {
    let maximum: Int
    private let metrics: RequestMetrics
    private let logger: Logger
    /// The number of accepted connections that aren't closed yet, including those being turned away, and the tasks that
    /// wait until there are none.
    private let accepted = Mutex((count: 0, waiting: [CheckedContinuation<Void, Never>]()))
    private let kept = Atomic<Int>(0)
    private let unreported = Mutex((count: 0, isLater: false))

    init(maximum: Int, metrics: RequestMetrics, logger: Logger) {
        self.maximum = maximum
        self.metrics = metrics
        self.logger = logger
    }

    // MARK: Turning away

    /// Counts a connection until it closes. Throws if the maximum is reached.
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

    /// Logs the first rejected connection immediately, and later ones together, so that a client can't fill the log.
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

    /// True if there is a descriptor for another connection. A connection that is turned away holds its descriptor
    /// until the event loop has closed the connection.
    func isAcceptingNewConnections() -> Bool { accepted.withLock { $0.count } < maximum + Self.room }

    /// Waits until all connections are closed, after the server has stopped accepting.
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

    /// The number of connections above the maximum that may be open while they are turned away.
    private static let room = 32

    /// Descriptors reserved for other purposes: standard streams, the listening socket, the event loops' own, and a few
    /// files.
    private static let reserve = 32 + 4 * System.coreCount

    /// Returns the number of connections that the process's descriptor limit allows, which may be 0.
    static func allowed() -> Int {
        var limit = rlimit()
        guard getrlimit(openFiles, &limit) == 0 else { return 0 }
        return max(0, Int(clamping: limit.rlim_cur) - reserve - room)
    }
}
