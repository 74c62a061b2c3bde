import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// An HTTP/1.1 connection with this server's rules.
///
/// The framework doesn't handle the connection. It never sees a connection that NIO accepted just before the listener closed, and NIO ends
/// the process when the writer of such a connection is freed (see the report in `Server/Upstream/`). Instead, each connection has its own
/// task as soon as its pipeline is complete, and ``ConnectionLimit/closed()`` waits for all of them.
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
            // Start the task before anything can throw; from here on it owns the connection.
            Task { [share = rules?.share] in
                await Budget.Share.$current.withValue(share) { await base.handle(value: connection, logger: logger) }
            }
            // Read little from each connection per turn of the event loop, so that clients that send much don't delay
            // the others.
            try channel.syncOptions?.setOption(ChannelOptions.maxMessagesPerRead, value: 1)
            try channel.syncOptions?.setOption(
                ChannelOptions.recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 1 << 10, initial: 2 << 10, maximum: 16 << 10))
            // Limit the bytes waiting for the socket, because the budget doesn't include them.
            try channel.syncOptions?.setOption(
                ChannelOptions.writeBufferWaterMark, value: .init(low: 1, high: ReceiptResponder.slice))
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(HeadRules(), position: .before(codec))
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            if let rules { try pipeline.addHandler(HeadWatch(rules), position: .before(parser)) }
            return Value(channel: channel)
        }
    }

    /// Waits for the connection to close; its own task handles the requests.
    func handle(value: Value, logger: Logger) async { try? await value.channel.closeFuture.get() }
}
