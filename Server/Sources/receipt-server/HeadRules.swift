import NIOCore
import NIOHTTP1

/// Checks the rules of RFC 9112 for a request's head beyond its grammar. After a head that breaks one, nothing more is
/// read.
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
            // As in the routes, two identifiers are treated as none.
            problem.requestID = Self.values(of: RequestID.field, in: head).joined(separator: ", ")
            problem.hasBody = head.method != .HEAD
            context.fireErrorCaught(problem)
        }
    }

    private static func check(_ head: inout HTTPRequestHead) throws(HeadProblem) {
        // RFC 9112, 3.2: exactly one Host, which may be empty. HTTP/1.0 requires none.
        let hosts = values(of: "Host", in: head)
        guard hosts.count == 1 || hosts.isEmpty && head.version == .http1_0, hosts.allSatisfy(isHost) else {
            throw .host
        }
        // RFC 9112, 3.2.2: the authority of an absolute-form target replaces Host.
        if let authority = try authority(ofTarget: head.uri) {
            head.headers.replaceOrAdd(name: "Host", value: String(authority))
        }
        // RFC 9112, 9.3: HTTP/1.0 closes by default. After a request to switch protocols, the parser reads no more
        // HTTP.
        if !head.isKeepAlive || head.method == .CONNECT || head.headers.contains(name: "Upgrade") {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        guard head.version == .http1_0 else {
            // RFC 9112, 6.1: reject every other coding, because the server can't decode it.
            let codings = values(of: "Transfer-Encoding", in: head)
            guard codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked" else {
                throw .transferEncoding
            }
            return
        }
        // RFC 9112, 6.1: HTTP/1.0 has no transfer codings, so the length of the request body is unknown.
        if head.headers.contains(name: "Transfer-Encoding") { throw .malformed }
        // RFC 9110, 10.1.1: HTTP/1.0 has no status 100.
        head.headers.remove(name: "Expect")
    }

    /// Returns the values of a field. The parser leaves trailing white space, so this removes it.
    private static func values(of name: String, in head: HTTPRequestHead) -> [String] {
        head.headers[name].map { value in
            String(decoding: value.utf8.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed(), as: UTF8.self)
        }
    }

    /// Returns the part between `http://` and the path, or nil if the target is a path.
    private static func authority(ofTarget target: String) throws(HeadProblem) -> Substring? {
        guard target.utf8.first != UInt8(ascii: "/"), let scheme = target.firstRange(of: "://") else { return nil }
        let authority = target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // RFC 9110, 4.2.1 and 4.2.4: reject an empty host, and user information before the host.
        guard !authority.isEmpty, authority.first != ":", isHost(authority) else { throw .malformed }
        return authority
    }

    /// Host = uri-host [ ":" port ] (RFC 9112, 3.2). uri-host is an address in brackets or a name (RFC 3986, 3.2.2),
    /// which may be empty.
    private static func isHost(_ value: some StringProtocol) -> Bool {
        let bytes = Array(value.utf8)
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end > 1 else { return false }
            guard isAddress(rest[1..<end]) else { return false }
            rest = rest[(end + 1)...]
        } else {
            rest = rest.drop { isOfName($0) || $0 == UInt8(ascii: "%") }
            guard areEscapes(bytes[..<rest.startIndex]) else { return false }
        }
        guard let colon = rest.popFirst() else { return true }
        return colon == UInt8(ascii: ":") && rest.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// True for the address between brackets: IPv6address / IPvFuture (RFC 3986, section 3.2.2).
    private static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "v") || bytes.first == UInt8(ascii: "V") else {
            let isOfAddress = bytes.allSatisfy {
                $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") || isHexadecimal($0)
            }
            guard isOfAddress, bytes.contains(UInt8(ascii: ":")) else { return false }
            return (try? SocketAddress(ipAddress: String(decoding: bytes, as: UTF8.self), port: 0)) != nil
        }
        let version = bytes.dropFirst().prefix(while: isHexadecimal)
        let rest = bytes.dropFirst(1 + version.count)
        return !version.isEmpty && rest.first == UInt8(ascii: ".") && rest.count > 1
            && rest.dropFirst().allSatisfy { isOfName($0) || $0 == UInt8(ascii: ":") }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

    /// unreserved / sub-delims (RFC 3986, 2.2 and 2.3)
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=".utf8.contains(byte)
        }
    }

    /// True if two hexadecimal digits follow each percent sign.
    private static func areEscapes(_ name: ArraySlice<UInt8>) -> Bool {
        name.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            part.count >= 2 && part.prefix(2).allSatisfy(isHexadecimal)
        }
    }
}
