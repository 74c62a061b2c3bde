import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// A valid receipt with one defect, and the exact refusal.
@Suite("Every defect of the test kit is refused with its own error")
struct DefectTests {
    @Test("The receipt without a defect is believed", arguments: [TestDigest.sha256, .sha1])
    func valid(_ digest: TestDigest) throws {
        let bytes = try TestAuthority.standard.sign(Subject.receipt, digest: digest)
        let verified = try Subject.verify(bytes)
        #expect(verified.purchases.map(\.productID) == ["com.example.coins", "com.example.monthly"])
        #expect(verified.verification.digest.rawValue == "\(digest)")
        #expect(verified.verification.isDeviceChecked)
        #expect(
            verified.verification.trustAnchor == Fingerprint(of: try TestAuthority.standard.rootCertificate))
    }

    @Test(arguments: Defect.allCases)
    func code(_ defect: Defect) throws {
        let bytes = try issue(defect)
        let error = verificationError { _ = try Subject.verify(bytes) }
        #expect(error?.code == defect.expectedError, "\(error.map(String.init(describing:)) ?? "accepted")")
    }

    @Test("The error carries the evidence", arguments: evidence)
    func exactError(_ row: (defect: Defect, error: @Sendable (TestIssuedReceipt) throws -> VerificationError)) throws {
        let issued = try TestAuthority.standard.issue(
            Subject.receipt, digest: Self.digest(row.defect), defects: [row.defect])
        let expected = try row.error(issued)
        #expect(verificationError { _ = try Subject.verify(issued.bytes) } == expected)
    }

    static let created = Subject.receipt.creationDate

    static let evidence: [(defect: Defect, error: @Sendable (TestIssuedReceipt) throws -> VerificationError)] = [
        (.wrongRoot, { .untrustedRoot(try fingerprint($0.chain.intermediate)) }),
        (.forgedIntermediate, { .untrustedRoot(try fingerprint($0.chain.intermediate)) }),
        (.selfSigned, { .untrustedRoot(try fingerprint($0.chain.signer)) }),
        (.developerCertificate, { .notReceiptSigner(try fingerprint($0.chain.signer)) }),
        (.signerMarkerMissing, { .notReceiptSigner(try fingerprint($0.chain.signer)) }),
        (.intermediateMarkerMissing, { .notReceiptIssuer(try fingerprint($0.chain.intermediate)) }),
        (
            .signerExpired,
            { .certificateExpired(.signer, notAfter: $0.chain.signer.notAfter, created: created) }
        ),
        (
            .signerNotYetValid,
            { .certificateNotYetValid(.signer, notBefore: $0.chain.signer.notBefore, created: created) }
        ),
        (
            .intermediateExpired,
            {
                .certificateExpired(
                    .intermediate, notAfter: try #require($0.chain.intermediate).notAfter, created: created)
            }
        ),
        (
            .intermediateNotYetValid,
            {
                .certificateNotYetValid(
                    .intermediate, notBefore: try #require($0.chain.intermediate).notBefore, created: created)
            }
        ),
        (.unknownCriticalExtension, { _ in .criticalExtension(.signer, "1.3.6.1.4.1.99999.1") }),
        (.intermediateNotAuthority, { _ in .notCertificateAuthority(.intermediate) }),
        (.intermediateWithoutCertificateSigning, { _ in .keyUsage(.intermediate) }),
        (.signerWithoutDigitalSignature, { _ in .keyUsage(.signer) }),
        (.signerIsAuthority, { _ in .signerIsCertificateAuthority }),
        (.intermediateVersion1, { _ in .certificateVersion(.intermediate, found: 1) }),
        (.algorithmMismatch, { _ in .certificateAlgorithm(.signer) }),
        (.nameConstraints, { _ in .nameConstraints(.intermediate) }),
        (.keyIdentifierMismatch, { _ in .keyIdentifier(.signer) }),
        (.duplicateExtension, { _ in .malformedCertificate(.signer) }),
        (.serialNumberZero, { _ in .serialNumber(.signer) }),
        (.signerForged, { _ in .certificateSignature(.signer) }),
        (.contentFlipped, { _ in .signatureInvalid }),
        (.signatureFlipped, { _ in .signatureInvalid }),
        (
            .md5Digest,
            { _ in .unsupportedAlgorithm(digest: "1.2.840.113549.2.5", signature: "1.2.840.113549.1.1.1") }
        ),
        (
            .algorithmPairMismatch,
            { _ in .unsupportedAlgorithm(digest: "2.16.840.1.101.3.4.2.1", signature: "1.2.840.113549.1.1.5") }
        ),
        (.sha1AfterItsEnd, { .sha1NotAccepted(.receipt, created: $0.receipt.creationDate) }),
        (.sha1CertificateAfterItsEnd, { .sha1NotAccepted(.certificate, created: $0.receipt.creationDate) }),
        (
            .signerCertificateMissing,
            { .signerCertificateMissing(serialNumber: $0.chain.signer.serialNumber) }
        ),
        (
            .signerCertificateAmbiguous,
            { .signerCertificateAmbiguous(serialNumber: $0.chain.signer.serialNumber) }
        ),
        (.intermediateMissing, { _ in .issuerCertificateMissing }),
        (.intermediateAmbiguous, { _ in .issuerCertificateAmbiguous }),
        (.wrongDevice, { _ in .deviceMismatch }),
    ]

    private func issue(_ defect: Defect) throws -> [UInt8] {
        try TestAuthority.standard.sign(Subject.receipt, digest: Self.digest(defect), defects: [defect])
    }

    private static func digest(_ defect: Defect) -> TestDigest { defect == .sha1AfterItsEnd ? .sha1 : .sha256 }

    private static func fingerprint(_ certificate: TestCertificate?) throws -> Fingerprint {
        Fingerprint(of: try #require(certificate).encoded())
    }
}
