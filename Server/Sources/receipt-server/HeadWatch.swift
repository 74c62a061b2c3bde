import NIOCore

/// Notifies ``ConnectionRules`` that a request's head has begun. The parser reports a head only when it is complete.
final class HeadWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let rules: ConnectionRules

    init(_ rules: ConnectionRules) { self.rules = rules }

    /// A request ends with its last byte, so bytes that arrive between requests and don't end one are the beginning of
    /// a head.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if rules.isDeaf { return }
        var bytes = unwrapInboundIn(data)
        if bytes.readableBytes > 1, let most = bytes.readSlice(length: bytes.readableBytes - 1) {
            context.fireChannelRead(wrapInboundOut(most))
        }
        let ended = rules.endedRequests
        context.fireChannelRead(wrapInboundOut(bytes))
        if rules.endedRequests == ended { rules.receivedPartOfRequest() }
    }
}
