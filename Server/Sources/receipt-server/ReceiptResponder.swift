import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ReceiptReports

/// Converts HTTP requests to responses. It uses no router, because two of the routes answer every method.
struct ReceiptResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let routes: Routes
    let hasPage: Bool
    let maximumBody: Int
    let large: LargeBodies
    /// Inspections have their own thread, so that no verdict waits for them.
    let inspections: LargeBodies
    let readiness: Readiness
    let log: RequestLog

    func respond(to request: Request, context: Context) async throws -> Response {
        // If a client's base URL ends with a slash, its paths begin with two.
        let path = request.uri.path.hasPrefix("//") ? String(request.uri.path.dropFirst()) : request.uri.path
        let id = RequestID.of(request)
        let body = readsBody(path, request.method) ? await arrived(request) : nil
        // The time that a client takes to send its request isn't part of the duration.
        let began = ContinuousClock.now
        var answer: (name: String, response: Response, outcome: Routes.Outcome?)
        switch path {
        case "/verifyReceipt", "/sandbox/verifyReceipt":
            let answered = await verifyReceipt(request, body, isSandbox: path != "/verifyReceipt")
            answer = (path, answered.response, answered.outcome)
        case "/v1/verify":
            let answered = await evidence(request, body, answer: routes.verify)
            answer = (path, answered.response, answered.outcome)
        case "/v1/ledger":
            let answered = await evidence(request, body, isList: true, answer: routes.ledger)
            answer = (path, answered.response, answered.outcome)
        case "/health":
            let text = #"{"status":"ok","version":"\#(ReceiptServer.configuration.version)"}"#
            answer = (path, only(.get, request) { Self.json(.ok, Array(text.utf8)) }, nil)
        case "/ready":
            let (status, word) =
                readiness.isReady ? (HTTPResponse.Status.ok, "ready") : (.serviceUnavailable, "shuttingDown")
            answer = (path, only(.get, request) { Self.json(status, Array(#"{"status":"\#(word)"}"#.utf8)) }, nil)
        case "/metrics": answer = (path, only(.get, request) { text(log.metrics.text) }, nil)
        case "/v1/inspect":
            let answered = await inspection(request, body)
            // An inspection has no verdict to log.
            answer = (path, answered.response, answered.outcome?.verdict == "unverified" ? nil : answered.outcome)
        case "/v1/timeline" where hasPage:
            let answered = await evidence(request, body, isList: true, answer: routes.timeline)
            answer = (path, answered.response, answered.outcome)
        default:
            if hasPage, let file = Page.file(path) {
                answer = (path, only(.get, request) { Page.response(file.type, file.bytes) }, nil)
                break
            }
            answer = (
                "other", Self.json(.notFound, Self.problem("route.unknown", "There is no such route.")),
                Routes.Outcome(verdict: "", code: "route.unknown")
            )
        }
        RequestID.give(id, to: &answer.response.headers)
        if answer.response.status == .methodNotAllowed {
            answer.outcome = Routes.Outcome(verdict: "", code: "method.notAllowed")
        }
        log.note(
            answer.name, answer.response.status.code, answer.outcome, id, duration: ContinuousClock.now - began)
        return request.method == .head ? Self.headOnly(answer.response) : answer.response
    }

    // MARK: Routes

    private nonisolated(nonsending) func verifyReceipt(
        _ request: Request, _ body: Body?, isSandbox: Bool
    ) async -> Answered {
        // A client with Apple's hosts in its code may reach this server by DNS. The Host header is then the only way to
        // tell which host the client meant.
        let isSandbox = isSandbox || request.head.authority?.prefix(8).lowercased() == "sandbox."
        let method = request.method.rawValue
        do {
            let answer = try await judge(body) { [routes] in
                routes.verifyReceipt(isSandbox: isSandbox, method: method, body: $0, at: Date())
            }
            return Answered(response: try Self.counted(.ok, answer.body), outcome: answer.outcome)
        } catch {
            return failed(error) { Array(#"{"status":\#($0.status)}"#.utf8) }
        }
    }

    private nonisolated(nonsending) func evidence(
        _ request: Request, _ body: Body?, isList: Bool = false, on threads: LargeBodies? = nil,
        answer: @escaping @Sendable ([UInt8], Date) -> Routes.Answer
    ) async -> Answered {
        guard let body else {
            return Answered(response: only(.post, request) { Response(status: .ok) }, outcome: nil)
        }
        do {
            let answer = try await judge(body, isList: isList, on: threads) { answer($0, Date()) }
            var response = try Self.counted(.init(code: answer.status), answer.body)
            if answer.isPicture { response.headers[.contentType] = "image/svg+xml" }
            return Answered(response: response, outcome: answer.outcome)
        } catch {
            return failed(error) { Self.problem($0.code, $0.message) }
        }
    }

    /// Inspects evidence when no verdict waits. This uses a continuation, because awaiting a task would raise the
    /// task's priority to the caller's.
    private func inspection(_ request: Request, _ body: Body?) async -> Answered {
        await withCheckedContinuation { continuation in
            Task(priority: .background) {
                continuation.resume(
                    returning: await evidence(request, body, isList: true, on: inspections, answer: routes.inspect))
            }
        }
    }

    /// Verifies small request bodies on the event loop. Anything that may take more than a millisecond or two, such as
    /// a list of evidence or a receipt with hundreds of purchases, runs on separate threads, because the event loop
    /// serves no other request meanwhile.
    private nonisolated(nonsending) func judge(
        _ body: Body?, isList: Bool = false, on threads: LargeBodies? = nil,
        _ answer: @escaping @Sendable ([UInt8]) -> Routes.Answer
    ) async throws -> Routes.Answer {
        guard let body = try body?.get() else { return answer([]) }
        guard isList || body.readableBytes > Self.longestOnLoop || Self.namesEvidence(body) else {
            return answer(Array(body.readableBytesView))
        }
        return try await (threads ?? large).run(body.readableBytes) { answer(Array(body.readableBytesView)) }
    }

    private static let longestOnLoop = 64 << 10

    /// True if the request body may contain a list of evidence, that is, if `"evidence"` occurs in it. Base64 contains
    /// no quotation marks and memmem is fast, so this check hardly slows down other requests.
    private static func namesEvidence(_ body: ByteBuffer) -> Bool {
        let word: StaticString = "evidence\""
        return body.withUnsafeReadableBytes { bytes in
            guard var next = bytes.baseAddress else { return false }
            let end = next + bytes.count
            while let quote = memchr(next, 0x22, end - next) {
                next = UnsafeRawPointer(quote) + 1
                if end - next >= word.utf8CodeUnitCount, memcmp(next, word.utf8Start, word.utf8CodeUnitCount) == 0 {
                    return true
                }
            }
            return false
        }
    }

    private struct Answered {
        var response: Response
        let outcome: Routes.Outcome?
    }

    // MARK: Request bodies

    /// A request body, or the error that ended it.
    private typealias Body = Result<ByteBuffer, any Error>

    /// Returns true if the route reads the request body, that is, unless the method or the route is rejected first.
    private func readsBody(_ path: String, _ method: HTTPRequest.Method) -> Bool {
        switch path {
        case "/verifyReceipt", "/sandbox/verifyReceipt": true
        case "/v1/verify", "/v1/ledger", "/v1/inspect": method == .post
        case "/v1/timeline": hasPage && method == .post
        default: false
        }
    }

    private nonisolated(nonsending) func arrived(_ request: Request) async -> Body {
        do { return .success(try await collect(request)) } catch { return .failure(error) }
    }

    private nonisolated(nonsending) func collect(_ request: Request) async throws -> ByteBuffer {
        // Reject a body that is announced as too large before a byte of it is sent.
        if let length = request.headers.declaredLength, length > maximumBody {
            throw NIOTooManyBytesError(maxBytes: maximumBody)
        }
        return try await request.body.collect(upTo: maximumBody)
    }

    /// A reason why a request body has no verdict.
    private struct Failure {
        let http: HTTPResponse.Status
        let code: String
        let message: String
        /// The status of verifyReceipt.
        var status = 21002
        /// True to close the connection, because the rest of the request body would be read as the next request.
        var closes = true
    }

    private func failure(_ error: any Error) -> Failure {
        switch error {
        case is NIOTooManyBytesError:
            Failure(
                http: .contentTooLarge, code: "body.tooLarge",
                message: "The request body is larger than \(maximumBody) bytes.")
        case is BodyTooSlow:
            Failure(http: .requestTimeout, code: "body.tooSlow", message: "The request body did not arrive in time.")
        case let error as AnswerTooLarge:
            Failure(
                http: .contentTooLarge, code: "answer.tooLarge",
                message: "The answer is larger than \(error.maximum) bytes.", closes: false)
        case is NoRoom:
            Failure(
                http: .serviceUnavailable, code: "server.memory",
                message: "The server's memory for request bodies and answers is full. Try again.", status: 21005)
        case is QueueFull:
            Failure(
                http: .serviceUnavailable, code: "server.queue",
                message: "The server's queue for large request bodies is full. Try again.", status: 21005,
                closes: false)
        default:
            Failure(
                http: .badRequest, code: "body.incomplete",
                message: "The connection ended before the request body was complete.")
        }
    }

    /// Responds to a request body that never arrived completely, or for which there is no room.
    private func failed(_ error: any Error, body: (Failure) -> [UInt8]) -> Answered {
        let failure = failure(error)
        var response = Self.json(failure.http, body(failure))
        if failure.closes { response.headers[.connection] = "close" }
        if failure.http == .serviceUnavailable { response.headers[.retryAfter] = "1" }
        return Answered(response: response, outcome: Routes.Outcome(verdict: "", code: failure.code))
    }

    // MARK: Responses

    private func only(_ method: HTTPRequest.Method, _ request: Request, _ respond: () -> Response) -> Response {
        if request.method == method || (method == .get && request.method == .head) { return respond() }
        var response = Self.json(
            .methodNotAllowed, Self.problem("method.notAllowed", "This route accepts only \(method.rawValue)."))
        response.headers[.allow] = method.rawValue
        return response
    }

    private static func json(_ status: HTTPResponse.Status, _ body: [UInt8]) -> Response {
        Response(status: status, headers: jsonHeaders, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// Returns a response whose body is counted in the budget, if it is large, and written in slices.
    private static func counted(_ status: HTTPResponse.Status, _ body: [UInt8]) throws -> Response {
        guard body.count > slice, let share = Budget.Share.current else { return json(status, body) }
        let answer = try share.hold(body)
        let written = ResponseBody(contentLength: answer.count) { writer in
            for start in stride(from: 0, to: answer.count, by: slice) {
                try await writer.write(ByteBuffer(bytes: answer.slice(start..<min(start + slice, answer.count))))
            }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: jsonHeaders, body: written)
    }

    /// The part of a response that a connection holds outside the budget, and the maximum of bytes that wait for the
    /// socket.
    static let slice = 16 << 10

    static let jsonHeaders: HTTPFields = [
        .contentType: "application/json", .cacheControl: "private, no-store", .xContentTypeOptions: "nosniff",
    ]

    private func text(_ text: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/plain; version=0.0.4; charset=utf-8", .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    static func problem(_ code: String, _ message: String) -> [UInt8] {
        // These strings are the program's own and contain no control characters.
        func text(_ text: String) -> String {
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        let row = ErrorExplanation(code: code)
        let hint = row?.remedy.map { ",\"hint\":" + text($0) } ?? ""
        let support = row.map { ",\"support\":" + text($0.support) } ?? ""
        return Array("{\"error\":{\"code\":\(text(code)),\"message\":\(text(message))\(hint)\(support)}}".utf8)
    }

    /// Returns the response to HEAD: the length of the body, without the body.
    private static func headOnly(_ response: Response) -> Response { response.createHeadResponse() }
}
