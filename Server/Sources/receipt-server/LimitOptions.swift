import ArgumentParser
import NIOCore

/// The size limits for requests, and the time limits for clients.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The maximum size of a request body; larger ones are answered with 413.", valueName: "bytes")
    )
    var maxBody = 4 << 20

    @Option(
        help: ArgumentHelp(
            """
            The maximum number of bytes of request bodies and answers in all connections; above it the answer is 503. The \
            first 65536 bytes of each connection aren't counted. The default is 67108864, or \
            the value of --max-body if that is larger.
            """, valueName: "bytes"))
    var maxInFlight: Int?

    @Option(
        help: ArgumentHelp(
            """
            The maximum number of open connections; further ones are closed immediately. The default is 1000, or fewer if the \
            limit of open files doesn't allow 1000.
            """, valueName: "number"))
    var maxConnections: Int?

    @Option(
        help: ArgumentHelp(
            "How long a request's head may take to arrive, from its first byte; after that the answer is 408.",
            valueName: "seconds"))
    var headTimeout = 10.0

    @Option(
        help: ArgumentHelp(
            "How long a request body may take to arrive; after that the answer is 408.", valueName: "seconds"))
    var bodyTimeout = 20.0

    @Option(
        help: ArgumentHelp(
            "How long a client may take to read an answer; after that the connection is closed.", valueName: "seconds"))
    var writeTimeout = 20.0

    @Option(
        help: ArgumentHelp(
            "How long connections with a request or an answer in flight are kept after SIGTERM.",
            valueName: "seconds"))
    var shutdownTimeout = 10.0

    private static let largestBody = 1 << 30

    func validate() throws {
        if !(1...Self.largestBody).contains(maxBody) {
            throw ValidationError("--max-body is a number from 1 to \(Self.largestBody).")
        }
        if let maxInFlight, maxInFlight < maxBody {
            throw ValidationError(
                "--max-in-flight is a number, at least that of --max-body, which is \(maxBody).")
        }
        if let maxConnections, maxConnections < 1 { throw ValidationError("--max-connections is a number from 1.") }
        for (name, seconds) in [
            ("--head-timeout", headTimeout), ("--body-timeout", bodyTimeout), ("--write-timeout", writeTimeout),
            ("--shutdown-timeout", shutdownTimeout),
        ] where !(seconds > 0 && seconds <= 3_600) {
            throw ValidationError("\(name) is a number of seconds, at most 3600.")
        }
    }

    /// Returns the requested maximum of connections. Throws if the process can't have as many.
    func connections() throws -> Int {
        let allowed = ConnectionLimit.allowed()
        let wanted = maxConnections ?? min(1_000, allowed)
        guard wanted > 0 else {
            throw ValidationError("The limit of open files leaves no connections: raise it with ulimit -n.")
        }
        guard wanted <= allowed else {
            throw ValidationError(
                "--max-connections is \(wanted), and the limit of open files allows \(allowed): raise it, or lower the number."
            )
        }
        return wanted
    }

    func terms(_ readiness: Readiness, _ log: RequestLog) -> ConnectionTerms {
        ConnectionTerms(
            maximumBody: maxBody, budget: Budget(maxInFlight ?? max(64 << 20, maxBody)),
            headTimeout: Self.time(headTimeout), bodyTimeout: Self.time(bodyTimeout),
            writeTimeout: Self.time(writeTimeout), shutdownTimeout: Self.time(shutdownTimeout),
            readiness: readiness, log: log)
    }

    /// Converts seconds; a small value must not become 0.
    private static func time(_ seconds: Double) -> TimeAmount { .microseconds(max(1, Int64(seconds * 1_000_000))) }
}
