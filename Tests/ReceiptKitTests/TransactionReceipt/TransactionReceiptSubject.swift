import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The policy and time with which the tests' transaction receipts are verified. The test kit's examples satisfy it.
enum TransactionReceiptSubject {
    static let authority = TestAuthority.standard

    static func verifier(
        _ change: (inout ReceiptPolicy) throws -> Void = { _ in }
    ) throws -> ReceiptVerifier {
        var policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"],
            device: [.identifierForVendor(TestTransactionReceipt.exampleVendorID)],
            trust: .roots(authority.rootCertificates, intermediates: authority.transactionReceiptIssuers))
        policy.transactionReceipts = .acceptedWithUnsignedEnvironment
        policy.appAppleID = 6_450_123_456
        policy.appVersion = "42"
        try change(&policy)
        return ReceiptVerifier(policy: policy)
    }

    static func issue(
        _ version: TestTransactionReceiptVersion = .four, defects: [TransactionReceiptDefect] = []
    ) throws -> TestIssuedTransactionReceipt {
        try authority.issue(TestTransactionReceipt(version: version), defects: defects)
    }

    /// The time of verification of the examples: an hour after purchase.
    static func now(_ version: TestTransactionReceiptVersion = .four) -> Date {
        version.exampleDate.addingTimeInterval(3_600)
    }

    /// Returns the error for the receipt, or nil.
    static func refusal(
        _ bytes: some Collection<UInt8>, _ verifier: ReceiptVerifier, at now: Date = now()
    ) -> VerificationError? {
        do throws(VerificationError) {
            _ = try verifier.verify(transactionReceipt: bytes, at: now)
            return nil
        } catch {
            return error
        }
    }
}
