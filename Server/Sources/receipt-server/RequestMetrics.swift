import Metrics

/// What is counted of each request. Every label has few values: routes, statuses and codes are the program's own words.
extension PrometheusMetrics {
    func requests(route: String, status: Int, verdict: String, code: String) -> Counter {
        Counter(
            label: "receipt_server_requests_total",
            dimensions: [("route", route), ("status", "\(status)"), ("verdict", verdict), ("code", code)], factory: self
        )
    }

    func duration(route: String) -> Metrics.Timer {
        Metrics.Timer(
            label: "receipt_server_request_seconds", dimensions: [("route", route)], factory: self)
    }
}
