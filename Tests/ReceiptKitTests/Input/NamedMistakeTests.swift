import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import TestSupport
import Testing

/// Tests each mistake with each entry point of the library: code, class, and words that the error must and must not
/// contain.
@Suite("Mistakes get the same error at every entry point")
struct NamedMistakeTests {
    private static let now = Date.utc(2024, 6, 1)

    private static func verifier() throws -> ReceiptVerifier {
        ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked,
                trust: .roots(TestAuthority.standard.rootCertificates)))
    }

    private static func text(_ error: VerificationError) -> String {
        "\(error.description) \(error.words.code.remedy ?? "")"
    }

    private static func check(_ mistake: Mistake, _ error: VerificationError?, _ door: String) {
        guard let error else {
            Issue.record("\(mistake.testDescription), \(door): verified")
            return
        }
        let text = text(error)
        #expect(error.code == mistake.code, "\(door): \(text)")
        #expect(error.class?.rawValue == mistake.class, "\(door): \(text)")
        for words in mistake.says { #expect(text.contains(words), "\(door): \(text)") }
        for words in mistake.neverSays { #expect(!text.contains(words), "\(door): \(text)") }
        #expect(!text.contains("--"), "\(door): \(text)")
    }

    @Test("Evidence, a file and a request", arguments: try Mistake.all())
    func doors(_ mistake: Mistake) throws {
        let verifier = try Self.verifier()
        let error = #expect(throws: VerificationError.self) {
            try verifier.verify(evidence: mistake.bytes, at: Self.now)
        }
        Self.check(mistake, error, "evidence")
        Self.check(mistake, EvidenceVerdict(of: mistake.bytes, by: verifier, at: Self.now).error, "file")
        guard let text = String(validating: mistake.bytes, as: UTF8.self) else { return }
        let request = Array(#"{"evidence":[\#(TestJSONObject.string(text))]}"#.utf8)
        guard case .failed(let verdict, index: 0) = LedgerVerdict(of: request, by: verifier, at: Self.now) else {
            Issue.record("\(mistake.testDescription) makes a ledger")
            return
        }
        Self.check(mistake, verdict.error, "ledger")
    }

    @Test("A request for a ledger without a list of evidence names the member that has it")
    func ledgerRequest() throws {
        let jws = try TestAuthority.standard.sign(TestTransaction(.exampleSubscription))
        for member in ["signedTransactionInfo", "jws", "evidence"] {
            let request = Array(#"{"\#(member)":"\#(jws)"}"#.utf8)
            guard
                case .failed(let verdict, index: nil) = LedgerVerdict(
                    of: request, by: try Self.verifier(), at: Self.now),
                let error = verdict.error
            else {
                Issue.record("\(member) makes a ledger")
                continue
            }
            #expect(error.code == "json.shape" || error.code == "request.unknownMember")
            if error.code == "json.shape" {
                #expect(error.description.contains("its member \(member) looks like a JWS"), "\(error)")
            }
        }
    }

    @Test("A bundleId that Apple omitted or left empty has no hint to fetch it again")
    func bundleIdentifier() throws {
        for value in ["", "\"\""] {
            var transaction = TestTransaction(.exampleSubscription)
            transaction.changes.set("bundleId", value)
            let jws = try TestAuthority.standard.sign(transaction)
            for body in [jws, #"{"signedTransactions":["\#(jws)"]}"#] {
                let error = try #require(
                    #expect(throws: VerificationError.self) {
                        try Self.verifier().verify(evidence: body.utf8, at: Self.now)
                    })
                #expect(error.code == (value.isEmpty ? "payload.missing" : "payload.malformed"))
                #expect(error.words.code.remedy?.contains("Apple signed it this way") == true)
                #expect(!Self.text(error).lowercased().contains("fetch"))
            }
        }
        var transaction = TestTransaction(.exampleSubscription)
        transaction.changes.set("environment", "")
        let jws = try TestAuthority.standard.sign(transaction)
        let error = #expect(throws: VerificationError.self) {
            try Self.verifier().verify(evidence: jws.utf8, at: Self.now)
        }
        #expect(error.map(Self.text)?.contains("fetch the transaction again") == true)
    }

    @Test("Only three levels are searched, and only values that begin like evidence", arguments: [3, 4])
    func levels(_ count: Int) throws {
        let jws = try TestAuthority.standard.sign(TestTransaction(.exampleSubscription))
        let body = String(repeating: #"{"a":"#, count: count) + "\"\(jws)\"" + String(repeating: "}", count: count)
        let place = MisplacedEvidence.place(in: Array(body.utf8)[...])
        #expect(place?.path == (count == 3 ? "a.a.a" : nil))
        let certificate = Data(try Fixtures.file("root.cer")).base64EncodedString()
        let long = String(repeating: "a", count: 100)
        let indented = Data("{\n  \"a\": \"\(long)\"\n}".utf8).base64EncodedString()
        for other in [certificate, "eyJ" + long, String(jws.prefix(64)), "MII", "{" + long, "ewo" + long, indented] {
            #expect(MisplacedEvidence.place(in: Array(#"{"a":"\#(other)"}"#.utf8)[...]) == nil)
        }
    }

    @Test("Evidence is found after a renewal info and after deeper values, among at most 10,000 values")
    func order() throws {
        let jws = try TestAuthority.standard.sign(TestTransaction(.exampleSubscription))
        func path(_ text: String) -> String? { MisplacedEvidence.place(in: Array(text.utf8)[...])?.path }
        let numbers = Array(repeating: "1", count: 10_000).joined(separator: ",")
        #expect(path(#"{"renewalInfos":["\#(jws)"],"deep":[[[[["\#(jws)"]]]]],"b":"\#(jws)"}"#) == "b")
        #expect(path(#"{"a":{"renewalInfo":"\#(jws)","x":1},"y":1}"#) == "a.renewalInfo")
        #expect(path(#"{"a":"\#(jws)","b":[\#(numbers)]}"#) == "a")
        #expect(path(#"["\#(jws)",\#(numbers)]"#) == "[0]")
        #expect(path(#"{"b":[\#(numbers)],"a":"\#(jws)"}"#) == nil)
    }

    @Test("No remedy names an option of the command line")
    func options() {
        for row in ErrorExplanation.sections.flatMap(\.explanations) where row.class != nil {
            #expect(row.remedy?.contains("--") != true && !row.usualCause.contains("--"), "\(row.code)")
            for option in row.options { #expect(option.hasPrefix("--")) }
        }
    }

    @Test("An identifier of a device depends on the platform")
    func device() {
        let remedy = ErrorExplanation(code: "device.mismatch")?.remedy ?? ""
        for words in [
            "a JWS with AppStore.deviceVerificationID", "in a macOS or Mac Catalyst app with the MAC address",
            "In an iOS app on a Mac give the policy both",
        ] {
            #expect(remedy.contains(words))
        }
    }
}
