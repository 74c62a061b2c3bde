import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A request body did not arrive in time.
struct BodyTooSlow: Error {}

/// A request body breaks off, or isn't in the chunks that its head announces.
struct BodyMalformed: Error {}

/// What a server does for a connection besides answering: it answers 100 to a client that asks before sending a request body, gives up on a client that
/// sends or reads too slowly, and closes behind an answer that says so, so that the answer is still read.
final class ConnectionRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Reading { case nothing, head, body }

    private let terms: ConnectionTerms
    private var reading = Reading.nothing
    /// How many requests came whole.
    private(set) var endedRequests = 0
    /// No request follows the one that is being read.
    private var isLast = false
    /// Nothing more is read: the connection closes behind an answer.
    private(set) var isDeaf = false
    private var readTimer: Scheduled<Void>?
    /// The bytes of the request body of each request whose answer the client doesn't have: several, where requests are pipelined. None once
    /// the answer begins: then nothing refers to the request body any more.
    private var unanswered = CircularBuffer<Int>()
    let share: Budget.Share
    /// Answers that were written, and that the client has not taken yet.
    private var untaken = 0
    /// Part of an answer was written: the rest follows as the client reads.
    private var isAnswering = false
    private var writeTimer: Scheduled<Void>?
    private var isClosing = false
    /// The head that came last reaches no route, and nothing behind it is read.
    private var isRefused = false
    private var hasClosedOutput = false
    /// What is wrong with a head, while earlier requests have no answer yet.
    private var problem: HeadProblem?
    private var isShuttingDown = false
    private var shutdownTimer: Scheduled<Void>?

    /// How long a connection on which nothing happens is kept after the signal to end: what a client sent just then is
    /// on its way, and would be lost with the connection.
    private static let farewell = TimeAmount.milliseconds(500)

    init(_ terms: ConnectionTerms) {
        self.terms = terms
        share = Budget.Share(terms.budget)
    }

    // MARK: Requests

    /// Bytes came, and no request ended with them.
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
            // Bytes behind an early answer, such as 404, are dropped as they come.
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

    /// Most heads and request bodies come whole, and need no timer.
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
        // A request body that breaks off is its route's affair. Under the parser's own error the framework would answer a second time.
        if reading == .body { return context.fireErrorCaught(BodyMalformed()) }
        isRefused = true
        self.problem = problem
        if unanswered.count == untaken { refuse(context) }
    }

    /// Answers a head that reaches no route.
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

    /// Not for what will be too large: then the answer is 413, and the request body is never sent.
    private func sayContinue(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
        if let length = request.headerFields.declaredLength, length > terms.maximumBody { return }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    private func headIsTooSlow(_ context: ChannelHandlerContext) {
        readTimer = nil
        // The answer must come after those of earlier requests, and while these are made, nothing may be read.
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
            // The header keeps the client from sending another request, which would get no answer.
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

    /// The socket took the last byte of an answer, or will never take it.
    private func answerWasTaken(_ context: ChannelHandlerContext) {
        untaken -= 1
        if let bytes = unanswered.popFirst() { share.give(bytes) }
        writeTimer?.cancel()
        writeTimer = nil
        if untaken > 0 || isAnswering {
            startWriteTimer(context)
        } else if hasClosedOutput {
            // First only this side was closed, and soon the other is: who is still sending would lose the answer otherwise.
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
        shutdownTimer = schedule(terms.shutdownTimeout, context) { rules, context in
            rules.terms.log.metrics.closed(.shutdown)
            context.close(promise: nil)
        }
        if unanswered.isEmpty { sayFarewell(context) }
    }

    /// The framework closes the connection at this event, so it doesn't see the event until all answers are written.
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
        // The client reads no more answers.
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
    /// The length that a request body was announced with. The parser accepts nothing but digits, so what is no `Int` is too large for one.
    var declaredLength: Int? { self[.contentLength].map { Int($0) ?? .max } }
}
