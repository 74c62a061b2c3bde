import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Metrics
import NIOCore

/// From an HTTP request to an HTTP response. No router: on two of the routes every method there is has an answer.
struct ReceiptResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let routes: Routes
    let maximumBody: Int
    let metrics: RequestMetrics
    let logger: Logger

    func respond(to request: Request, context: Context) async throws -> Response {
        let began = ContinuousClock.now
        // A base URL that ends with a slash makes two of it.
        let path = request.uri.path.hasPrefix("//") ? String(request.uri.path.dropFirst()) : request.uri.path
        let answer: (name: String, response: Response, outcome: Routes.Outcome?)
        switch path {
        case "/verifyReceipt", "/sandbox/verifyReceipt":
            let answered = await verifyReceipt(request, isSandbox: path != "/verifyReceipt")
            answer = (path, answered.response, answered.outcome)
        case "/v1/verify":
            let answered = await verify(request)
            answer = (path, answered.response, answered.outcome)
        case "/health": answer = (path, only(.get, request) { Self.json(.ok, Array(#"{"status":"ok"}"#.utf8)) }, nil)
        case "/metrics": answer = (path, only(.get, request) { text(metrics.text) }, nil)
        default: answer = ("other", Self.json(.notFound, Self.problem("route.unknown", "There is no such route.")), nil)
        }
        note(answer.name, answer.response.status.code, answer.outcome, began)
        return request.method == .head ? Self.headOnly(answer.response) : answer.response
    }

    // MARK: Routes

    private nonisolated(nonsending) func verifyReceipt(_ request: Request, isSandbox: Bool) async -> Answered {
        // Who hard-codes Apple's hosts is led here by DNS, and only this header tells which of them was meant.
        let isSandbox = isSandbox || request.head.authority?.prefix(8).lowercased() == "sandbox."
        let body: [UInt8]
        do { body = try await collect(request) } catch {
            return failed(error, body: Array(#"{"status":21002}"#.utf8))
        }
        let (endpoint, method) = (isSandbox ? routes.sandbox : routes.production, request.method.rawValue)
        let answer = await judge(body) { routes.verifyReceipt(endpoint, method: method, body: body, at: Date()) }
        return Answered(response: Self.json(.ok, answer.body), outcome: answer.outcome)
    }

    private nonisolated(nonsending) func verify(_ request: Request) async -> Answered {
        guard request.method == .post else {
            return Answered(response: only(.post, request) { Response(status: .ok) }, outcome: nil)
        }
        let body: [UInt8]
        do { body = try await collect(request) } catch { return failed(error, body: nil) }
        let answer = await judge(body) { routes.verify(body, at: Date()) }
        return Answered(response: Self.json(.init(code: answer.status), answer.body), outcome: answer.outcome)
    }

    /// While an event loop verifies, it answers nobody else. So what may take more than a millisecond or two, a page of transactions
    /// or a receipt of hundreds of purchases, is left to Swift's own threads.
    private nonisolated(nonsending) func judge(
        _ body: [UInt8], _ answer: @Sendable () -> Routes.Answer
    ) async -> Routes.Answer {
        guard body.count > Self.longestOnLoop else { return answer() }
        return await withTaskExecutorPreference(globalConcurrentExecutor) { answer() }
    }

    private static let longestOnLoop = 64 << 10

    private struct Answered {
        let response: Response
        let outcome: Routes.Outcome?
    }

    // MARK: Bodies

    private nonisolated(nonsending) func collect(_ request: Request) async throws -> [UInt8] {
        // Known before a byte of it was sent.
        if let length = request.headers[.contentLength].flatMap(Int.init), length > maximumBody {
            throw NIOTooManyBytesError(maxBytes: maximumBody)
        }
        let buffer = try await request.body.collect(upTo: maximumBody)
        return Array(buffer.readableBytesView)
    }

    /// The answer where the body never came whole. The connection ends with it: what still comes would be taken for a request.
    private func failed(_ error: any Error, body: [UInt8]?) -> Answered {
        let (status, code, message): (HTTPResponse.Status, String, String) =
            switch error {
            case is NIOTooManyBytesError:
                (.contentTooLarge, "body.tooLarge", "The body is larger than \(maximumBody) bytes.")
            case is BodyTooSlow: (.requestTimeout, "body.tooSlow", "The body did not arrive in time.")
            default: (.badRequest, "body.incomplete", "The body ended before its end.")
            }
        var response = Self.json(status, body ?? Self.problem(code, message))
        response.headers[.connection] = "close"
        return Answered(response: response, outcome: Routes.Outcome(verdict: "unreadable", code: code))
    }

    // MARK: Responses

    private func only(_ method: HTTPRequest.Method, _ request: Request, _ respond: () -> Response) -> Response {
        if request.method == method || (method == .get && request.method == .head) { return respond() }
        var response = Self.json(
            .methodNotAllowed, Self.problem("method.notAllowed", "This route takes \(method.rawValue)."))
        response.headers[.allow] = method.rawValue
        return response
    }

    private static func json(_ status: HTTPResponse.Status, _ body: [UInt8]) -> Response {
        Response(status: status, headers: jsonHeaders, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    private static let jsonHeaders: HTTPFields = [
        .contentType: "application/json", .cacheControl: "private, no-store",
    ]

    private func text(_ text: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private static func problem(_ code: String, _ message: String) -> [UInt8] {
        Array(#"{"error":{"code":"\#(code)","message":"\#(message)"}}"#.utf8)
    }

    /// The answer to HEAD: the length of what is left out, and nothing of it.
    private static func headOnly(_ response: Response) -> Response { response.createHeadResponse() }

    // MARK: Log and counters

    private func note(_ route: String, _ status: Int, _ outcome: Routes.Outcome?, _ began: ContinuousClock.Instant) {
        let (verdict, code) = (outcome?.verdict ?? "", outcome?.code ?? "")
        metrics.count(
            RequestMetrics.Kind(route: route, status: status, verdict: verdict, code: code),
            nanoseconds: (ContinuousClock.now - began).nanoseconds)
        guard let outcome, outcome.verdict != "verified" else { return }
        logger.notice(
            "\(outcome.verdict)",
            metadata: ["route": "\(route)", "status": "\(status)", "code": "\(outcome.code)"])
    }
}

extension Duration {
    /// Whole nanoseconds; a request does not last for centuries.
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
