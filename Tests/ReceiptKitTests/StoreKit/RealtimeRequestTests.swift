import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests requests of the Retention Messaging API: a separate method verifies them, and they prove no purchase.
@Suite("StoreKit 2: realtime requests")
struct RealtimeRequestTests {
    private static let authority = TestAuthority.standard
    private static let now = JWSSubject.now(.realtimeRequest)
    private static let notEvidence = VerificationError.malformed(
        FormatError(.otherPayload(found: .realtimeRequest), offset: 0))

    @Test("Its contents and its verification are in its properties")
    func fields() throws {
        let issued = try Self.authority.issue(TestRealtimeRequest())
        let request = try JWSSubject.verifier().verify(realtimeRequest: issued.text, at: Self.now)
        #expect(request.originalTransactionID == "410000900000001")
        #expect(request.appID == JWSSubject.appAppleID)
        #expect(request.productID == "com.example.monthly")
        #expect(request.userLocale == "en-US")
        #expect(request.requestIdentifier == UUID(uuidString: "7B9C0D1E-3F4A-4B5C-8D6E-9F0A1B2C3D4E"))
        #expect(request.environment == .production)
        #expect(request.signedDate == .utc(2024, 5, 1, 12))
        #expect(request.contentDigest == ContentDigest(of: issued.jws.signingInput))
        // The policy requires a device, but a request to a server has none.
        #expect(!request.verification.isDeviceChecked)
        #expect(request.verification.date == Self.now)
        #expect(!((request as Any) is any Evidence))
    }

    /// The expectations that the test kit writes next to each fixture.
    private static let fixtures: [JSON] = {
        do {
            let list = try JSONDecoder().decode(JSON.self, from: Data(try Fixtures.file("jws.json")))
            return (list.array ?? []).filter { $0["method"]?.string == "verify(realtimeRequest:at:)" }
        } catch { return [] }
    }()

    @Test("JWS-27, JWS-28 every fixture has its verdict")
    func verdicts() throws {
        #expect(Self.fixtures.count { $0["verdict"]?.string == "verified" } == 2)
        #expect(Self.fixtures.count { $0["verdict"]?.string == "refused" } == 5)
        for fixture in Self.fixtures {
            let (file, expected) = (try #require(fixture["file"]?.string), try #require(fixture["policy"]))
            let environment = expected["environments"]?.array?.first?.string
            var policy = try ReceiptPolicy(
                bundleIdentifiers: [try #require(expected["bundleIdentifier"]?.string)], device: .unchecked,
                environments: [environment == "sandbox" ? .sandbox : .production],
                trust: .roots([Fixtures.file(try #require(expected["trustRoot"]?.string))]))
            if case .number(let id)? = expected["appAppleID"] { policy.appAppleID = Int64(id) }
            let now = try #require(ISO8601DateFormatter().date(from: expected["at"]?.string ?? ""))
            let jws = String(decoding: try Fixtures.file(file), as: UTF8.self)
            let error = verificationError {
                _ = try ReceiptVerifier(policy: policy).verify(realtimeRequest: jws, at: now)
            }
            #expect(error?.code == fixture["error"]?.string, "\(file)")
        }
    }

    @Test("JWS-27 nothing else accepts it: the error names the method that does")
    func notEvidence() throws {
        let jws = try Self.authority.sign(TestRealtimeRequest())
        let verifier = try JWSSubject.verifier { $0.device = .unchecked }
        let transaction = try Self.authority.sign(TestJWSContent.example(.transaction))
        let notification = try Self.authority.sign(TestNotification())
        for text in [
            jws, #"{"signedPayload":"\#(jws)"}"#, #"{"evidence":"\#(jws)"}"#,
            #"{"notificationHistory":[{"signedPayload":"\#(notification)"},{"signedPayload":"\#(jws)"}]}"#,
            #"{"signedTransactions":["\#(transaction)","\#(jws)"]}"#, #"{"signedTransactionInfo":"\#(jws)"}"#,
            #"{"signedTransactionInfo":"\#(transaction)","signedRenewalInfo":"\#(jws)"}"#,
            #"{"data":[{"lastTransactions":[{"signedTransactionInfo":"\#(jws)"}]}]}"#,
            #"{"signedAppTransactionInfo":"\#(jws)"}"#,
        ] {
            let error = #expect(throws: VerificationError.self) {
                try verifier.verify(evidence: text.utf8, at: Self.now)
            }
            #expect(error?.innermost == Self.notEvidence)
        }
        #expect(throws: Self.notEvidence) { try verifier.verify(transaction: jws, at: Self.now) }
        #expect(throws: Self.notEvidence) {
            try verifier.verify(transaction: transaction, renewalInfo: jws, at: Self.now)
        }
        #expect(throws: Self.notEvidence) { try verifier.verify(appTransaction: jws, at: Self.now) }
        #expect(throws: Self.notEvidence) { try verifier.verify(notification: jws, at: Self.now) }
        var nested = TestNotificationData()
        nested.transactionDefects = [try .named("retention-request-in-place")]
        #expect(throws: VerificationError.nested(member: "signedTransactionInfo", Self.notEvidence)) {
            try verifier.verify(
                notification: Self.authority.sign(TestNotification(.data(nested))), at: Self.now)
        }
        #expect(Self.notEvidence.code == "payload.realtimeRequest")
        #expect(Self.notEvidence.description.contains("verify(realtimeRequest:at:)"))
    }

    @Test(
        "JWS-20 no other kind is a realtime request",
        arguments: TestJWSKind.allCases.filter { $0 != .realtimeRequest })
    func otherKinds(kind: TestJWSKind) throws {
        let jws = try Self.authority.sign(TestJWSContent.example(kind))
        let found = PayloadKind(rawValue: "\(kind)") ?? .unknown
        #expect(throws: VerificationError.malformed(FormatError(.otherPayload(found: found), offset: 0))) {
            try JWSSubject.verifier().verify(realtimeRequest: jws, at: JWSSubject.now(kind))
        }
    }

    @Test(
        "JWS-28 only the Apple ID binds it to an app: the policy must have one, in every environment",
        arguments: [TestEnvironment.production, .sandbox, .xcode])
    func appAppleID(environment: TestEnvironment) throws {
        let authority = TestAuthority.issuer(of: environment)
        let jws = try authority.sign(TestRealtimeRequest(environment: environment))
        let trust: TrustStore =
            environment == .xcode ? try .xcode(authority.rootCertificates) : try .roots(authority.rootCertificates)
        var policy = try ReceiptPolicy(
            bundleIdentifiers: [JWSSubject.app], device: .unchecked,
            environments: environment == .xcode ? [.xcode] : [.production, .sandbox], trust: trust)
        for bundleIdentifiers in [policy.bundleIdentifiers, .any] {
            policy.bundleIdentifiers = bundleIdentifiers
            for (number, expected) in [
                (nil, .appAppleIDMissing), (7, .appAppleIDMismatch(found: JWSSubject.appAppleID, expected: 7)),
                (JWSSubject.appAppleID, nil),
            ] as [(Int64?, VerificationError?)] {
                policy.appAppleID = number
                let verifier = ReceiptVerifier(policy: policy)
                let error = verificationError { _ = try verifier.verify(realtimeRequest: jws, at: Self.now) }
                #expect(error == expected)
            }
        }
    }

    @Test("JWS-28 demands that a realtime request can't satisfy")
    func demands() throws {
        let jws = try Self.authority.sign(TestRealtimeRequest())
        func error(_ change: (inout ReceiptPolicy) throws -> Void) throws -> VerificationError? {
            let verifier = try JWSSubject.verifier(change)
            return verificationError { _ = try verifier.verify(realtimeRequest: jws, at: Self.now) }
        }
        #expect(try error { $0.appVersion = "42" } == .appVersionUnanswered(expected: "42"))
        #expect(try error { $0.maximumAge = 60 } == .tooOld(created: .utc(2024, 5, 1, 12), now: Self.now))
        #expect(try error { $0.device = .identifiers([]) } == nil)
    }
}
