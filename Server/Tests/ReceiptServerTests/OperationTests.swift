import Foundation
import ReceiptKitTesting
import Testing

@Suite("Operation")
struct OperationTests {
    @Test("Counters name the route, status, verdict and code, and nothing that identifies a receipt's owner")
    func metrics() throws {
        let server = try Subject.server()
        let good = try Subject.body(Subject.subscription)
        for _ in 0..<3 { _ = try server.answer(body: good) }
        _ = try server.answer(
            body: try Subject.body(Subject.receipt.with { $0.bundleIdentifier = "com.example.other" }))
        _ = try server.answer("POST", "/v1/verify", body: try Subject.base64(defects: [.named("content-flipped")]))
        _ = try server.answer("GET", "/nothing?of=com.example.app")
        let answer = try server.answer("GET", "/metrics")
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        let lines = answer.text.split(separator: "\n").map(String.init)
        let name = "receipt_server_requests_total"
        for line in [
            "# TYPE \(name) counter",
            #"\#(name){route="/verifyReceipt",status="200",verdict="verified",code=""} 3"#,
            #"\#(name){route="/verifyReceipt",status="200",verdict="refused",code="bundleIdentifier.mismatch"} 1"#,
            #"\#(name){route="/v1/verify",status="422",verdict="refused",code="signature.invalid"} 1"#,
            #"\#(name){route="other",status="404",verdict="",code="route.unknown"} 1"#,
            "# TYPE receipt_server_request_seconds histogram",
            #"receipt_server_request_seconds_bucket{route="/verifyReceipt",le="+Inf"} 4"#,
            #"receipt_server_request_seconds_count{route="/verifyReceipt"} 4"#,
        ] { #expect(lines.contains(line), "\(line)") }
        for line in lines where !line.hasPrefix("#") {
            #expect(line.wholeMatch(of: /[a-z_]+\{[^{}]*\} [0-9.e-]+/) != nil, "\(line)")
        }
        #expect(server.log.contains("code=bundleIdentifier.mismatch"))
        #expect(server.log.contains("code=signature.invalid"))
        for text in [answer.text, server.log] {
            for word in ["com.example", "41000", "MII", "monthly"] { #expect(!text.contains(word), "\(word)") }
        }
    }

    @Test("A slow client doesn't lengthen the durations", arguments: ["/verifyReceipt", "/v1/ledger"])
    func slowClient(_ path: String) throws {
        let server = try Subject.server()
        let request = Array(Subject.request("POST", path, body: try Subject.body()).utf8)
        let connection = try Connection(server.port)
        try connection.send(request.dropLast(10))
        usleep(400_000)
        try connection.send(request.suffix(10))
        _ = try connection.answer()
        let sum = try #require(try server.counter("receipt_server_request_seconds_sum").flatMap(Double.init))
        #expect(sum < 0.4, "\(sum)")
    }

    @Test("Verified payloads with members that have no type are counted by kind, and the members aren't named")
    func unknownMembers() throws {
        let server = try Subject.server()
        let authority = TestAuthority.standard
        var transaction = TestTransaction(
            .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1), transactionID: "410000000000001"))
        let plain = try authority.sign(transaction)
        transaction.changes.set("com.example.tomorrow", "1")
        let jws = try authority.sign(transaction)
        for _ in 0..<2 { _ = try server.answer("POST", "/v1/verify", body: jws) }
        let answer = try server.answer("POST", "/v1/verify", body: jws)
        #expect(answer.text.contains(#""unknownMembers":{"com.example.tomorrow":1}"#))
        _ = try server.answer("POST", "/v1/verify", body: plain)
        _ = try server.answer("POST", "/v1/ledger", body: #"{"evidence":["\#(jws)","\#(plain)"]}"#)
        // Anyone can cause rejections and inspections, so they must not affect these counters.
        _ = try server.answer("POST", "/v1/inspect", body: jws)
        _ = try server.answer("POST", "/v1/verify", body: String(jws.dropLast(4)))
        let text = try server.answer("GET", "/metrics").text
        #expect(text.contains(#"receipt_server_unknown_members_total{kind="transaction"} 4"#), "\(text)")
        #expect(!text.contains("tomorrow"))
    }

    @Test(
        "Arguments are escaped before they are printed",
        arguments: [
            ["--environment", "\u{1B}[31m\nX"], ["--trust-root", "\u{1B}[31m\nX"], ["--host", "\u{1B}[31m\nX"],
            ["--\u{1B}[31m\nX"],
            ["\u{1B}[31m\nX"], ["--shared-secret-file=\u{9B}31m\nX"],
            ["--tls-key", "\u{1B}", "--tls-certificate", "\u{1B}\nX"],
        ])
    func hostileArguments(_ arguments: [String]) throws {
        let result = try ServerProcess.run(["--any-bundle-id", "--port", "0"] + arguments)
        #expect(result.status != 0)
        #expect(result.log.hasPrefix("Error: "), "\(result.log)")
        #expect(
            result.log.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control || $0 == "\n" },
            "\(result.log)")
        #expect(!result.log.split(separator: "\n").contains { $0.hasPrefix("X") }, "\(result.log)")
    }

    @Test("The server stores nothing: after requests to each route, its folder contains what it contained before")
    func storesNothing() throws {
        let server = try Subject.server(["--page"])
        func contents() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: server.folder.path) }
        let before = Set(try contents())
        let receipt = try Subject.base64()
        for (method, path, body) in [
            ("POST", "/verifyReceipt", try Subject.body()), ("POST", "/sandbox/verifyReceipt", try Subject.body()),
            ("POST", "/v1/ledger", #"{"evidence":["\#(receipt)"]}"#), ("POST", "/v1/verify", receipt),
            ("POST", "/v1/inspect", receipt), ("POST", "/v1/timeline", #"{"evidence":["\#(receipt)"]}"#),
            ("GET", "/health", ""), ("GET", "/ready", ""), ("GET", "/metrics", ""), ("GET", "/", ""),
        ] { #expect(try server.answer(method, path, body: body).status == 200, "\(path)") }
        #expect(Set(try contents()) == before)
    }

    @Test("If the port is in use, the error is one line that names the port")
    func portInUse() throws {
        let server = try Subject.server()
        let result = try ServerProcess.run(["--any-bundle-id", "--port", "\(server.port)"])
        #expect(result.status == 1)
        #expect(result.log == "Error: Port \(server.port) of 127.0.0.1 is in use: choose another one with --port.\n")
    }

    @Test("An error at the start is a line of the log in JSON, if that is the log's format")
    func startInJSON() throws {
        let server = try Subject.server()
        for (options, message) in [
            (["--port", "\(server.port)"], "is in use: choose another one with --port."),
            (["--shared-secret-file", "absent"], "absent"),
        ] {
            let result = try ServerProcess.run(["--any-bundle-id", "--log-format", "json"] + options)
            #expect(result.status != 0)
            let lines = result.log.split(separator: "\n")
            #expect(lines.count == 1)
            let line = try JSONSerialization.jsonObject(with: Data(try #require(lines.last).utf8)) as? [String: String]
            #expect(line?["level"] == "critical" && line?["message"]?.contains(message) == true, "\(result.log)")
        }
    }

    @Test("The version is the same as the command line's")
    func version() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let versions = try [
            "Sources/receipt/ReceiptCommand.swift", "Server/Sources/receipt-server/ReceiptServer.swift",
        ].map {
            let text = try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)
            return try #require(text.firstMatch(of: /version: "([^"]+)"/)).1
        }
        #expect(versions[0] == versions[1])
        #expect(try ServerProcess.run(["--version"]).status == 0)
        let server = try Subject.server()
        #expect(try server.answer("GET", "/health").text == #"{"status":"ok","version":"\#(versions[1])"}"#)
        let metrics = try server.answer("GET", "/metrics").text.split(separator: "\n")
        #expect(metrics.contains { $0 == #"receipt_server_info{version="\#(versions[1])"} 1"# })
    }

    @Test("The server is ready until it shuts down, and SIGHUP is only logged", arguments: ["text", "json"])
    func readiness(_ format: String) throws {
        let server = try Subject.server(["--log-format", format])
        let connection = try Connection(server.port)
        server.hangUp()
        #expect(server.eventually { server.log.contains("SIGHUP is ignored") })
        try connection.send(Subject.request("GET", "/ready"))
        let ready = try connection.answer()
        #expect(ready.status == 200)
        #expect(ready.text == #"{"status":"ready"}"#)
        server.terminate()
        #expect(server.eventually { server.log.contains("shutting down") })
        // Open connections are kept for a moment, for requests that are on their way.
        try connection.send(Subject.request("GET", "/ready"))
        let ending = try connection.answer()
        #expect(ending.status == 503)
        #expect(ending.text == #"{"status":"shuttingDown"}"#)
        #expect(server.waitForEnd() == 0)
    }

    @Test("Each line of a log in JSON is an object of strings")
    func jsonLog() throws {
        let server = try Subject.server(["--log-format", "json"])
        _ = try server.answer("POST", "/v1/verify", ["X-Request-ID: mine"], body: "no evidence")
        #expect(server.eventually { server.log.contains("mine") })
        let lines = try server.log.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String])
        }
        #expect(lines.count == 2)
        let first = try #require(lines.first)
        #expect(first["message"] == "listening" && first["level"] == "info" && first["logger"] == "receipt-server")
        let last = try #require(lines.last)
        #expect(last["message"] == "refused" && last["route"] == "/v1/verify" && last["status"] == "422")
        #expect(last["requestID"] == "mine" && last["level"] == "notice")
        #expect(last["time"]?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/) != nil)
    }

    @Test(
        "Invalid arguments",
        arguments: [
            [], ["--bundle-id", "a", "--any-bundle-id"], ["--bundle-id", ""], ["--any-bundle-id", "--port", "70000"],
            ["--any-bundle-id", "--tls-key", "key.pem"], ["--any-bundle-id", "--shared-secret-file", "none"],
            ["--any-bundle-id", "--shared-secret-file", "empty"], ["--any-bundle-id", "--trust-root", "empty"],
            ["--any-bundle-id", "--trust-root", "none"], ["--any-bundle-id", "--environment", "mars"],
            ["--any-bundle-id", "--body-timeout", "0"], ["--any-bundle-id", "--head-timeout", "nan"],
            ["--any-bundle-id", "--write-timeout", "3601"], ["--any-bundle-id", "--shutdown-timeout", "inf"],
            ["--any-bundle-id", "--max-connections", "0"], ["--any-bundle-id", "--max-in-flight", "4194303"],
            ["--any-bundle-id", "--max-body", "0"], ["--any-bundle-id", "--log-format", "xml"],
            ["--any-bundle-id", "--tls-certificate", "empty", "--tls-key", "empty"],
        ])
    func arguments(_ arguments: [String]) throws {
        let result = try ServerProcess.run(arguments, files: ["empty": []])
        #expect(result.status == 64)
        #expect(result.log.hasPrefix("Error: "))
    }
}
