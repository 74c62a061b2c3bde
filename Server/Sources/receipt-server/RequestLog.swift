import Logging

/// What the log and the counters say of each answer, be it a route's or not.
struct RequestLog: Sendable {
    let metrics: RequestMetrics
    let logger: Logger

    /// Notes an answer. `duration` is nil where no request came whole. Errors and rejections have a line in the log.
    func note(_ route: String, _ status: Int, _ outcome: Routes.Outcome?, _ id: String, duration: Duration? = nil) {
        let (verdict, code) = (outcome?.verdict ?? "", outcome?.code ?? "")
        metrics.count(
            RequestMetrics.Kind(route: route, status: status, verdict: verdict, code: code),
            nanoseconds: duration?.nanoseconds)
        for (kind, payloads) in outcome?.unknownMembers ?? [:] { metrics.countUnknownMembers(kind, payloads) }
        guard status >= 400 || (outcome != nil && verdict != "verified") else { return }
        logger.notice(
            "\(verdict.isEmpty ? "no verdict" : verdict)",
            metadata: ["route": "\(route)", "status": "\(status)", "code": "\(code)", "requestID": "\(id)"])
    }
}

extension Duration {
    /// Whole nanoseconds; a request does not last for centuries.
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
