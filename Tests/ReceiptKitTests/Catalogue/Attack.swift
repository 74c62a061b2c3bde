import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The valid receipt's attributes, from which the attacks start, and functions that sign the result.
enum Attack {
    static let chain = TestAuthority.standard.sha256
    static let created = Subject.receipt.creationDate
    /// The valid receipt.
    static let valid: [UInt8] = {
        do { return try TestAuthority.standard.sign(Subject.receipt) } catch { return [] }
    }()

    /// Returns a container with `content`, signed like genuine receipts.
    static func signed(
        _ content: [UInt8], _ chain: TestChain = chain, digest: TestDigest = .sha256,
        envelope: TestSignedData.Envelope = .der
    ) throws -> TestSignedData {
        var signed = try TestSignedData(content: content, chain: chain, digest: digest, envelope: envelope)
        try signed.sign(with: chain.signer.key)
        return signed
    }

    /// Returns the valid receipt's attributes after a change, in the resulting order.
    static func payload(_ change: (inout TestAttributeSet) -> Void) -> TestAttributeSet {
        var payload = Subject.receipt.payload
        payload.order = .asGiven
        change(&payload)
        return payload
    }

    static func error(
        _ bytes: [UInt8], _ change: (inout ReceiptPolicy) throws -> Void = { _ in }
    ) throws -> VerificationError? {
        let policy = try Subject.policy(change)
        return verificationError { _ = try Subject.verify(bytes, policy) }
    }

    static func fingerprint(_ certificate: TestCertificate?) throws -> Fingerprint {
        Fingerprint(of: try #require(certificate).encoded())
    }

    /// Returns the fingerprint of a certificate's key, computed by the test kit, which shares no code with the library.
    static func keyFingerprint(_ certificate: TestCertificate?) throws -> Fingerprint {
        Fingerprint(of: try #require(certificate).key.subjectPublicKeyInfo)
    }
}
