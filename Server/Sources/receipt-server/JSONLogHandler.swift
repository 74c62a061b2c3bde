import Foundation
import Logging

/// Writes each log event as one line of JSON to standard error. All values are strings.
struct JSONLogHandler: LogHandler {
    let label: String
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(label: String) { self.label = label }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var members: [String: String] = [:]
        for more in [metadata, metadataProvider?.get() ?? [:], event.metadata ?? [:]] {
            for (key, value) in more { members[key] = "\(value)" }
        }
        if let error = event.error { members["error"] = "\(error)" }
        members["time"] = Date().ISO8601Format(.init(includingFractionalSeconds: true))
        members["level"] = event.level.rawValue
        members["logger"] = label
        members["message"] = "\(event.message)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A dictionary of strings can always be encoded.
        guard var line = try? encoder.encode(members) else { return }
        line.append(UInt8(ascii: "\n"))
        // One call for the whole line, so that lines of several threads don't mix.
        FileHandle.standardError.write(line)
    }
}

/// The form of the log.
enum LogFormat: String, CaseIterable {
    case text, json

    func handler(_ label: String) -> any LogHandler {
        switch self {
        case .text: StreamLogHandler.standardError(label: label)
        case .json: JSONLogHandler(label: label)
        }
    }
}
