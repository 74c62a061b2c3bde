import NIOCore

/// The time limits for clients, and the size limits for their requests.
struct ConnectionTerms: Sendable {
    let maximumBody: Int
    let budget: Budget
    let headTimeout: TimeAmount
    let bodyTimeout: TimeAmount
    let writeTimeout: TimeAmount
    let shutdownTimeout: TimeAmount
    let readiness: Readiness
    let log: RequestLog
}
