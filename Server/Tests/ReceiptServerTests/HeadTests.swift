import Foundation
import ReceiptKitTesting
import Testing

@Suite("Request heads")
struct HeadTests {
    @Test("A head that arrives too slowly gets 408; the time counts from its first byte")
    func tooSlow() throws {
        let server = try Subject.server(["--head-timeout", "0.5"])
        let half = "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nX-"
        let stopping = try Connection(server.port)
        try stopping.send(half)
        let answer = try stopping.answer()
        #expect(answer.status == 408)
        #expect(answer.code == "head.tooSlow")
        #expect(answer.headers["connection"] == "close")
        #expect(try stopping.isAtEnd())

        // Further bytes don't extend the time limit.
        let trickling = try Connection(server.port)
        try trickling.send("GET /")
        while !trickling.hasAnswer {
            do { try trickling.send("a") } catch { break }
            usleep(50_000)
        }
        #expect(try trickling.answer().status == 408)

        // The first bytes of a head may arrive together with the end of the previous request.
        let pipelined = try Connection(server.port)
        try pipelined.send(Subject.request("POST", "/verifyReceipt", body: "{}") + half)
        #expect(try pipelined.answer().number == 21002)
        #expect(try pipelined.answer().status == 408)
        #expect(try server.counter(#"receipt_server_connections_closed_total{reason="headTooSlow"}"#) == "3")
    }

    @Test("200 slow heads at once are gone after the deadline, and honest requests are answered meanwhile")
    func manySlowHeads() throws {
        let server = try Subject.server(["--head-timeout", "2"])
        let slow = try (0..<200).map { _ in try Connection(server.port) }
        for connection in slow { try connection.send("POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nX-") }
        for _ in 0..<20 { #expect(try server.answer(body: try Subject.body()).number == 0) }
        for connection in slow {
            #expect(try connection.answer().status == 408)
            #expect(try connection.isAtEnd())
        }
        #expect(
            try server.eventually {
                try server.counter(#"receipt_server_connections_closed_total{reason="headTooSlow"}"#) == "200"
            })
        #expect(try server.answer(body: try Subject.body()).number == 0)
    }

    @Test("An idle connection isn't treated as a slow head, neither at first nor between requests")
    func resting() throws {
        let server = try Subject.server(["--head-timeout", "0.2"])
        let (silent, slow) = (try Connection(server.port), try Connection(server.port))
        try slow.send("G")
        #expect(try slow.answer().status == 408)
        for _ in 0..<2 {
            try silent.send(Subject.request("GET", "/health"))
            #expect(try silent.answer().status == 200)
            usleep(400_000)
        }
        // The head arrives after the deadline of an earlier head whose request body is late; the head itself isn't
        // slow.
        let body = try Connection(server.port)
        try body.send("POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{")
        usleep(400_000)
        try body.send("}")
        #expect(try body.answer().number == 21002)
    }

    @Test("A request must have one Host, with or without a port; otherwise it gets 400 (RFC 9112, 3.2)")
    func host() throws {
        let server = try Subject.server()
        func status(_ fields: String, version: String = "1.1") throws -> Int {
            let connection = try Connection(server.port)
            try connection.send("GET /health HTTP/\(version)\r\n\(fields)\r\n")
            let answer = try connection.answer()
            if answer.status != 200 {
                #expect(answer.code == "head.host")
                #expect(try connection.isAtEnd())
            }
            return answer.status
        }
        for host in [
            "", "a", "A.b-c_d~", "localhost:8080", "a:", "127.0.0.1:1", "[::1]", "[::1]:443", "[v1.a:b]", "%41b",
            "a \t",
        ] { #expect(try status("Host: \(host)\r\n") == 200, "\(host)") }
        for host in [
            "a b", "x@y", "http://x", "[::1", "a:b:c", "a/", "a?", "a#", "a\\", "::1", "[]", "[::1]a", "[a/b]", "%4",
            "%zz", "a:8o", "[x]", "[1.2.3.4]", "[:::]", "[1::2::3]", "[v1]", "[v.a]", "[fe80::1%25eth0]",
            "é", "a,b c",
        ] { #expect(try status("Host: \(host)\r\n") == 400, "\(host)") }
        for fields in ["", "X: Host: a\r\n", "Host: a\r\nHost: a\r\n", "Host: a\r\nHOST: b\r\n"] {
            #expect(try status(fields) == 400, "\(fields)")
        }
        #expect(try status("", version: "1.0") == 200)
        #expect(try status("Host: a b\r\n", version: "1.0") == 400)
        #expect(try status("Host: a\r\nHost: a\r\n", version: "1.0") == 400)
    }

    @Test(
        "A transfer coding other than chunked: 501, and nothing is read after it",
        arguments: [
            "gzip, chunked", "gzip", "identity", "xchunked", "chunked;a=b", "", "gzip\r\nTransfer-Encoding: chunked",
        ])
    func transferCodings(_ coding: String) throws {
        let server = try Subject.server()
        let connection = try Connection(server.port)
        try connection.send(
            "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \(coding)\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
                + Subject.request("GET", "/health"))
        let answer = try connection.answer()
        #expect(answer.status == 501)
        #expect(answer.code == "head.transferEncoding")
        #expect(answer.headers["connection"] == "close")
        #expect(try connection.isAtEnd())
        let honest = try Connection(server.port)
        try honest.send(
            "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked \r\n\r\n2\r\n{}\r\n0\r\n\r\n")
        #expect(try honest.answer().number == 21002)
    }

    @Test(
        "Every answer to a head has X-Request-ID, a line in the log and a count",
        arguments: [
            ("noise\r\n\r\n", 400, "head.malformed"), ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "head.malformed"),
            ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 400, "head.malformed"),
            ("GET http:///health HTTP/1.1\r\nHost: a\r\n\r\n", 400, "head.malformed"),
            ("GET /health HTTP/1.1\r\n\r\n", 400, "head.host"), ("HEAD /health HTTP/1.1\r\n\r\n", 400, "head.host"),
            ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501, "head.transferEncoding"),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "x", count: 90_000))\r\n\r\n", 431, "head.tooLarge"),
            ("GET /\(String(repeating: "x", count: 90_000)) HTTP/1.1\r\nHost: a\r\n\r\n", 431, "head.tooLarge"),
            (
                "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: 1_001))\r\n", 431, "head.tooLarge"
            ), ("GET /", 408, "head.tooSlow"), ("GET /none HTTP/1.1\r\nHost: a\r\n\r\n", 404, "route.unknown"),
            ("PUT /health HTTP/1.1\r\nHost: a\r\n\r\n", 405, "method.notAllowed"),
        ])
    func noted(_ head: String, _ status: Int, _ code: String) throws {
        let server = try Subject.server(["--head-timeout", "0.5"])
        let connection = try Connection(server.port)
        try connection.send(head)
        let answer = try connection.answer(hasBody: !head.hasPrefix("HEAD"))
        #expect(answer.status == status)
        #expect(head.hasPrefix("HEAD") || answer.code == code)
        #expect(answer.headers["content-type"] == "application/json")
        let id = try #require(answer.headers["x-request-id"])
        #expect(id.wholeMatch(of: /[0-9a-f]{16}/) != nil, "\(id)")
        let line = try #require(server.log.split(separator: "\n").first { $0.contains("requestID=\(id) ") })
        #expect(line.contains("code=\(code) ") && line.contains("status=\(status) "), "\(line)")
        let count = try server.counter(
            "receipt_server_requests_total", where: #"status="\#(status)",verdict="",code="\#(code)""#)
        #expect(count == "1")
    }

    @Test("A head that is understood and breaks a rule is answered with its own X-Request-ID")
    func ownRequestID() throws {
        let server = try Subject.server()
        let connection = try Connection(server.port)
        try connection.send("GET /health HTTP/1.1\r\nHost: a b\r\nX-Request-ID: mine\r\n\r\n")
        #expect(try connection.answer().headers["x-request-id"] == "mine")
        #expect(server.log.contains("code=head.host requestID=mine "))
    }

    @Test(
        "Two X-Request-ID fields are treated as none, whether the head is rejected or reaches a route",
        arguments: ["a b", "a"])
    func twoRequestIDs(_ host: String) throws {
        let server = try Subject.server()
        let connection = try Connection(server.port)
        try connection.send(
            "GET /health HTTP/1.1\r\nHost: \(host)\r\nX-Request-ID: mine\r\nX-Request-ID: yours\r\n\r\n")
        let id = try #require(try connection.answer().headers["x-request-id"])
        #expect(id.wholeMatch(of: /[0-9a-f]{16}/) != nil, "\(id)")
    }

    @Test("Browsers must not guess another content type for a response")
    func noSniffing() throws {
        let server = try Subject.server(["--page"])
        let evidence = #"{"evidence":["\#(try Subject.base64())"]}"#
        for (method, path) in [
            ("POST", "/verifyReceipt"), ("POST", "/sandbox/verifyReceipt"), ("POST", "/v1/ledger"),
            ("POST", "/v1/verify"), ("POST", "/v1/inspect"), ("POST", "/v1/timeline"), ("GET", "/health"),
            ("GET", "/metrics"), ("GET", "/"), ("GET", "/page.js"), ("GET", "/none"), ("PUT", "/health"), ("BREW", "/"),
        ] {
            let answer = try server.answer(method, path, body: method == "POST" ? evidence : "")
            #expect(answer.headers["x-content-type-options"] == "nosniff", "\(path)")
        }
    }

    @Test("The response to a malformed head comes once, after those to earlier requests, and is the last")
    func pipelined() throws {
        let server = try Subject.server()
        let body = try Subject.body(Subject.subscription(periods: 400))
        for head in ["noise\r\n\r\n", "GET /health HTTP/1.1\r\n\r\n"] {
            let connection = try Connection(server.port)
            try connection.send(
                Subject.request("POST", "/verifyReceipt", body: body) + Subject.request("GET", "/health") + head
                    + Subject.request("GET", "/health"))
            #expect(try connection.answer().number == 0)
            #expect(try connection.answer().json?["status"] as? String == "ok")
            #expect(try connection.answer().status == 400)
            #expect(try connection.isAtEnd())
        }
        // A client that sends half a head and nothing more.
        let cut = try Connection(server.port)
        try cut.send(Subject.request("GET", "/health") + "GET / HT")
        cut.finishSending()
        #expect(try cut.answer().status == 200)
        #expect(try cut.answer().code == "head.malformed")
        #expect(try cut.isAtEnd())
        // An incomplete request body gets exactly one response: from its route, or earlier if the response doesn't
        // depend on the body.
        for (path, status) in [("/v1/verify", 400), ("/none", 404)] {
            let connection = try Connection(server.port)
            try connection.send("POST \(path) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n")
            if status == 404 { try connection.waitForBytes() }
            try connection.send("zz\r\n")
            #expect(try connection.answer().status == status)
            #expect(try connection.isAtEnd())
        }
    }

    @Test(
        "Heads that break a rule get 400 and no 100, and the connection closes",
        arguments: [
            // RFC 9112, 3.2: one Host.
            "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
            "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nHOST: sandbox.a\r\nContent-Length: 2\r\n\r\n{}",
            "POST /verifyReceipt HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
            "GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
            // RFC 9110, 4.2.1 and 4.2.4: a host, and no user information.
            "GET http:///health HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET http://sandbox.@a/health HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET http://:80/health HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://a/health HTTP/1.1\r\n\r\n",
            // RFC 9112, 6.1: no transfer codings in HTTP/1.0.
            "POST /verifyReceipt HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            "POST /verifyReceipt HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            // A number above the parser's range.
            "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 18446744073709551616\r\n\r\n",
            "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0x10\r\n\r\n",
            "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: -1\r\n\r\n",
        ])
    func refused(_ head: String) throws {
        let server = try Subject.server()
        let connection = try Connection(server.port)
        try connection.send(head + Subject.request("GET", "/health"))
        let answer = try connection.answer()
        #expect(answer.status == 400)
        #expect(answer.headers["connection"] == "close")
        #expect(try connection.isAtEnd())
    }

    @Test(
        "A length beyond the largest request body: 413 and never 100",
        arguments: ["4194305", "9223372036854775807", "9223372036854775808", "18446744073709551615"])
    func tooLong(_ length: String) throws {
        let server = try Subject.server()
        let connection = try Connection(server.port)
        try connection.send(
            "POST /v1/verify HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n")
        let answer = try connection.answer()
        #expect(answer.status == 413)
        #expect(answer.code == "body.tooLarge")
        #expect(try connection.isAtEnd())
    }

    @Test("The authority of an absolute target replaces Host")
    func absoluteTarget() throws {
        let server = try Subject.server()
        let body = try Subject.body(Subject.receipt.with { $0.environment = .sandbox })
        for (target, host, number) in [
            ("http://sandbox.itunes.apple.com/verifyReceipt", "buy.itunes.apple.com", 0),
            ("http://SANDBOX.itunes.apple.com:80/verifyReceipt?a", "a", 0),
            ("http://buy.itunes.apple.com/verifyReceipt", "sandbox.itunes.apple.com", 21007),
            ("http://buy.itunes.apple.com/sandbox/verifyReceipt", "a", 0),
            ("/verifyReceipt?http://sandbox.a", "a", 21007),
        ] {
            let connection = try Connection(server.port)
            try connection.send(
                "POST \(target) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            #expect(try connection.answer().number == number, "\(target)")
        }
    }

    @Test("HTTP/1.0 gets no 100, and is closed unless it asks to stay")
    func http10() throws {
        let server = try Subject.server()
        let connection = try Connection(server.port)
        try connection.send(
            "POST /verifyReceipt HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n"
        )
        try connection.send("{}")
        #expect(try connection.answer().number == 21002)
        try connection.send("POST /verifyReceipt HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}")
        let last = try connection.answer()
        #expect(last.number == 21002)
        #expect(last.headers["connection"] == "close")
        #expect(try connection.isAtEnd())
    }

    @Test("A request to switch protocols is answered by HTTP/1.1, and nothing is read after it")
    func upgrade() throws {
        let server = try Subject.server()
        let connection = try Connection(server.port)
        try connection.send(
            "GET /health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
                + Subject.request("GET", "/health"))
        #expect(try connection.answer().status == 200)
        #expect(try connection.isAtEnd())
    }
}
