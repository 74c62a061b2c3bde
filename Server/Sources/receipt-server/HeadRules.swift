import NIOCore
import NIOHTTP1

/// What RFC 9112 demands of a request's head beyond its grammar. A head that breaks a rule is answered as one that can't be parsed: with 400,
/// and the connection closes.
final class HeadRules: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        do throws(HTTPParserError) {
            try Self.check(&head)
            context.fireChannelRead(wrapInboundOut(.head(head)))
        } catch {
            isRefused = true
            context.fireErrorCaught(error)
        }
    }

    private static func check(_ head: inout HTTPRequestHead) throws(HTTPParserError) {
        // RFC 9112, 3.2: exactly one Host.
        if head.headers["Host"].count > 1 { throw .invalidHeaderToken }
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
        if head.headers.contains(name: "Transfer-Encoding") { throw .invalidHeaderToken }
        // RFC 9110, 10.1.1: HTTP/1.0 doesn't know 100.
        head.headers.remove(name: "Expect")
    }

    /// What stands between `http://` and the path, or nil where the target is a path.
    private static func authority(ofTarget target: String) throws(HTTPParserError) -> Substring? {
        guard target.utf8.first != UInt8(ascii: "/"), let scheme = target.firstRange(of: "://") else { return nil }
        let authority = target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // RFC 9110, 4.2.1 and 4.2.4: an empty host is invalid, and so is a user in front of it.
        guard !authority.isEmpty, !authority.contains("@") else { throw .invalidURL }
        return authority
    }
}
