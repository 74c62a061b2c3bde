import NIOCore

/// How long clients may take, and how much they may send.
struct ConnectionTerms: Sendable {
    let maximumBody: Int
    let budget: Budget
    let headTimeout: TimeAmount
    let bodyTimeout: TimeAmount
    let writeTimeout: TimeAmount
    let shutdownTimeout: TimeAmount
    let log: RequestLog
}
