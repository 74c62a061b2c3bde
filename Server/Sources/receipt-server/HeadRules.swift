import NIOCore
import NIOHTTP1

/// What RFC 9112 demands of a request's head beyond its grammar. Behind a head that breaks a rule nothing more is read.
final class HeadRules: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        do throws(HeadProblem) {
            try Self.check(&head)
            context.fireChannelRead(wrapInboundOut(.head(head)))
        } catch {
            isRefused = true
            var problem = error
            problem.requestID = Self.values(of: RequestID.field, in: head).first
            problem.hasBody = head.method != .HEAD
            context.fireErrorCaught(problem)
        }
    }

    private static func check(_ head: inout HTTPRequestHead) throws(HeadProblem) {
        // RFC 9112, 3.2: exactly one Host.
        if head.headers["Host"].count > 1 { throw .malformed }
        // RFC 9112, 3.2.2: the authority of an absolute form takes the place of Host.
        if let authority = try authority(ofTarget: head.uri) {
            head.headers.replaceOrAdd(name: "Host", value: String(authority))
        }
        // RFC 9112, 9.3: HTTP/1.0 closes unless it says otherwise. Behind a request for another protocol the parser reads no HTTP.
        if !head.isKeepAlive || head.method == .CONNECT || head.headers.contains(name: "Upgrade") {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        guard head.version == .http1_0 else { return }
        // RFC 9112, 6.1: HTTP/1.0 has no transfer codings, so the length of the request body is unknown.
        if head.headers.contains(name: "Transfer-Encoding") { throw .malformed }
        // RFC 9110, 10.1.1: HTTP/1.0 doesn't know 100.
        head.headers.remove(name: "Expect")
    }

    /// The values of a field, from which the parser hasn't taken the white space behind them.
    private static func values(of name: String, in head: HTTPRequestHead) -> [String] {
        head.headers[name].map { value in
            String(decoding: value.utf8.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed(), as: UTF8.self)
        }
    }

    /// What stands between `http://` and the path, or nil where the target is a path.
    private static func authority(ofTarget target: String) throws(HeadProblem) -> Substring? {
        guard target.utf8.first != UInt8(ascii: "/"), let scheme = target.firstRange(of: "://") else { return nil }
        let authority = target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // RFC 9110, 4.2.1 and 4.2.4: an empty host is invalid, and so is a user in front of it.
        guard !authority.isEmpty, !authority.contains("@") else { throw .malformed }
        return authority
    }
}
