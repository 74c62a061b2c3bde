import Foundation
import ReceiptKitTesting
import Testing

@Suite("POST /verifyReceipt")
struct VerifyReceiptRouteTests {
    @Test("A genuine receipt gets Apple's response, and the connection stays open")
    func genuine() throws {
        let server = try Subject.server()
        let connection = try Connection(server.port)
        for _ in 0..<3 {
            try connection.send(Subject.request("POST", "/verifyReceipt", body: try Subject.body()))
            let answer = try connection.answer()
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(
                answer.text.hasPrefix(
                    "{\"status\":0, \"environment\":\"Production\", \n\"receipt\":{\"receipt_type\":\"Production\""))
            let receipt = answer.json?["receipt"] as? [String: Any]
            #expect(receipt?["bundle_id"] as? String == "com.example.app")
            let milliseconds = (receipt?["request_date_ms"] as? String).flatMap { Double($0) } ?? 0
            #expect(abs(milliseconds / 1_000 - Date().timeIntervalSince1970) < 60)
        }
    }

    @Test("A JWS and other input that isn't a receipt get 21002, and so does a receipt from Xcode")
    func noReceipt() throws {
        let server = try Subject.server()
        let jws = try TestAuthority.standard.sign(TestTransaction(.exampleSubscription))
        let xcode = try Subject.body(Subject.receipt.with { $0.environment = .xcode })
        let spaces = try Subject.body().replacingOccurrences(of: "+", with: " ")
        for body in [
            #"{"receipt-data":"\#(jws)"}"#, #"{"receipt-data":[48,130]}"#,
            #"{"receipt-data":"{\"transactionId\":\"1\"}"}"#,
            #"{"receipt-data":"3082100006092A864886F70D"}"#, spaces, xcode,
        ] {
            for path in ["/verifyReceipt", "/sandbox/verifyReceipt"] {
                #expect(try server.answer("POST", path, body: body).number == 21002, "\(body.prefix(40))")
            }
        }
    }

    @Test("Each route has its environment, and a Host that begins with sandbox. also selects the sandbox")
    func environments() throws {
        let server = try Subject.server()
        let production = try Subject.body()
        let sandbox = try Subject.body(Subject.receipt.with { $0.environment = .sandbox })
        let toSandbox = "/sandbox/verifyReceipt"
        #expect(try server.answer(body: production).number == 0)
        #expect(try server.answer(body: sandbox).number == 21007)
        #expect(try server.answer("POST", toSandbox, body: sandbox).number == 0)
        #expect(try server.answer("POST", toSandbox, body: production).number == 21008)
        // The path if the client's base URL ends with a slash.
        #expect(try server.answer("POST", "//verifyReceipt", body: production).number == 0)
        #expect(try server.answer("POST", "/" + toSandbox, body: sandbox).number == 0)
        func with(host: String, _ path: String, _ body: String) throws -> Int? {
            let connection = try Connection(server.port)
            try connection.send(
                "POST \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return try connection.answer().number
        }
        for host in ["sandbox.itunes.apple.com", "sandbox.localhost:8080", "Sandbox.Example"] {
            #expect(try with(host: host, "/verifyReceipt", sandbox) == 0, "\(host)")
            #expect(try with(host: host, "/verifyReceipt", production) == 21008, "\(host)")
        }
        for host in ["buy.itunes.apple.com", "sandboxed.example", "a.sandbox.example"] {
            #expect(try with(host: host, "/verifyReceipt", production) == 0, "\(host)")
        }
        #expect(try with(host: "buy.itunes.apple.com", toSandbox, sandbox) == 0)
    }

    @Test(
        "--environment governs the routes of verifyReceipt too, and 21007 and 21008 stay",
        arguments: [
            // The environments in the options; production's responses to a receipt from production and one from
            // sandbox; sandbox's responses to the same.
            ([], [0, 21007], [21008, 0]), (["production"], [0, 21007], [21008, 21003]),
            (["sandbox"], [21003, 21007], [21008, 0]), (["production", "sandbox"], [0, 21007], [21008, 0]),
        ] as [([String], [Int], [Int])])
    func namedEnvironments(_ named: [String], _ production: [Int], _ sandbox: [Int]) throws {
        let server = try Subject.server(named.flatMap { ["--environment", $0] })
        let bodies = [
            try Subject.body(), try Subject.body(Subject.receipt.with { $0.environment = .sandbox }),
        ]
        for (path, numbers) in [("/verifyReceipt", production), ("/sandbox/verifyReceipt", sandbox)] {
            for (body, number) in zip(bodies, numbers) {
                let answer = try server.answer("POST", path, body: body)
                #expect(answer.status == 200)
                #expect(answer.number == number, "\(named) \(path)")
                if number == 21003 { #expect(answer.text == #"{"status":21003}"#) }
            }
        }
        // The Host header selects the sandbox too.
        let connection = try Connection(server.port)
        try connection.send(
            "POST /verifyReceipt HTTP/1.1\r\nHost: sandbox.a\r\nContent-Length: \(bodies[1].utf8.count)\r\n\r\n\(bodies[1])"
        )
        #expect(try connection.answer().number == sandbox[1])
    }

    @Test("An iOS 6 transaction receipt from an environment that isn't accepted gets 21003 instead of 0 or 21006")
    func namedEnvironmentsOfTransactionReceipts() throws {
        let issued = try TestAuthority.standard.issue(TestTransactionReceipt())
        var subscription = TestTransactionReceipt()
        subscription.expirationDate = .utc(2024, 6, 1)
        let over = try TestAuthority.standard.issue(subscription)
        let server = try Subject.server(
            ["--intermediate", "issuer.cer", "--accept-transaction-receipts", "--environment", "sandbox"],
            files: ["issuer.cer": try issued.issuerCertificate])
        for receipt in [issued, over] {
            #expect(try server.answer(body: #"{"receipt-data":"\#(receipt.base64)"}"#).text == #"{"status":21003}"#)
        }
        #expect(
            try server.answer("GET", "/metrics").text
                .contains(#"{route="/verifyReceipt",status="200",verdict="refused",code="environment.mismatch"} 2"#))
    }

    @Test("A distrusted key is rejected on all routes, and an invalid value is a usage error that shows the format")
    func distrustedKeys() throws {
        let jws = try TestAuthority.standard.sign(TestTransaction(.exampleSubscription))
        let other = try Subject.server(["--distrusted-key", String(repeating: "0", count: 64)])
        #expect(try other.answer(body: try Subject.body()).number == 0)
        // The fingerprints of the signers' keys, as shown by an inspection.
        let keys = try [try Subject.base64(), jws].map { evidence in
            let inspection = try other.answer("POST", "/v1/inspect", body: evidence).json
            let certificates = try #require(inspection?["certificates"] as? [[String: Any]])
            return try #require(certificates.first?["keySHA256"] as? String)
        }
        let server = try Subject.server(keys.flatMap { ["--distrusted-key", $0] })
        #expect(try server.answer(body: try Subject.body()).text == #"{"status":21003}"#)
        for evidence in [try Subject.base64(), jws] {
            #expect(try server.answer("POST", "/v1/verify", body: evidence).code == "chain.distrusted")
            #expect(
                try server.answer("POST", "/v1/ledger", body: #"{"evidence":["\#(evidence)"]}"#).code
                    == "chain.distrusted")
        }
        for value in ["", "abc", String(repeating: "g", count: 64), keys[0] + "00"] {
            let result = try ServerProcess.run(["--any-bundle-id", "--distrusted-key", value])
            #expect(result.status == 64)
            #expect(result.log.contains("64 hexadecimal digits"), "\(result.log)")
        }
    }

    @Test("The secret is checked before the environment")
    func secretBeforeEnvironment() throws {
        let server = try Subject.server(
            ["--shared-secret-file", "secret", "--environment", "sandbox"], files: ["secret": Array("0123456789".utf8)])
        #expect(try server.answer(body: try Subject.body(Subject.receipt, #","password":"x""#)).number == 21004)
        #expect(
            try server.answer(body: try Subject.body(Subject.receipt, #","password":"0123456789""#)).number == 21003)
    }

    @Test("A receipt with hundreds of purchases doesn't delay small ones on the event loop")
    func large() throws {
        let server = try Subject.server()
        let body = try Subject.body(Subject.subscription(periods: 400))
        #expect(body.utf8.count > 64 << 10)
        let connection = try Connection(server.port)
        for body in [body, try Subject.body(), body] {
            try connection.send(
                "POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
        for rows in [400, nil, 400] {
            let answer = try connection.answer()
            #expect(answer.number == 0)
            let receipt = answer.json?["receipt"] as? [String: Any]
            if let rows { #expect((receipt?["in_app"] as? [Any])?.count == rows) }
        }
    }

    @Test("iOS 6 transaction receipts are accepted where an option says so")
    func transactionReceipts() throws {
        let issued = try TestAuthority.standard.issue(TestTransactionReceipt())
        let body = #"{"receipt-data":"\#(issued.base64)"}"#
        let files = ["issuer.cer": try issued.issuerCertificate]
        let refusing = try Subject.server(["--intermediate", "issuer.cer"], files: files)
        #expect(try refusing.answer(body: body).number == 21003)
        #expect(try refusing.answer("POST", "/v1/verify", body: issued.base64).status == 422)
        let accepting = try Subject.server(
            ["--intermediate", "issuer.cer", "--accept-transaction-receipts"], files: files)
        #expect(try accepting.answer(body: body).number == 0)
        #expect(try accepting.answer("POST", "/v1/verify", body: issued.base64).status == 200)
        // An expired subscription that is verified.
        var subscription = TestTransactionReceipt()
        subscription.expirationDate = .utc(2024, 6, 1)
        let over = try accepting.answer(
            body: #"{"receipt-data":"\#(try TestAuthority.standard.issue(subscription).base64)"}"#)
        #expect(over.number == 21006)
        #expect(over.json?["latest_expired_receipt_info"] != nil)
        #expect(
            try accepting.answer("GET", "/metrics").text
                .contains(#"{route="/verifyReceipt",status="200",verdict="verified",code="21006"} 1"#))
    }

    @Test("Every method and content type has an answer")
    func methods() throws {
        let server = try Subject.server()
        for method in ["GET", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND"] {
            for path in ["/verifyReceipt", "/sandbox/verifyReceipt", "/verifyReceipt?a=b"] {
                let answer = try server.answer(method, path, body: try Subject.body())
                #expect(answer.status == 200, "\(method) \(path)")
                #expect(answer.text == #"{"status":21000}"#, "\(method) \(path)")
            }
        }
        // The parser only accepts methods from the registry.
        #expect(try server.answer("BREW").status == 400)
        let head = try server.answer("HEAD")
        #expect(head.status == 200)
        #expect(head.headers["content-length"] == "16")
        for type in ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "nonsense"]
        {
            #expect(
                try server.answer("POST", "/verifyReceipt", ["Content-Type: \(type)"], body: try Subject.body()).number
                    == 0)
        }
    }

    @Test(
        "Request bodies that aren't a valid request",
        arguments: [
            "", "{", "[]", "null", "{}", "receipt-data=MIIT", #"{"receipt-data":5}"#, #"{"receipt-data":"@@@@"}"#,
            #"{"receipt-data":"AAAA"}"#, #"{"password":"x"}"#, "\u{0}\u{1}",
        ])
    func malformed(_ body: String) throws {
        let answer = try Subject.server().answer(body: body)
        #expect(answer.status == 200)
        #expect(answer.text == #"{"status":21002}"#)
    }

    @Test("Garbage that isn't UTF-8")
    func garbage() throws {
        let server = try Subject.server()
        var bytes: [UInt8] = []
        for _ in 0..<4_000 { bytes.append(UInt8.random(in: 0...255)) }
        #expect(try server.answer("/verifyReceipt", bytes: bytes).text == #"{"status":21002}"#)
        // A receipt as raw bytes is not a request either.
        let receipt = try TestAuthority.standard.sign(Subject.receipt)
        #expect(try server.answer("/verifyReceipt", bytes: receipt).text == #"{"status":21002}"#)
    }

    @Test("A forged receipt and a receipt of another app are rejected")
    func refused() throws {
        let server = try Subject.server()
        let forged = #"{"receipt-data":"\#(try Subject.base64(defects: [.named("developer-certificate")]))"}"#
        #expect(try server.answer(body: forged).text == #"{"status":21003}"#)
        let other = try Subject.body(Subject.receipt.with { $0.bundleIdentifier = "com.example.other" })
        #expect(try server.answer(body: other).text == #"{"status":21003}"#)
        let any = try ServerProcess(
            ["--any-bundle-id", "--trust-root", "root.cer"],
            files: ["root.cer": try TestAuthority.standard.rootCertificate])
        #expect(try any.answer(body: other).number == 0)
    }

    @Test("--bundle-id may be repeated: the receipts of each of these apps are accepted")
    func apps() throws {
        let server = try Subject.server(["--bundle-id", "com.example.second"])
        for (app, number) in [("com.example.app", 0), ("com.example.second", 0), ("com.example.third", 21003)] {
            let body = try Subject.body(Subject.receipt.with { $0.bundleIdentifier = app })
            #expect(try server.answer(body: body).number == number, "\(app)")
        }
    }

    @Test("Evidence that is dated more than five minutes ahead of the clock is rejected")
    func future() throws {
        let server = try Subject.server()
        for (minutes, number) in [(4.0, 0), (6.0, 21003)] {
            let body = try Subject.body(
                Subject.receipt.with { $0.creationDate = Date().addingTimeInterval(minutes * 60) })
            #expect(try server.answer(body: body).number == number, "\(minutes) minutes")
        }
    }

    @Test("The shared secret is read from a file")
    func secret() throws {
        let server = try Subject.server(
            ["--shared-secret-file", "secret", "--pending-renewal-info", "empty"],
            files: ["secret": Array("0123456789\n".utf8)])
        let right = #","password":"0123456789""#
        let answer = try server.answer(body: try Subject.body(Subject.subscription, right))
        #expect(answer.number == 0)
        #expect(answer.text.hasSuffix(", \n\"pending_renewal_info\":[]}"))
        #expect(try server.answer(body: try Subject.body(Subject.subscription)).text == #"{"status":21004}"#)
        #expect(try server.answer(body: try Subject.body(Subject.receipt)).number == 0)
        #expect(try server.answer(body: try Subject.body(Subject.receipt, #","password":"x""#)).number == 21004)
    }
}
