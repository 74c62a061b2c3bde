import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A body did not arrive in time.
struct BodyTooSlow: Error {}

/// What a server does for a connection besides answering: it says 100 to who asks before sending a body, gives up on a body
/// that does not arrive, and closes behind an answer that says so, so that the answer is still read.
final class ConnectionRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let maximumBody: Int
    private let bodyTimeout: TimeAmount
    private var isReadingBody = false
    private var timeout: Scheduled<Void>?
    private var isClosing = false
    private var isShuttingDown = false
    /// How many requests were not answered yet: several, where they are pipelined.
    private var unanswered = 0

    /// How long a connection on which nothing happens is kept after the server was told to end: what a client sent just then is
    /// on its way, and would be lost with the connection.
    private static let farewell = TimeAmount.milliseconds(500)

    init(maximumBody: Int, bodyTimeout: TimeAmount) {
        self.maximumBody = maximumBody
        self.bodyTimeout = bodyTimeout
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let request):
            isReadingBody = true
            unanswered += 1
            if request.headerFields[.expect]?.lowercased() == "100-continue" { sayContinue(request, context) }
        case .body: break
        case .end:
            isReadingBody = false
            timeout?.cancel()
            timeout = nil
        }
        context.fireChannelRead(data)
    }

    /// Most bodies are here as soon as their heads are, and need no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isReadingBody, timeout == nil {
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            timeout = context.eventLoop.scheduleTask(in: bodyTimeout) { bound.value.fireErrorCaught(BodyTooSlow()) }
        }
        context.fireChannelReadComplete()
    }

    /// Not for what will be too large: then the answer is 413, and the body is never sent.
    private func sayContinue(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        if let length = request.headerFields[.contentLength].flatMap(Int.init), length > maximumBody { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var response) where isShuttingDown:
            // Who is told does not send another request, which nobody would answer.
            response.headerFields[.connection] = "close"
            isClosing = true
            context.write(wrapOutboundOut(.head(response)), promise: promise)
        case .head(let response):
            isClosing = response.headerFields[.connection] == "close"
            context.write(data, promise: promise)
        case .end where isClosing:
            unanswered -= 1
            context.writeAndFlush(data, promise: promise)
            // First only this side, and soon the other: who is still sending would lose the answer otherwise.
            context.close(mode: .output, promise: nil)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .seconds(2)) { bound.value.close(promise: nil) }
        case .end:
            unanswered -= 1
            context.write(data, promise: promise)
        case .body: context.write(data, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isShuttingDown = true
        if unanswered > 0 { return context.fireUserInboundEventTriggered(event) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.farewell) {
            bound.value.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timeout?.cancel()
        context.fireChannelInactive()
    }
}
