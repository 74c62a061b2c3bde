import HTTPTypes
import NIOHTTP1

/// A reason to respond to a request's head without passing it to a route.
struct HeadProblem: Error {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    /// The request's own identifier, if its head could be parsed and has a valid one.
    var requestID: String?
    /// False for HEAD requests, whose responses have no body.
    var hasBody = true

    static let tooSlow = HeadProblem(
        status: .requestTimeout, code: "head.tooSlow", message: "The request's head did not arrive in time.")
    static let malformed = HeadProblem(
        status: .badRequest, code: "head.malformed", message: "The request's head isn't HTTP/1.1.")
    static let tooLarge = HeadProblem(
        status: .requestHeaderFieldsTooLarge, code: "head.tooLarge", message: "The request's head is too large.")
    static let host = HeadProblem(
        status: .badRequest, code: "head.host",
        message: "The request must have one Host: a host, with or without a port.")
    static let transferEncoding = HeadProblem(
        status: .notImplemented, code: "head.transferEncoding",
        message: "The only transfer coding that the server understands is chunked.")

    /// Converts the parser's error.
    init(_ error: HTTPParserError) { self = error == .headerOverflow ? .tooLarge : .malformed }

    private init(status: HTTPResponse.Status, code: String, message: String) {
        (self.status, self.code, self.message) = (status, code, message)
    }
}
