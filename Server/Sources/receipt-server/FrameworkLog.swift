import Logging

/// The log of the framework below: its warnings alone, for what it tells of every connection is not for the log of a service. It gives
/// each request an identifier, which stands on no line of ours, and writing it down anew each time costs more than the counters.
struct FrameworkLog: LogHandler {
    private let log: StreamLogHandler
    var logLevel = Logger.Level.warning
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }

    init(label: String) { log = StreamLogHandler.standardError(label: label) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { log.log(event: event) }
}
