import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A request body did not arrive in time.
struct BodyTooSlow: Error {}

/// A request body ends early, or isn't in the chunks that its head announces.
struct BodyMalformed: Error {}

/// Everything a server does for a connection besides responding: sends 100 to a client that asks before sending a
/// request body, closes connections that send or read too slowly, and closes after a final response in a way that still
/// lets the client read it.
final class ConnectionRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Reading { case nothing, head, body }

    private let terms: ConnectionTerms
    private var reading = Reading.nothing
    /// The number of complete requests.
    private(set) var endedRequests = 0
    /// True if the request being read is the connection's last.
    private var isLast = false
    /// True if nothing more is read, because the connection closes after a response.
    private(set) var isDeaf = false
    private var readTimer: Scheduled<Void>?
    /// The size of the request body of each request that has no response yet; with pipelining there may be several. An
    /// entry becomes 0 when its response begins, because the request body is then released.
    private var unanswered = CircularBuffer<Int>()
    let share: Budget.Share
    /// The number of responses that were written, but that the socket hasn't taken yet.
    private var untaken = 0
    /// True if part of a response was written. The rest follows as the client reads.
    private var isAnswering = false
    private var writeTimer: Scheduled<Void>?
    private var isClosing = false
    /// True if the latest head is answered without reaching a route. Nothing after that head is read.
    private var isRefused = false
    private var hasClosedOutput = false
    /// The problem with a request's head, kept until earlier requests have their responses.
    private var problem: HeadProblem?
    private var isShuttingDown = false
    private var shutdownTimer: Scheduled<Void>?

    /// The time for which an idle connection is kept after the signal to end. A request that a client has just sent may
    /// still be on its way, and would be lost otherwise.
    private static let farewell = TimeAmount.milliseconds(500)

    init(_ terms: ConnectionTerms) {
        self.terms = terms
        share = Budget.Share(terms.budget)
    }

    // MARK: Requests

    /// Records that bytes arrived that didn't end a request.
    func receivedPartOfRequest() { if reading == .nothing { reading = .head } }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isDeaf { return }
        switch unwrapInboundIn(data) {
        case .head(let request):
            stopReadTimer()
            reading = .body
            unanswered.append(0)
            isLast = request.headerFields[.connection] == "close"
            if request.headerFields[.expect]?.lowercased() == "100-continue" { sayContinue(request, context) }
        case .body(let bytes):
            // Discard the rest of a request body after an early response, such as 404.
            if let current = unanswered.indices.last {
                guard share.take(bytes.readableBytes) else {
                    return errorCaught(context: context, error: NoRoom())
                }
                unanswered[current] += bytes.readableBytes
            }
        case .end:
            stopReadTimer()
            reading = .nothing
            endedRequests += 1
            isDeaf = isLast
        }
        context.fireChannelRead(data)
    }

    /// Sets timers only here, because most heads and request bodies arrive whole and need no timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if readTimer == nil, !isDeaf {
            switch reading {
            case .nothing: break
            case .head: readTimer = schedule(terms.headTimeout, context) { $0.headIsTooSlow($1) }
            case .body:
                readTimer = schedule(terms.bodyTimeout, context) { $0.errorCaught(context: $1, error: BodyTooSlow()) }
            }
        }
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        isDeaf = true
        stopReadTimer()
        if isRefused { return }
        guard let problem = error as? HeadProblem ?? (error as? HTTPParserError).map(HeadProblem.init) else {
            return context.fireErrorCaught(error)
        }
        // Leave an incomplete request body to its route. For the parser's own error, the framework would send a second
        // response.
        if reading == .body { return context.fireErrorCaught(BodyMalformed()) }
        isRefused = true
        self.problem = problem
        if unanswered.count == untaken { refuse(context) }
    }

    /// Responds to a head that reaches no route.
    private func refuse(_ context: ChannelHandlerContext) {
        guard let problem, !isClosing, context.channel.isActive else { return }
        self.problem = nil
        isDeaf = true
        let id = RequestID.valid(problem.requestID)
        let body = ByteBuffer(bytes: ReceiptResponder.problem(problem.code, problem.message))
        var fields = ReceiptResponder.jsonHeaders
        fields[.contentLength] = "\(body.readableBytes)"
        fields[.connection] = "close"
        RequestID.give(id, to: &fields)
        terms.log.note("other", problem.status.code, Routes.Outcome(verdict: "", code: problem.code), id)
        unanswered.append(0)
        let parts: [OutboundIn] = [.head(.init(status: problem.status, headerFields: fields)), .body(body), .end(nil)]
        for part in problem.hasBody ? parts : [parts[0], parts[2]] {
            write(context: context, data: wrapOutboundOut(part), promise: nil)
        }
    }

    private func stopReadTimer() {
        readTimer?.cancel()
        readTimer = nil
    }

    /// Sends 100, unless the request body is too large. In that case the client gets 413 and never sends the body.
    private func sayContinue(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        if let length = request.headerFields.declaredLength, length > terms.maximumBody { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    private func headIsTooSlow(_ context: ChannelHandlerContext) {
        readTimer = nil
        // Keep the order of responses: wait for earlier ones, and read nothing meanwhile.
        guard unanswered.isEmpty else {
            readTimer = schedule(terms.headTimeout, context) { $0.headIsTooSlow($1) }
            return
        }
        terms.log.metrics.closed(.headTooSlow)
        errorCaught(context: context, error: HeadProblem.tooSlow)
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        if case .head = part { beginAnswer() }
        switch part {
        case .head(var response) where isShuttingDown || isLast && unanswered.count - untaken == 1:
            // Tell the client not to send another request, which would get no response.
            response.headerFields[.connection] = "close"
            isClosing = true
            context.write(wrapOutboundOut(.head(response)), promise: promise)
        case .head(let response):
            isClosing = response.headerFields[.connection] == "close"
            context.write(data, promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            isAnswering = false
            untaken += 1
            let taken = promise ?? context.eventLoop.makePromise()
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            taken.futureResult.whenComplete { _ in bound.value.0.answerWasTaken(bound.value.1) }
            context.write(data, promise: taken)
            if isClosing {
                closeBehindAnswer(context)
            } else if unanswered.count == untaken {
                refuse(context)
            }
        }
    }

    private func beginAnswer() {
        isAnswering = true
        guard untaken < unanswered.count else { return }
        let current = unanswered.index(unanswered.startIndex, offsetBy: untaken)
        share.give(unanswered[current])
        unanswered[current] = 0
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        startWriteTimer(context)
    }

    private func closeBehindAnswer(_ context: ChannelHandlerContext) {
        isDeaf = true
        stopReadTimer()
        hasClosedOutput = true
        flush(context: context)
        context.close(mode: .output, promise: nil)
    }

    /// Called when the socket has taken the last byte of a response, or never will.
    private func answerWasTaken(_ context: ChannelHandlerContext) {
        untaken -= 1
        if let bytes = unanswered.popFirst() { share.give(bytes) }
        writeTimer?.cancel()
        writeTimer = nil
        if untaken > 0 || isAnswering {
            startWriteTimer(context)
        } else if hasClosedOutput {
            // Only this side is closed yet; close the other soon. If both were closed at once, a client that is still
            // sending would lose the response.
            _ = schedule(.seconds(2), context) { $1.close(promise: nil) }
        } else if isShuttingDown, unanswered.isEmpty {
            sayFarewell(context)
        }
    }

    private func startWriteTimer(_ context: ChannelHandlerContext) {
        guard untaken > 0 || isAnswering, writeTimer == nil else { return }
        writeTimer = schedule(terms.writeTimeout, context) { rules, context in
            rules.terms.log.metrics.closed(.answerNotRead)
            context.close(promise: nil)
        }
    }

    // MARK: The end

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isShuttingDown = true
        terms.readiness.end()
        shutdownTimer = schedule(terms.shutdownTimeout, context) { rules, context in
            rules.terms.log.metrics.closed(.shutdown)
            context.close(promise: nil)
        }
        if unanswered.isEmpty { sayFarewell(context) }
    }

    /// Delays this event until all responses are written, because the framework closes the connection when it sees the
    /// event.
    private func sayFarewell(_ context: ChannelHandlerContext) {
        _ = schedule(Self.farewell, context) { rules, context in
            guard rules.unanswered.isEmpty else { return }
            context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopReadTimer()
        writeTimer?.cancel()
        shutdownTimer?.cancel()
        // The client reads no more responses.
        while let bytes = unanswered.popFirst() { share.give(bytes) }
        context.fireChannelInactive()
    }

    private func schedule(
        _ time: TimeAmount, _ context: ChannelHandlerContext,
        _ action: @escaping (ConnectionRules, ChannelHandlerContext) -> Void
    ) -> Scheduled<Void> {
        let bound = NIOLoopBound((self, context, action), eventLoop: context.eventLoop)
        return context.eventLoop.scheduleTask(in: time) { bound.value.2(bound.value.0, bound.value.1) }
    }
}

extension HTTPFields {
    /// The announced length of a request body. The parser accepts only digits, so a value that isn't an `Int` is too
    /// large for one.
    var declaredLength: Int? { self[.contentLength].map { Int($0) ?? .max } }
}
