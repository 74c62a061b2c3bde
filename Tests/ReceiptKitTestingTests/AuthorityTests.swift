import ReceiptKitTesting
import TestSupport
import Testing

@Suite struct AuthorityTests {
    @Test func certificatesAreTheSameEachTime() throws {
        #expect(try TestAuthority.standard.rootCertificate == (try Fixtures.file("root.cer")))
        #expect(try TestAuthority.untrusted.rootCertificate == (try Fixtures.file("untrusted-root.cer")))
        #expect(try TestAuthority.xcode.rootCertificate == (try Fixtures.file("xcode.cer")))
    }

    @Test(arguments: [TestDigest.sha1, .sha256])
    func chainsHoldTogether(digest: TestDigest) throws {
        let chain = TestAuthority.standard.chain(for: digest)
        let intermediate = try #require(chain.intermediate)
        let root = try #require(chain.root)
        #expect(root == TestAuthority.standard.sha256.root)
        #expect(root.issuer == root.subject)
        #expect(intermediate.issuer == root.subject)
        #expect(chain.signer.issuer == intermediate.subject)
        #expect(chain.signer.signatureAlgorithm == digest.signatureAlgorithm)
        #expect(chain.signer.extensions.contains(.marker(.receiptSignerMarker)))
        #expect(intermediate.extensions.contains(.marker(.receiptIssuerMarker)))
        #expect(chain.signer.extensions.contains(.authorityKeyIdentifier(intermediate.key.keyIdentifier)))
        #expect(intermediate.extensions.contains(.authorityKeyIdentifier(root.key.keyIdentifier)))
    }

    @Test func validityCoversTheYearsOfReceipts() {
        let sha1 = TestAuthority.standard.sha1.signer
        #expect(sha1.notBefore <= .utc(2013, 1, 1))
        #expect(sha1.notAfter == .utc(2025, 1, 24))
        let sha256 = TestAuthority.standard.sha256.signer
        #expect(sha256.notBefore <= .utc(2016, 1, 1))
        #expect(sha256.notAfter >= .utc(2034, 12, 31))
    }

    @Test func theUntrustedAuthorityDiffersOnlyInKeys() throws {
        let known = TestAuthority.standard.sha256
        let untrusted = TestAuthority.untrusted.sha256
        for (left, right) in zip(known.certificates, untrusted.certificates) {
            #expect(left.subject == right.subject)
            #expect(left.issuer == right.issuer)
            #expect(left.serialNumber == right.serialNumber)
            #expect(left.notBefore == right.notBefore)
            #expect(left.notAfter == right.notAfter)
            #expect(left.key != right.key)
        }
    }

    @Test func developersLackTheMarker() throws {
        let intermediate = try #require(TestAuthority.standard.sha256.intermediate)
        let developer = TestCertificate.developer(issuedBy: intermediate)
        #expect(!developer.extensions.contains { $0.identifier == .receiptSignerMarker })
        #expect(developer.issuerKey == intermediate.key)
    }

    @Test func oneFieldOfACertificateCanBeMadeWrong() throws {
        let good = TestAuthority.standard.sha256.signer
        let encoded = try good.encoded()
        func changed(_ change: (inout TestCertificate) -> Void) throws -> [UInt8] {
            var bad = good
            change(&bad)
            return try bad.encoded()
        }
        #expect(try changed { $0.trailingBytes = [0] } == encoded + [0])
        // The number of unused bits is the byte before the signature's 256 bytes. Outside the signed part, nothing else
        // changes.
        let unused = try changed { $0.signatureUnusedBits = 1 }
        #expect(zip(unused, encoded).filter { $0 != $1 }.count == 1)
        #expect(unused[unused.count - 257] == 1)
        let outer = try changed { $0.outerSignatureAlgorithm = .sha384WithRSAEncryption }
        #expect(zip(outer, encoded).filter { $0 != $1 }.count == 1)
        // A version 1 certificate has no version field.
        let version1 = try changed { $0.version = 1 }
        #expect(version1.count == encoded.count - 5)
    }

    @Test func signaturesAreDeterministic() throws {
        for digest in TestDigest.allCases {
            let signature = try TestKey.signer.signature(over: [1, 2, 3], digest: digest)
            #expect(signature.count == 256)
            #expect(try TestKey.signer.signature(over: [1, 2, 3], digest: digest) == signature)
        }
    }

    @Test func damagedKeysAreRefused() {
        #expect(TestKey(pemRepresentation: "no key") == nil)
    }

    @Test func receiptsAreSignedByTheGenerationOfTheirDigest() throws {
        let sha1 = try TestAuthority.standard.issue(TestReceipt(), digest: .sha1)
        #expect(sha1.chain == TestAuthority.standard.sha1)
        #expect(sha1.signedData.digestAlgorithms == [.sha1])
        #expect(sha1.signedData.signers.map(\.signatureAlgorithm) == [.rsaEncryption])
        let xcode = try TestAuthority.xcode.issue(TestReceipt(environment: .xcode))
        #expect(xcode.signedData.signers.map(\.signatureAlgorithm) == [.sha256WithRSAEncryption])
        #expect(xcode.signedData.certificates.count == 1)
    }
}
