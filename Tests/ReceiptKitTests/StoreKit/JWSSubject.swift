import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The policy and time with which the tests' JWS are verified. The test kit's examples satisfy it.
enum JWSSubject {
    static let app = "com.example.app"
    static let appAppleID: Int64 = 6_450_123_456

    static func verifier(
        _ change: (inout ReceiptPolicy) throws -> Void = { _ in }
    ) throws -> ReceiptVerifier {
        let id = try #require(UUID(uuidString: TestDeviceVerification.exampleID))
        var policy = try ReceiptPolicy(
            bundleIdentifiers: [app], device: [.deviceVerificationID(id)],
            trust: .roots(TestAuthority.standard.rootCertificates))
        policy.appAppleID = appAppleID
        policy.maximumAge = 365 * 86_400
        try change(&policy)
        return ReceiptVerifier(policy: policy)
    }

    /// Verifies a JWS of this kind. A renewal info is verified together with its transaction.
    static func verify(
        _ text: String, as kind: TestJWSKind, _ verifier: ReceiptVerifier, at now: Date
    ) throws -> [FormatError] {
        switch kind {
        case .transaction: try verifier.verify(transaction: text, at: now).diagnostics
        case .renewalInfo:
            try verifier.verify(
                transaction: TestAuthority.standard.sign(TestJWSContent.example(.transaction)), renewalInfo: text,
                at: now
            ).renewalInfo.diagnostics
        case .appTransaction: try verifier.verify(appTransaction: text, at: now).diagnostics
        case .notification: try verifier.verify(notification: text, at: now).diagnostics
        case .realtimeRequest: try noDiagnostics(verifier.verify(realtimeRequest: text, at: now))
        case .other: try noDiagnostics(verifier.verify(evidence: text.utf8, at: now))
        }
    }

    /// For evidence that has none.
    private static func noDiagnostics(_ verified: some Sendable) -> [FormatError] { [] }

    /// The time of verification of the examples: an hour after they were signed.
    static func now(_ kind: TestJWSKind) -> Date { TestJWSContent.example(kind).signedDate.addingTimeInterval(3_600) }
}
