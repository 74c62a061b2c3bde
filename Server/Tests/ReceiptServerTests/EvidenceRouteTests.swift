import Foundation
import ReceiptKitTesting
import Testing

@Suite("POST /v1/verify")
struct EvidenceRouteTests {
    @Test("Evidence is accepted in every form: as bytes, as text, and in JSON")
    func forms() throws {
        let server = try Subject.server()
        let receipt = try TestAuthority.standard.sign(Subject.receipt)
        let base64 = Data(receipt).base64EncodedString()
        let lines = Data(receipt).base64EncodedString(options: .lineLength76Characters)
        let jws = try TestAuthority.standard.sign(TestTransaction())
        let bodies: [(String, [UInt8])] = [
            ("appReceipt", receipt), ("appReceipt", Array(base64.utf8)), ("appReceipt", Array((lines + "\r\n").utf8)),
            ("appReceipt", Array(#"{"evidence":"\#(base64)"}"#.utf8)),
            ("appReceipt", Array(#"{"receipt-data":"\#(base64)"}"#.utf8)),
            ("appReceipt", [0xEF, 0xBB, 0xBF] + Array(base64.utf8)),
            ("appReceipt", Array("-----BEGIN PKCS7-----\n\(lines)\n-----END PKCS7-----\n".utf8)),
            ("transaction", Array(jws.utf8)), ("transaction", Array((jws + "\n").utf8)),
            ("transaction", Array(" {\n\"evidence\" : \"\(jws)\"}\n".utf8)),
            ("transaction", Array(#"{"signedTransactionInfo":"\#(jws)"}"#.utf8)),
        ]
        for (kind, body) in bodies {
            let answer = try server.answer("/v1/verify", bytes: body)
            #expect(answer.status == 200, "\(answer.text)")
            #expect(answer.verdict == "verified")
            #expect(answer.json?["kind"] as? String == kind)
            #expect((answer.json?["contentDigest"] as? String)?.count == 64)
        }
        let answer = try server.answer("/v1/verify", bytes: receipt)
        let purchases = (answer.json?["receipt"] as? [String: Any])?["purchases"] as? [[String: Any]]
        #expect(purchases?.first?["productID"] as? String == "com.example.pro")
    }

    @Test("A transaction alone and the same transaction with its renewal info have different digests")
    func digests() throws {
        let server = try Subject.server()
        let transaction = TestTransaction(.exampleSubscription)
        let pair = try TestAuthority.standard.subscriptionBody(transaction, TestRenewalInfo(of: transaction))
        let digests = try [TestAuthority.standard.sign(transaction), pair].map {
            try #require(try server.answer("POST", "/v1/verify", body: $0).json?["contentDigest"] as? String)
        }
        #expect(Set(digests).count == 2)
    }

    @Test("A rejection says why")
    func refused() throws {
        let server = try Subject.server()
        let sandbox = Subject.receipt.with { $0.environment = .sandbox }
        let bodies: [(String, String)] = [
            ("", "input.empty"), ("\n", "input.empty"), ("{}", "evidence.empty"), (#"{"data":[]}"#, "evidence.empty"),
            (#"{"signedTransactions":[]}"#, "evidence.empty"), (#"{"a":"#, "json.syntax"),
            ("<html>", "input.notReceipt"),
            (#"{"evidence":5}"#, "json.shape"), (#"{"evidence":""}"#, "input.empty"),
            (#"{"evidence":"a","evidence":"b"}"#, "json.repeatedMember"),
            (try Subject.base64(sandbox), "environment.mismatch"),
            (try Subject.base64(defects: [.named("developer-certificate")]), "chain.notReceiptSigner"),
            (try Subject.base64(defects: [.named("content-flipped")]), "signature.invalid"),
            ("eyJhbGciOiJFUzI1NiJ9.e30", "jws.format"), ("%PDF-1.7", "input.notReceipt"),
            ("3082100006092A864886F70D010702A0820FF1", "input.hex"), ("\"a", "input.quoted"),
            ("M\u{0}I\u{0}I\u{0}T\u{0}M\u{0}", "input.utf16"), (#"{"transactionId":"1"}"#, "input.decoded"),
            (#"{"receipt-data":[48,130]}"#, "json.shape"), (#"["a.b.c"]"#, "json.shape"),
            (#"{"receipt-data":"eyJhbGciOiJFUzI1NiJ9.e30.AA"}"#, "input.jws"),
            (try Subject.base64(Subject.receipt).replacingOccurrences(of: "+", with: " "), "input.base64"),
        ]
        for (body, code) in bodies {
            let answer = try server.answer("POST", "/v1/verify", body: body)
            #expect(answer.status == 422, "\(body.prefix(20))")
            let isEvidence = !["input.empty", "input.notReceipt", "input.hex", "input.quoted", "input.utf16"].contains(
                code)
            #expect(answer.verdict == (isEvidence ? "refused" : "unreadable"), "\(body.prefix(20))")
            #expect(answer.code == code, "\(body.prefix(20))")
            let error = try #require(answer.json?["error"] as? [String: Any])
            #expect(error["message"] is String)
            #expect((error["hint"] as? String)?.hasPrefix("In tests") != true)
        }
    }

    @Test("The environments have the same names as on the command line")
    func environments() throws {
        let server = try Subject.server(["--environment", "production", "--environment", "sandbox"])
        for environment in [TestEnvironment.production, .sandbox] {
            let receipt = Subject.receipt.with { $0.environment = environment }
            #expect(try server.answer("POST", "/v1/verify", body: try Subject.base64(receipt)).status == 200)
        }
    }

    @Test("Other methods and other routes are rejected")
    func others() throws {
        let server = try Subject.server()
        for method in ["GET", "PUT", "DELETE"] {
            let answer = try server.answer(method, "/v1/verify")
            #expect(answer.status == 405)
            #expect(answer.headers["allow"] == "POST")
        }
        #expect(try server.answer("POST", "/health").status == 405)
        #expect(try server.answer("GET", "/health").json?["status"] as? String == "ok")
        for path in ["/", "/v1", "/v1/verify/x", "/verifyreceipt", "/verifyReceipt/", "/../verifyReceipt"] {
            #expect(try server.answer("POST", path).status == 404, "\(path)")
        }
    }
}
