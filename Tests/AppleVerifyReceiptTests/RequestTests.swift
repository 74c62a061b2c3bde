import AppleVerifyReceipt
import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("verifyReceipt: requests")
struct RequestTests {
    @Test("Any method but POST", arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "post", "", "BREW"])
    func method(_ method: String) throws {
        let body = Array(try Request.body(Request.plain).utf8)
        let answer = try Request.endpoint().response(method: method, body: body, at: Request.now)
        #expect(String(decoding: answer, as: UTF8.self) == #"{"status":21000}"#)
    }

    @Test(
        "Invalid requests, and requests without a receipt",
        arguments: [
            "", " ", "null", "[]", "{}", "\"text\"", "{", "receipt-data=MII", #"{"receipt-data":}"#,
            #"{"receipt-data":null}"#, #"{"receipt-data":""}"#, #"{"receipt-data":5}"#, #"{"receipt-data":["MIIT"]}"#,
            #"{"receipt-data":{"a":"b"}}"#, #"{"receipt_data":"MIIT"}"#, #"{"Receipt-Data":"MIIT"}"#,
            #"{"receipt-data":"M"}"#, #"{"receipt-data":"MIIT"}"#, #"{"receipt-data":"MI IT_-"}"#,
            #"{"receipt-data":"not base64!"}"#, #"{"receipt-data":"AAAA"}"#, #"{"receipt-data":"ewoJ"}"#,
            #"{"receipt-data":"eyJhbGciOiJFUzI1NiJ9.e30.AAAA"}"#, "\u{FEFF}{}",
        ])
    func malformed(_ body: String) throws {
        #expect(try Request.endpoint().text(body) == #"{"status":21002}"#)
    }

    @Test(
        "A valid receipt in an invalid request",
        arguments: [
            #","receipt-data":"""#, #","password":5"#, #","password":["a"]"#, #","exclude-old-transactions":"true""#,
            #","exclude-old-transactions":1"#, #","x":"#, #"}{"#, #","a":1,"a":2"#,
        ])
    func spoilt(_ members: String) throws {
        #expect(try Request.endpoint().text(try Request.body(Request.plain, members)) == #"{"status":21002}"#)
    }

    @Test(
        "Ignored members",
        arguments: [
            "", #","password":"anything""#, #","password":null"#, #","exclude-old-transactions":true"#,
            #","extra":[{"a":1}]"#,
            #","Password":5"#, "\n\t,\r\"x\" : 0.5e3 ",
        ])
    func accepted(_ members: String) throws {
        #expect(try Request.endpoint().status(try Request.body(Request.plain, members)) == 0)
    }

    @Test("A request body may have twice as many bytes as a receipt, and 64 KiB")
    func bodySize() throws {
        var policy = try Request.policy()
        policy.limits.maximumInputSize = 20_000
        let endpoint = VerifyReceiptEndpoint(policy: policy, sharedSecret: nil, environment: .production)
        let body = try Request.body(Request.plain)
        let most = 2 * 20_000 + 65_536
        for (size, status) in [(most, 0), (most + 1, 21002)] {
            #expect(endpoint.status(body + String(repeating: " ", count: size - body.utf8.count)) == status)
        }
    }

    @Test("The secret: a wrong one always, a missing one where there are subscriptions")
    func secret() throws {
        let endpoint = try Request.endpoint(sharedSecret: "0123456789abcdef")
        func status(_ receipt: TestReceipt, _ members: String) throws -> Int {
            endpoint.status(try Request.body(receipt, members))
        }
        for receipt in [Request.plain, Request.renewable] {
            let none = receipt == Request.plain ? 0 : 21004
            #expect(try status(receipt, #","password":"0123456789abcdef""#) == 0)
            #expect(try status(receipt, "") == none)
            #expect(try status(receipt, #","password":null"#) == none)
            for wrong in ["", "0123456789abcdee", "0123456789abcde", "0123456789abcdef0", "1123456789abcdef"] {
                #expect(try status(receipt, #","password":"\#(wrong)""#) == 21004, "\(wrong)")
            }
        }
        let answer = endpoint.response(
            method: "POST", body: Array(try Request.body(Request.renewable).utf8), at: Request.now)
        #expect(String(decoding: answer, as: UTF8.self) == #"{"status":21004}"#)
    }

    @Test("A subscription is recognized by its type, or by its end if the receipt has no type")
    func renewable() throws {
        let endpoint = try Request.endpoint(sharedSecret: "secret")
        let nonRenewing = TestPurchase.nonRenewable("com.example.year", on: .utc(2024, 4, 1)).with {
            $0.expirationDate = .utc(2025, 4, 1)
        }
        #expect(endpoint.status(try Request.body(TestReceipt(purchases: [nonRenewing]))) == 0)
        #expect(endpoint.status(try Request.body(Request.renewable)) == 21004)
    }

    @Test("The first error decides, in the order method, request, receipt, environment, secret")
    func order() throws {
        let endpoint = try Request.endpoint(sharedSecret: "secret")
        let sandbox = Request.renewable.with { $0.environment = .sandbox }
        let forged =
            #"{"receipt-data":"\#(try Request.base64(sandbox, defects: [.named("content-flipped")]))","password":"wrong"}"#
        #expect(endpoint.status(forged) == 21003)
        #expect(endpoint.status(try Request.body(sandbox, #","password":"wrong""#)) == 21007)
        #expect(endpoint.status(#"{"receipt-data":"MIIT","password":"wrong"}"#) == 21002)
        #expect(endpoint.answer(method: "GET", body: Array(forged.utf8), at: Request.now).status == 21000)
    }

    @Test("No JSON body traps: every prefix of a valid one, and every byte changed")
    func hostile() throws {
        let endpoint = try Request.endpoint()
        let body = Array(try Request.body(TestReceipt(), #","password":"x","exclude-old-transactions":true"#).utf8)
        for end in stride(from: 0, to: body.count, by: 7) {
            #expect(endpoint.answer(method: "POST", body: body.prefix(end), at: Request.now).status == 21002)
        }
        for index in body.indices.filter({ $0 < 40 || $0 > body.count - 60 || $0 % 41 == 0 }) {
            var changed = body
            changed[index] ^= 0x55
            let status = endpoint.answer(method: "POST", body: changed, at: Request.now).status
            #expect([0, 21002, 21003].contains(status))
        }
    }
}
