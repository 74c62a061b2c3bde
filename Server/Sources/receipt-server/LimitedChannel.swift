import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// A connection of HTTP/1.1 with the rules of this server around it.
///
/// The framework gets no value that has to be handled. A connection that NIO accepted just before the listener closed is never handed to the
/// framework, and NIO ends the process when the writer of such a connection is freed: `Server/Upstream/` has the report. So each
/// connection has a task of its own from the moment when its pipeline is complete, and ``ConnectionLimit/closed()`` waits for all.
struct LimitedChannel: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
    }

    let base: HTTP1Channel
    let limit: ConnectionLimit

    init(_ responder: @escaping HTTPChannelHandler.Responder, terms: ConnectionTerms, limit: ConnectionLimit) {
        base = HTTP1Channel(
            responder: responder,
            configuration: .init(additionalChannelHandlers: [ConnectionRules(terms)], idleTimeout: .seconds(75)))
        self.limit = limit
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        do {
            try limit.admit(channel)
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return base.setup(channel: channel, logger: logger).flatMapThrowing { connection in
            let pipeline = channel.pipeline.syncOperations
            let rules = try? pipeline.handler(type: ConnectionRules.self)
            // Before anything can throw: from here on the task has the connection.
            Task { [share = rules?.share] in
                await Budget.Share.$current.withValue(share) { await base.handle(value: connection, logger: logger) }
            }
            // A turn of the event loop reads little from each connection, so that those that send much don't keep the others waiting.
            try channel.syncOptions?.setOption(ChannelOptions.maxMessagesPerRead, value: 1)
            try channel.syncOptions?.setOption(
                ChannelOptions.recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 1 << 10, initial: 2 << 10, maximum: 16 << 10))
            // The budget doesn't include bytes that wait in front of the socket, so they are few.
            try channel.syncOptions?.setOption(
                ChannelOptions.writeBufferWaterMark, value: .init(low: 1, high: ReceiptResponder.slice))
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(HeadRules(), position: .before(codec))
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            if let rules { try pipeline.addHandler(HeadWatch(rules), position: .before(parser)) }
            return Value(channel: channel)
        }
    }

    /// The connection's own task answers its requests; the framework only waits.
    func handle(value: Value, logger: Logger) async { try? await value.channel.closeFuture.get() }
}
