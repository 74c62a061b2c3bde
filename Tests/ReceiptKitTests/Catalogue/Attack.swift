import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// What the attacks start from: the valid receipt's attributes, and the means to sign whatever becomes of them.
enum Attack {
    static let chain = TestAuthority.standard.sha256
    static let created = Subject.receipt.creationDate
    /// The receipt that nothing is wrong with.
    static let valid: [UInt8] = {
        do { return try TestAuthority.standard.sign(Subject.receipt) } catch { return [] }
    }()

    /// The container of `content`, signed as genuine receipts are.
    static func signed(
        _ content: [UInt8], _ chain: TestChain = chain, digest: TestDigest = .sha256,
        envelope: TestSignedData.Envelope = .der
    ) throws -> TestSignedData {
        var signed = try TestSignedData(content: content, chain: chain, digest: digest, envelope: envelope)
        try signed.sign(with: chain.signer.key)
        return signed
    }

    /// The valid receipt's attributes after a change, in the order that the change leaves.
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

    /// The fingerprint of a certificate's key, by the test kit, which shares no code with the library.
    static func keyFingerprint(_ certificate: TestCertificate?) throws -> Fingerprint {
        Fingerprint(of: try #require(certificate).key.subjectPublicKeyInfo)
    }
}
