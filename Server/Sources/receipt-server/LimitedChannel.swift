import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import Synchronization

/// A connection of HTTP/1.1 with the rules of this server around it.
struct LimitedChannel: ServerChildChannel {
    let base: HTTP1Channel
    let limit: ConnectionLimit
    private let unhandled = UnhandledConnections()

    init(_ responder: @escaping HTTPChannelHandler.Responder, terms: ConnectionTerms, limit: ConnectionLimit) {
        base = HTTP1Channel(
            responder: responder,
            configuration: .init(additionalChannelHandlers: [ConnectionRules(terms)], idleTimeout: .seconds(75)))
        self.limit = limit
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        do {
            try limit.admit(channel)
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(HeadRules(), position: .before(codec))
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let rules = try pipeline.handler(type: ConnectionRules.self)
            try pipeline.addHandler(HeadWatch(rules), position: .before(parser))
            unhandled.keep(value)
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        unhandled.release(value)
        await base.handle(value: value, logger: logger)
    }
}

/// Connections that were accepted and that no task handles yet.
///
/// The framework drops a connection that comes while the server stops, and NIO ends the process when the writer of a dropped connection is
/// freed: every other request in flight would be lost. So the connection is kept until it is handled, or until the process ends.
private final class UnhandledConnections: Sendable {
    private let values = Mutex<[ObjectIdentifier: HTTP1Channel.Value]>([:])

    func keep(_ value: HTTP1Channel.Value) { values.withLock { $0[ObjectIdentifier(value.channel)] = value } }

    func release(_ value: HTTP1Channel.Value) {
        values.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(value.channel)) }
    }
}
