import ArgumentParser
import Foundation
import Hummingbird
import HummingbirdTLS
import Logging
import Metrics
import NIOCore
import UnixSignals

@main
struct ReceiptServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receipt-server",
        abstract: "Answers verifyReceipt as Apple's server did, and verifies evidence of purchases, offline.",
        usage: """
            receipt-server (--bundle-id <id> ... | --any-bundle-id) [what to accept]
                           [--host 127.0.0.1] [--port 8080]
                           [--shared-secret-file <file>]
                           [--pending-renewal-info empty]
                           [--max-connections <number>]
                           [--max-body <bytes>] [--max-in-flight <bytes>]
                           [--head-timeout <seconds>] [--body-timeout <seconds>]
                           [--write-timeout <seconds>] [--shutdown-timeout <seconds>]
                           [--tls-certificate <file> --tls-key <file>] [--log-format json] [--page]
            """,
        discussion: """
            POST /verifyReceipt            as buy.itunes.apple.com answered
            POST /sandbox/verifyReceipt    as sandbox.itunes.apple.com answered
            POST /v1/verify                any evidence, as bytes, as text or as {"evidence": "…"}
            POST /v1/ledger                the ledger of one customer, and access: {"evidence": […], "asOf": "…",
                                           "products": {"NAME": ["ID", …]}, "staleAfter": SECONDS}
            POST /v1/inspect               what evidence contains, unverified
            GET  /health                   200 while the server runs, with its version
            GET  /ready                    200 until the server shuts down, then 503
            GET  /metrics                  in the text format of Prometheus
            GET  /                         with --page: a page for people

            /verifyReceipt reads "evidence" too: a list of later evidence of the same customer.

            No route has authentication, and /v1 tells the client why evidence is rejected: make the server reachable for \
            your own servers only.
            """,
        version: "1.0.0")

    @OptionGroup(title: "What to accept (any device, unless you name one)") var demands: PolicyOptions
    @OptionGroup(title: "verifyReceipt") var verifyReceipt: VerifyReceiptOptions
    @OptionGroup(title: "Listening and limits") var listening: ListenOptions

    @Flag(help: "Serve a page for people at /, which verifies and shows the evidence that they paste or drop.")
    var page = false

    static func main() async {
        var logFormat = LogFormat.text
        do {
            var command = try parseAsRoot()
            if let server = command as? ReceiptServer {
                logFormat = server.listening.logFormat
                try await server.run()
            } else {
                try command.run()
            }
        } catch {
            // Help and version are successful results.
            if exitCode(for: error) == .success { exit(withError: error) }
            if logFormat == .json {
                logger(logFormat).critical("\(message(for: error))")
            } else {
                let message = Terminal.text(fullMessage(for: error), quoting: CommandLine.arguments)
                if !message.isEmpty { FileHandle.standardError.write(Data((message + "\n").utf8)) }
            }
            exit(withError: exitCode(for: error))
        }
    }

    private static func logger(_ format: LogFormat) -> Logger {
        Logger(label: "receipt-server") { format.handler($0) }
    }

    func run() async throws {
        let logger = Self.logger(listening.logFormat)
        let factory = PrometheusMetrics()
        MetricsSystem.bootstrap(factory)
        // Log only warnings from the framework.
        var frameworkLogger = logger
        frameworkLogger.logLevel = .warning
        let metrics = RequestMetrics(factory)
        let (host, limits) = (listening.host, listening.limits)
        let log = RequestLog(metrics: metrics, logger: logger)
        let readiness = Readiness(logger)
        let limit = ConnectionLimit(maximum: try limits.connections(), metrics: metrics, logger: logger)
        let responder = ReceiptResponder(
            routes: try verifyReceipt.routes(demands), hasPage: page, maximumBody: limits.maxBody,
            large: LargeBodies(maximum: LargeBodies.waiting * limits.maxBody, threads: LargeBodies.threads),
            inspections: LargeBodies(maximum: LargeBodies.waiting * limits.maxBody, threads: 1, isUrgent: false),
            readiness: readiness, log: log)
        let application = Application(
            responder: responder, server: try listening.server(limit, readiness, log),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: listening.port), availableConnectionsDelegate: limit),
            onServerRunning: { [logger] channel in
                logger.info(
                    "listening",
                    metadata: [
                        "host": "\(host)", "port": "\(channel.localAddress?.port ?? 0)",
                        "maxConnections": "\(limit.maximum)",
                    ])
            },
            logger: frameworkLogger)
        // Otherwise the signal, which some administrators send to reload files, would end the process.
        let hangups = await UnixSignalsSequence(trapping: .sighup)
        let listener = Task {
            for await _ in hangups {
                logger.notice("SIGHUP is ignored: restart the server to read its certificate and secret again")
            }
        }
        defer { listener.cancel() }
        do {
            try await application.runService(gracefulShutdownSignals: [.sigterm, .sigint])
            // The framework waits only for connections that it handles.
            await limit.closed()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw ListenError(host: host, port: listening.port)
        }
    }
}

/// Another program listens on the port.
private struct ListenError: Error, CustomStringConvertible {
    let host: String
    let port: Int

    var description: String { "Port \(port) of \(host) is in use: choose another one with --port." }
}
