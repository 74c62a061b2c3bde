import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import Testing

@Suite("Errors of requests")
struct RequestErrorTests {
    @Test(
        "An error of a request has a code, no class, and says which member and where",
        arguments: [
            (
                #"{"evidence":["x"],"as\nof":1}"#, "request.unknownMember",
                #"Unknown member "as\x0aof" (known: evidence, "#
            ),
            (
                #"{"evidence":["x"],"asOf":"soon"}"#, "request.invalidMember",
                "Expected a time such as 2026-01-31T12:00:00Z "
            ),
        ])
    func words(_ body: String, _ code: String, _ message: String) throws {
        let policy = ReceiptPolicy(bundleIdentifier: "com.example.app", device: .unchecked)
        let verdict = LedgerVerdict(of: body.utf8, by: ReceiptVerifier(policy: policy), at: .utc(2026, 1, 1))
        guard case .failed(.invalidRequest(let error), index: nil) = verdict else {
            Issue.record("\(verdict)")
            return
        }
        #expect(error.code == code)
        #expect(error.description.hasPrefix(message), "\(error)")
        #expect(error.description.hasSuffix("at byte \(error.offset)"), "\(error)")
        #expect(verdict.code == code)
        #expect(verdict.word == "unreadable")
        #expect(!String(decoding: verdict.json, as: UTF8.self).contains(#""class""#))
    }
}
