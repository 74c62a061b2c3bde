import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests JWS and JSON bodies on the lines of a batch, mixed with receipts.
@Suite("receipt verify --batch: JWS and JSON bodies")
struct EvidenceBatchTests {
    private static func batch(_ lines: [String], _ more: [String] = []) throws -> Program.Result {
        try Receipt.run(
            [
                "verify", "--batch", "--bundle-id", "com.example.app", "--trust-root", "root.cer", "--trust-root",
                "jws-root.cer",
            ] + more,
            files: ["root.cer": try Fixtures.file("root.cer"), "jws-root.cer": try Fixtures.file("jws-root.cer")],
            input: Array(lines.map { $0 + "\n" }.joined().utf8))
    }

    private static func body(_ name: String) throws -> String {
        String(decoding: try Fixtures.file("bodies/\(name).json"), as: UTF8.self)
    }

    @Test("Lines of every kind are answered in their order")
    func kinds() throws {
        let jws = try TestAuthority.standard.sign(TestTransaction())
        let good = InputTests.base64
        let lines: [(String, kind: String?, code: String?, id: String?)] = [
            (jws, "transaction", nil, nil), (jws + "\r", "transaction", nil, nil),
            (" " + jws, "transaction", nil, nil), (jws + " ", "transaction", nil, nil),
            (good, "appReceipt", nil, nil), (#"{"receipt":"\#(good)","id":"r"}"#, "appReceipt", nil, "r"),
            (#"{"evidence":"\#(good)"}"#, "appReceipt", nil, nil),
            (#"{"id":"t","evidence":"\#(jws)"}"#, "transaction", nil, "t"),
            (#"{"id":"t","receipt":"\#(jws)"}"#, "transaction", nil, "t"),
            (try Self.body("notification"), "notification", nil, nil),
            (try Self.body("subscription-status"), "subscriptionStatus", nil, nil),
            (try Self.body("transaction-history"), "list", nil, nil),
            (try Self.body("subscription-statuses"), "list", nil, nil),
            (try Self.body("receipt-data"), "appReceipt", nil, nil),
            (try Self.body("notification-version-1"), "appReceipt", nil, nil),
            (#"{"id":"b",\#(try Self.body("notification").dropFirst())"#, "notification", nil, "b"),
            (#"{"id":"n","evidence":\#(try Self.body("receipt-data"))}"#, "appReceipt", nil, "n"),
            (try TestAuthority.standard.sign(TestRenewalInfo()), nil, "renewalInfo.unbound", nil),
            (#"{"evidence":"\#(jws)","receipt":"\#(good)"}"#, nil, "line.ambiguous", nil),
            (#"{"receipt-data":"\#(good)","receipt":"\#(good)"}"#, nil, "line.ambiguous", nil),
            (#"{"signedPayload":"","evidence":"\#(good)"}"#, nil, "line.ambiguous", nil),
            (#"{"signedPayload":null,"receipt":null,"evidence":"\#(good)","data":[]}"#, "appReceipt", nil, nil),
            (#"{"evidence":null,"receipt":"\#(good)"}"#, "appReceipt", nil, nil),
            (#"{"evidence":null,"receipt":null,"receipt-data":"\#(good)"}"#, "appReceipt", nil, nil),
            (#"{"id":"x","evidence":null,"receipt":null}"#, nil, "line.evidenceNotText", "x"),
            (#"{"id":"x","evidence":7}"#, nil, "line.evidenceNotText", "x"),
            (#"{"id":"x","evidence":null}"#, nil, "line.evidenceNotText", "x"),
            (#"{"id":"x","receipt":{}}"#, nil, "evidence.empty", "x"),
            (#"{"id":"x","receipt":[]}"#, nil, "line.receiptNotText", "x"),
            (#"{"id":"x","receipt":{},"latest_receipt":"\#(good)"}"#, "appReceipt", nil, "x"),
            (#"{"id":"x","receipt":{},"evidence":"\#(good)"}"#, "appReceipt", nil, "x"),
            (#"{"id":"x","receipt":{},"evidence":null}"#, nil, "line.evidenceNotText", "x"),
            (#"{"receipt":"\#(good)","latest_receipt":"\#(good)"}"#, nil, "line.ambiguous", nil),
            (#"{"receipt":"\#(good)","latest_receipt":null}"#, "appReceipt", nil, nil),
            (try Self.body("verify-receipt-answer"), "appReceipt", nil, nil),
            (#"{"id":"v","evidence":\#(try Self.body("verify-receipt-answer"))}"#, "appReceipt", nil, "v"),
            (#"{"id":"h",\#(try Self.body("notification-history").dropFirst())"#, "list", nil, "h"),
            (try Self.body("order-lookup"), "list", nil, nil),
            (try Self.body("app-transaction"), "appTransaction", nil, nil),
            (try Self.body("notification-version-1-2020"), "appReceipt", nil, nil),
            (try TestAuthority.standard.sign(TestRealtimeRequest()), nil, "payload.realtimeRequest", nil),
            (#"{"id":"x"}"#, nil, "line.missingReceipt", "x"),
            // An `evidence` can't contain another `evidence`, as a string or an object, except as an element of a list.
            (#"{"evidence":["\#(jws)"]}"#, "list", nil, nil),
            (TestJSONObject.string(#"{"evidence":["\#(jws)"]}"#), "list", nil, nil),
            (#"{"evidence":[{"evidence":["\#(jws)"]}]}"#, "list", nil, nil),
            (#"{"id":"x","evidence":{"evidence":["\#(jws)"]}}"#, nil, "evidence.empty", "x"),
            (
                #"{"id":"x","evidence":\#(TestJSONObject.string(#"{"evidence":["\#(jws)"]}"#))}"#, nil,
                "evidence.empty",
                "x"
            ),
            (
                #"{"id":"x","receipt":\#(TestJSONObject.string(#"{"evidence":"\#(jws)"}"#))}"#, nil, "evidence.empty",
                "x"
            ),
            (#"{"id":"x","evidence":{}}"#, nil, "evidence.empty", "x"),
            (#"{"id":"x","data":{}}"#, nil, "evidence.empty", "x"),
            (#"{"id":"x","data":[]}"#, nil, "evidence.empty", "x"),
            (#"{"id":"x","signedTransactions":[]}"#, nil, "evidence.empty", "x"),
        ]
        for jobs in ["1", "8"] {
            let result = try Self.batch(lines.map(\.0), ["--any-device", "--jobs", jobs])
            #expect(result.status == 0)
            let answers = try result.objects
            #expect(answers.count == lines.count)
            for (number, (answer, line)) in zip(answers, lines).enumerated() {
                #expect(answer["line"] == .number(Double(number + 1)))
                #expect(answer.errorCode == line.code, "\(number + 1)")
                #expect(answer["kind"]?.string == line.kind, "\(number + 1)")
                #expect(answer["id"]?.string == line.id, "\(number + 1)")
            }
        }
        let brief = try Self.batch([jws], ["--any-device", "--verdict-only"])
        #expect(brief.text == #"{"line":1,"verdict":"verified"}"# + "\n")
    }

    /// Tests every defect of the test kit on a line: the code must be the library's, and a defect that must be rejected
    /// must have one.
    @Test("Every defect of every kind, with the library's code")
    func defects() throws {
        let id = try #require(UUID(uuidString: TestDeviceVerification.exampleID))
        var policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: [.deviceVerificationID(id)],
            trust: .roots(TestAuthority.standard.rootCertificates))
        policy.appAppleID = 6_450_123_456
        let verifier = ReceiptVerifier(policy: policy)
        for kind in [TestJWSKind.transaction, .appTransaction, .notification] {
            let now = TestJWSContent.example(kind).signedDate.addingTimeInterval(3_600)
            let defects = JWSDefect.all.filter { $0.kinds.contains(kind) }.sample(10)
            var lines: [String] = []
            var expected: [String?] = []
            for defect in defects {
                let text = try TestAuthority.standard.sign(TestJWSContent.example(kind), defects: [defect])
                // Write it as a member, because not every string can be a line by itself.
                lines.append("{\"evidence\":\(TestJSONObject.string(text))}")
                do throws(VerificationError) {
                    _ = try verifier.verify(evidence: text.utf8, at: now)
                    expected.append(nil)
                } catch { expected.append(error.code) }
            }
            let answers = try Self.batch(
                lines,
                [
                    "--device-verification-id", TestDeviceVerification.exampleID, "--app-apple-id", "6450123456",
                    "--at", Timestamp.string(now),
                ]
            ).objects
            #expect(answers.count == defects.count)
            for (answer, (defect, code)) in zip(answers, zip(defects, expected)) {
                // The command line sets no maximum age, so it accepts evidence that is only too old.
                let isAccepted =
                    defect.refusedAt == nil || ["too-old", "trailing-newline", "leading-space"].contains(defect.name)
                // A valid JWS of another kind is accepted as that kind.
                if !defect.name.hasSuffix("-in-place") {
                    #expect(
                        (answer.verdict == "verified") == isAccepted,
                        "\(kind): \(defect): \(answer.errorCode ?? "")")
                }
                // Input without the form of a JWS is read as base64 of a receipt, and gets that error.
                if answer.errorCode != "input.base64" { #expect(answer.errorCode == code, "\(kind): \(defect)") }
            }
        }
    }
}
