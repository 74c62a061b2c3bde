import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("CHN-23 receipts of StoreKit testing in Xcode")
struct XcodeModeTests {
    static let receipt = TestReceipt(bundleIdentifier: Subject.bundleIdentifier, environment: .xcode)

    private func policy(
        _ environments: Set<StoreEnvironment>? = nil, certificates: [TestAuthority] = [.xcode]
    ) throws -> ReceiptPolicy {
        try ReceiptPolicy(
            bundleIdentifiers: [Subject.bundleIdentifier], device: .unchecked, environments: environments,
            trust: .xcode(certificates.map { try $0.rootCertificate }))
    }

    @Test("ACC-01 are accepted if the caller trusts the certificate")
    func accepted() throws {
        let bytes = try TestAuthority.xcode.sign(Self.receipt)
        #expect(bytes.starts(with: [0x30, 0x80]))
        let verified = try Subject.verify(bytes, try policy())
        #expect(verified.environment == .xcode)
        #expect(verified.verification.trustAnchor == verified.verification.signer)
    }

    @Test("are accepted where it is one of several, of several Macs")
    func several() throws {
        let bytes = try TestAuthority.xcode.sign(Self.receipt)
        for certificates in [[TestAuthority.untrusted, .xcode], [.xcode, .untrusted]] {
            let verified = try Subject.verify(bytes, try policy(certificates: certificates))
            let own = Fingerprint(of: try TestAuthority.xcode.rootCertificate)
            #expect(verified.verification.trustAnchor == own)
        }
    }

    @Test("are rejected as untrusted otherwise")
    func untrusted() throws {
        let bytes = try TestAuthority.xcode.sign(Self.receipt)
        let fingerprint = Fingerprint(of: try TestAuthority.xcode.rootCertificate)
        let policy = try ReceiptPolicy(
            bundleIdentifiers: [Subject.bundleIdentifier], device: .unchecked, environments: [.xcode])
        #expect(verificationError { _ = try Subject.verify(bytes, policy) } == .untrustedRoot(fingerprint))
        #expect(
            verificationError {
                _ = try Subject.verify(bytes, try Subject.policy { try $0.set(environments: [.xcode]) })
            }
                == .untrustedRoot(fingerprint))
    }

    @Test("a certificate other than the trusted one is rejected")
    func anotherCertificate() throws {
        let bytes = try TestAuthority.standard.sign(Self.receipt)
        let fingerprint = Fingerprint(of: try TestAuthority.standard.sha256.signer.encoded())
        #expect(verificationError { _ = try Subject.verify(bytes, try policy()) } == .notXcodeCertificate(fingerprint))
    }

    @Test("the Xcode key cannot sign for production, whatever the policy accepts")
    func onlyXcode() throws {
        let receipt = Subject.receipt.with { $0.shape = .xcode }
        let bytes = try TestAuthority.xcode.sign(receipt)
        #expect(
            verificationError { _ = try Subject.verify(bytes, try policy([.xcode])) }
                == .environmentMismatch(found: .production, accepted: [.xcode]))
    }

    @Test("the certificate's dates count")
    func dates() throws {
        let created = TestAuthority.xcode.sha256.signer.notAfter.addingTimeInterval(1)
        let bytes = try TestAuthority.xcode.sign(Self.receipt.with { $0.creationDate = created })
        #expect(
            verificationError { _ = try Subject.verify(bytes, try policy(), at: created) }
                == .certificateExpired(.signer, notAfter: created.addingTimeInterval(-1), created: created))
    }
}
