import Metrics
import ReceiptFields
import Synchronization

/// What is counted of each request. Every label has few values: routes, statuses and codes are the program's own words. So what was
/// counted once is kept, and a request asks for it without writing its labels again.
final class RequestMetrics: Sendable {
    struct Kind: Hashable {
        let route: String
        let status: Int
        let verdict: String
        let code: String
    }

    /// Why the server closed a connection.
    enum Closure: String {
        case tooMany, headTooSlow, answerNotRead, shutdown
    }

    private let factory: PrometheusMetrics
    private let known = Mutex<[Kind: (requests: Counter, duration: Metrics.Timer)]>([:])

    init(_ factory: PrometheusMetrics) { self.factory = factory }

    /// All there is, for who asks for `/metrics`.
    var text: String { factory.text }

    /// Without a duration, a request that never came whole.
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

    /// Counts verified payloads of a kind that have members without a type in this version: Apple may sign something new. The members' names
    /// come from outside, so they aren't labels.
    func countUnknownMembers(_ kind: PayloadKind, _ payloads: Int) {
        Counter(
            label: "receipt_server_unknown_members_total", dimensions: [("kind", kind.rawValue)], factory: factory
        ).increment(by: payloads)
    }

    /// The server closed a connection without being asked to.
    func closed(_ reason: Closure) {
        Counter(
            label: "receipt_server_connections_closed_total", dimensions: [("reason", reason.rawValue)],
            factory: factory
        ).increment(by: 1)
    }
}
