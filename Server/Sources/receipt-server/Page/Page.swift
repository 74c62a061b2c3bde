import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// A page for people, embedded in the program. It posts only to the routes of this server.
enum Page {
    /// Returns the file at a path, or nil if the page has no such file.
    static func file(_ path: String) -> (type: String, bytes: [UInt8])? {
        switch path {
        case "/": ("text/html; charset=utf-8", PackageResources.page_html)
        case "/page.css": ("text/css; charset=utf-8", PackageResources.page_css)
        case "/page.js": ("text/javascript; charset=utf-8", PackageResources.page_js)
        default: nil
        }
    }

    /// The browser loads files only from this server, sends requests only to it, and runs no script except the page's.
    /// Pictures are data URLs, because an image element shows these without running scripts.
    private static let headers: HTTPFields = {
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src data:",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        var headers: HTTPFields = [
            .contentSecurityPolicy: policy.joined(separator: "; "), .xContentTypeOptions: "nosniff",
            .cacheControl: "no-cache",
        ]
        if let referrerPolicy = HTTPField.Name("Referrer-Policy") { headers[referrerPolicy] = "no-referrer" }
        return headers
    }()

    static func response(_ type: String, _ bytes: [UInt8]) -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
