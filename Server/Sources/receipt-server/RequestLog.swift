import Logging

/// Writes log lines and counters for every response, including those that reached no route.
struct RequestLog: Sendable {
    let metrics: RequestMetrics
    let logger: Logger

    /// Records a response. `duration` is nil if no complete request arrived. Errors and rejections are logged.
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
    /// Whole nanoseconds. No request lasts long enough to overflow.
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
