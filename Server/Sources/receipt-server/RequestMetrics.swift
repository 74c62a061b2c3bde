import Metrics
import ReceiptFields
import Synchronization

/// The counters of requests. Every label has few values, because routes, statuses and codes are the program's own
/// strings. Therefore each counter is kept, and later requests find it without building the labels again.
final class RequestMetrics: Sendable {
    struct Kind: Hashable {
        let route: String
        let status: Int
        let verdict: String
        let code: String
    }

    /// The reason why the server closed a connection.
    enum Closure: String {
        case tooMany, headTooSlow, answerNotRead, shutdown
    }

    private let factory: PrometheusMetrics
    private let known = Mutex<[Kind: (requests: Counter, duration: Metrics.Timer)]>([:])

    init(_ factory: PrometheusMetrics) { self.factory = factory }

    /// All metrics, as the response to `/metrics`.
    var text: String {
        """
        # TYPE receipt_server_info gauge
        receipt_server_info{version="\(ReceiptServer.configuration.version)"} 1

        """ + factory.text
    }

    /// Counts a request. Without a duration, counts one that never arrived completely.
    func count(_ kind: Kind, nanoseconds: Int64?) {
        let (requests, duration) = known.withLock { known in
            if let known = known[kind] { return known }
            let new = (
                requests: Counter(
                    label: "receipt_server_requests_total",
                    dimensions: [
                        ("route", kind.route), ("status", "\(kind.status)"), ("verdict", kind.verdict),
                        ("code", kind.code),
                    ], factory: factory),
                duration: Metrics.Timer(
                    label: "receipt_server_request_seconds", dimensions: [("route", kind.route)], factory: factory)
            )
            known[kind] = new
            return new
        }
        requests.increment(by: 1)
        if let nanoseconds { duration.recordNanoseconds(nanoseconds) }
    }

    /// Counts verified payloads of a kind with members that this version has no type for: Apple may have started to
    /// sign something new. The members' names come from outside, so they aren't labels.
    func countUnknownMembers(_ kind: PayloadKind, _ payloads: Int) {
        Counter(
            label: "receipt_server_unknown_members_total", dimensions: [("kind", kind.rawValue)], factory: factory
        ).increment(by: payloads)
    }

    /// Counts a connection that the server closed without being asked to.
    func closed(_ reason: Closure) {
        Counter(
            label: "receipt_server_connections_closed_total", dimensions: [("reason", reason.rawValue)],
            factory: factory
        ).increment(by: 1)
    }
}
