import Foundation
import ReceiptKitTesting
import Testing

@Suite("Connections")
struct ConnectionTests {
    @Test("A request body may arrive in chunks, byte by byte, pipelined, and from a client that has finished sending")
    func forms() throws {
        let server = try Subject.server()
        let body = try Subject.body()
        let chunked = try Connection(server.port)
        try chunked.send("POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        var rest = Array(body.utf8)[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(1_000)
            try chunked.send(String(chunk.count, radix: 16) + "\r\n")
            try chunked.send(chunk)
            try chunked.send("\r\n")
            rest = rest.dropFirst(1_000)
        }
        try chunked.send("0\r\n\r\n")
        #expect(try chunked.answer().number == 0)

        let slow = try Connection(server.port)
        let text = Array(Subject.request("POST", "/verifyReceipt", body: "{}").utf8)
        for octet in text { try slow.send([octet]) }
        #expect(try slow.answer().number == 21002)

        let pipelined = try Connection(server.port)
        try pipelined.send(
            Subject.request("POST", "/verifyReceipt", body: body) + Subject.request("GET", "/health")
                + Subject.request("POST", "/verifyReceipt", body: "{}")
                + Subject.request("POST", "/verifyReceipt", body: body))
        #expect(try pipelined.answer().number == 0)
        #expect(try pipelined.answer().json?["status"] as? String == "ok")
        #expect(try pipelined.answer().number == 21002)
        #expect(try pipelined.answer().number == 0)

        let halfClosed = try Connection(server.port)
        try halfClosed.send(Subject.request("POST", "/verifyReceipt", body: body))
        halfClosed.finishSending()
        #expect(try halfClosed.answer().number == 0)
        #expect(try halfClosed.isAtEnd())
    }

    @Test("The server serves a client that closes when asked to, and one that doesn't know status 100")
    func ends() throws {
        let server = try Subject.server()
        let closing = try Connection(server.port)
        try closing.send(Subject.request("POST", "/verifyReceipt", ["Connection: close"], body: "{}"))
        #expect(try closing.answer().number == 21002)
        #expect(try closing.isAtEnd())

        let cut = try Connection(server.port)
        try cut.send("POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{")
        cut.finishSending()
        let answer = try cut.answer()
        #expect(answer.status == 400)
        #expect(answer.number == 21002)

        let noise = try Connection(server.port)
        try noise.send("this is not HTTP\r\n\r\n")
        #expect(try noise.answer().status == 400)
        #expect(try noise.isAtEnd())
    }

    @Test("An early response doesn't wait for the request body, and the connection stays open")
    func earlyAnswer() throws {
        let server = try Subject.server()
        let connection = try Connection(server.port)
        for _ in 0..<3 {
            for (path, status) in [("/nothing", 404), ("/health", 405), ("/metrics", 405)] {
                try connection.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n{")
                #expect(try connection.answer().status == status)
                try connection.send(String(repeating: " ", count: 199_999))
            }
        }
        try connection.send(Subject.request("GET", "/health"))
        #expect(try connection.answer().status == 200)
    }

    @Test("A request body that is too large gets 413, whether its size is announced or found in chunks")
    func tooLarge() throws {
        let server = try Subject.server(["--max-body", "10000"])
        let long = String(repeating: " ", count: 9_998) + "{}"
        #expect(try server.answer(body: long).number == 21002)
        let told = try server.answer(body: long + " ")
        #expect(told.status == 413)
        #expect(told.headers["connection"] == "close")

        // The server doesn't wait for the request body.
        let waiting = try Connection(server.port)
        try waiting.send("POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: 10001\r\n\r\n")
        #expect(try waiting.answer().status == 413)
        #expect(try waiting.isAtEnd())

        let chunked = try Connection(server.port)
        try chunked.send("POST /v1/verify HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<11 { try chunked.send("3e8\r\n" + String(repeating: "A", count: 1_000) + "\r\n") }
        let answer = try chunked.answer()
        #expect(answer.status == 413)
        #expect(answer.code == "body.tooLarge")
    }

    @Test("A request body that is too slow gets 408")
    func tooSlow() throws {
        let server = try Subject.server(["--body-timeout", "0.5"])
        for path in ["/verifyReceipt", "/v1/verify"] {
            let connection = try Connection(server.port)
            try connection.send("POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{")
            let answer = try connection.answer()
            #expect(answer.status == 408)
            #expect(path == "/v1/verify" ? answer.code == "body.tooSlow" : answer.number == 21002)
            #expect(try connection.isAtEnd())
        }
        // An idle connection between requests is not slow.
        let connection = try Connection(server.port)
        for _ in 0..<2 {
            try connection.send(Subject.request("POST", "/verifyReceipt", body: "{}"))
            #expect(try connection.answer().number == 21002)
            usleep(700_000)
        }
    }

    @Test("A client that asks before sending a request body gets 100 or 413")
    func expectations() throws {
        let server = try Subject.server(["--max-body", "100000"])
        let body = try Subject.body()
        let connection = try Connection(server.port)
        for _ in 0..<2 {
            try connection.send(
                "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            )
            #expect(try connection.answer(hasBody: false).status == 100)
            try connection.send(body)
            #expect(try connection.answer().number == 0)
        }
        let large = try Connection(server.port)
        try large.send(
            "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 100001\r\n\r\n")
        #expect(try large.answer().status == 413)
    }

    @Test("After SIGTERM while clients connect, the exit status is 0 and every response is complete", arguments: 1...5)
    func shutdownWhileConnecting(_ run: Int) async throws {
        let server = try Subject.server()
        let port = server.port
        let request = Subject.request("POST", "/verifyReceipt", body: try Subject.body())
        await withTaskGroup(of: Int.self) { group in
            for number in 0..<6 {
                group.addTask {
                    await Self.onThread {
                        var cut = 0
                        // Repeat until the server has stopped listening.
                        while let connection = try? Connection(port) {
                            if number % 2 == 0 { continue }
                            guard (try? connection.send(request)) != nil, (try? connection.answer()) == nil else {
                                continue
                            }
                            if !connection.hasReceivedNothing { cut += 1 }
                        }
                        return cut
                    }
                }
            }
            usleep(200_000 + UInt32(run) * 30_000)
            server.terminate()
            for await cut in group { #expect(cut == 0) }
        }
        #expect(server.waitForEnd() == 0)
    }

    /// Runs blocking work on its own thread, because the tests share few threads.
    private static func onThread(_ work: @escaping @Sendable () -> Int) async -> Int {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }

    @Test("After SIGTERM, requests in flight are completed, new ones are not accepted, and the exit status is 0")
    func shutdown() throws {
        let server = try Subject.server()
        let request = Array(Subject.request("POST", "/verifyReceipt", body: try Subject.body()).utf8)
        let underWay = try (0..<5).map { _ in try Connection(server.port) }
        let idle = try Connection(server.port)
        try idle.send(Subject.request("GET", "/health"))
        #expect(try idle.answer().status == 200)
        for connection in underWay { try connection.send(request.dropLast(10)) }
        usleep(300_000)
        let late = try Connection(server.port)
        try late.send(Subject.request("GET", "/health"))
        #expect(try late.answer().headers["connection"] != "close")
        server.terminate()
        usleep(200_000)
        #expect(throws: Connection.Failure.self) { try Connection(server.port) }
        // A request sent on an open connection at this moment is still answered, with the header that announces the
        // end.
        try late.send(request)
        let last = try late.answer()
        #expect(last.number == 0)
        #expect(last.headers["connection"] == "close")
        #expect(try idle.isAtEnd())
        for connection in underWay {
            try connection.send(request.suffix(10))
            let answer = try connection.answer()
            #expect(answer.number == 0)
            #expect(answer.headers["connection"] == "close")
        }
        #expect(server.waitForEnd() == 0)
    }
}
