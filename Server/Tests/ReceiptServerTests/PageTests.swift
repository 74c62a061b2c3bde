import Foundation
import ReceiptKitTesting
import Testing

@Suite("The page")
struct PageTests {
    static let paths = [
        ("GET", "/", "text/html; charset=utf-8"), ("GET", "/page.css", "text/css; charset=utf-8"),
        ("GET", "/page.js", "text/javascript; charset=utf-8"),
        ("POST", "/v1/timeline", "image/svg+xml"),
    ]

    @Test("The page and its paths exist only with --page")
    func paths() throws {
        let (with, without) = (try Subject.server(["--page"]), try Subject.server())
        for (method, path, type) in Self.paths {
            let body = method == "GET" ? "" : #"{"evidence":["\#(try Subject.base64())"]}"#
            let answer = try with.answer(method, path, body: body)
            #expect(answer.status == 200, "\(path): \(answer.text.prefix(200))")
            #expect(answer.headers["content-type"] == type)
            #expect(try with.answer(method == "GET" ? "POST" : "GET", path).status == 405)
            let missing = try without.answer(method, path, body: body)
            #expect(missing.status == 404, "\(path)")
            #expect(missing.code == "route.unknown")
        }
    }

    @Test("A browser loads nothing from other sites, and no other site frames the page")
    func headers() throws {
        let server = try Subject.server(["--page"])
        for (method, path, _) in Self.paths where method == "GET" {
            let headers = try server.answer(method, path).headers
            let policy = try #require(headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "))
            for part in ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"] {
                #expect(policy.contains(part))
            }
            #expect(!policy.contains("unsafe"))
            #expect(headers["x-content-type-options"] == "nosniff")
            #expect(headers["referrer-policy"] == "no-referrer")
        }
    }

    @Test("The script never creates markup from strings, and contains no other host")
    func script() throws {
        let server = try Subject.server(["--page"])
        let texts = try ["/", "/page.css", "/page.js"].map { try server.answer("GET", $0).text }
        for word in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "DOMParser",
            "http:", "https:", "//cdn",
        ] {
            for text in texts { #expect(!text.contains(word), "\(word)") }
        }
    }

    @Test("The contents of rejected evidence are also shown, as unverified")
    func inspect() throws {
        let server = try Subject.server(["--page"])
        let answer = try server.answer(
            "POST", "/v1/inspect", body: try Subject.base64(defects: [.named("content-flipped")]))
        #expect(answer.status == 200)
        #expect(answer.verdict == "unverified")
        #expect((answer.json?["certificates"] as? [Any])?.count == 3)
        #expect(try server.answer("POST", "/v1/inspect", body: "<html>").code == "input.notReceipt")
        #expect(server.log.contains("v1/inspect") == false)
    }

    @Test("Contents that are too large aren't shown, and request bodies have the usual limits")
    func limits() throws {
        let server = try Subject.server(["--page"])
        let receipt = Subject.subscription(periods: 6_000)
        let answer = try server.answer("/v1/inspect", bytes: try TestAuthority.standard.sign(receipt))
        #expect(answer.status == 422)
        #expect(answer.code == "inspection.tooLong")
        func pieces(_ count: Int) -> String {
            #"{"evidence":["# + repeatElement("\"\"", count: count).joined(separator: ",") + "]}"
        }
        #expect(try server.answer("POST", "/v1/inspect", body: pieces(1_000)).status == 200)
        let many = try server.answer("POST", "/v1/inspect", body: pieces(1_001))
        #expect(many.status == 422)
        #expect(many.code == "inspection.tooLong")
        let large = [UInt8](repeating: 0x30, count: (4 << 20) + 1)
        for path in ["/v1/inspect", "/v1/timeline"] {
            let refused = try server.answer(path, bytes: large)
            #expect(refused.status == 413)
            #expect(refused.code == "body.tooLarge")
        }
    }

    @Test("The picture shows the answer of /v1/ledger, and there is none for rejected evidence")
    func timeline() throws {
        let server = try Subject.server(["--page"])
        let body = #"{"evidence":["\#(try Subject.base64(Subject.subscription))"],"asOf":"2024-04-20"}"#
        let picture = try server.answer("POST", "/v1/timeline", body: body).text
        #expect(picture.hasPrefix("<svg "))
        #expect(picture.contains("Entitled to com.example.monthly until 2024-05-15."))
        let refused = try server.answer("POST", "/v1/timeline", body: body.replacingOccurrences(of: "MI", with: "MA"))
        #expect(refused.status == 422)
        #expect(refused.verdict != "verified")
    }
}
