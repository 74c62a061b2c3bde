import ReceiptKitTesting
import TestSupport
import Testing

/// Tests the certificates of JWS.
@Suite struct JWSChainTests {
    @Test func theChainHasTheShapeOfApples() throws {
        let chain = TestAuthority.standard.jws
        let intermediate = try #require(chain.intermediate)
        let root = try #require(chain.root)
        #expect(root.issuer == root.subject)
        #expect(intermediate.issuer == root.subject)
        #expect(chain.signer.issuer == intermediate.subject)
        #expect(chain.certificates.map(\.key.curve) == [.p256, .p384, .p384])
        #expect(chain.certificates.map(\.signatureAlgorithm) == Array(repeating: .ecdsaWithSHA384, count: 3))
        #expect(chain.signer.extensions.contains(.marker(.receiptSignerMarker)))
        #expect(intermediate.extensions.contains(.marker(.receiptIssuerMarker)))
        #expect(intermediate.extensions.contains(.basicConstraints(isAuthority: true, pathLength: 0)))
        #expect(chain.signer.extensions.contains(.keyUsage([.digitalSignature])))
        #expect(chain.signer.extensions.contains(.authorityKeyIdentifier(intermediate.key.keyIdentifier)))
        #expect(intermediate.extensions.contains(.authorityKeyIdentifier(root.key.keyIdentifier)))
        #expect(chain.signer.notBefore <= .utc(2021, 6, 1))
        #expect(chain.signer.notAfter >= .utc(2035, 1, 1))
    }

    @Test func rootsAreOfBothKinds() throws {
        let authority = TestAuthority.standard
        #expect(try authority.rootCertificates == [authority.rootCertificate, authority.jwsRootCertificate])
        #expect(try authority.rootCertificate != authority.jwsRootCertificate)
        #expect(try authority.jwsRootCertificate == authority.jws.root?.encoded())
        #expect(try authority.jwsRootPEM == authority.jws.root?.pem())
        #expect(try TestAuthority.xcode.jwsRootCertificate == TestAuthority.xcode.jws.signer.encoded())
    }

    @Test func certificatesAreTheSameEachTime() throws {
        for authority in [TestAuthority.standard, .untrusted, .xcode] {
            for certificate in authority.jws.certificates {
                #expect(try certificate.encoded() == certificate.encoded())
            }
        }
        // The root must not change, because stored JWS of the kit must lead to it later too.
        let digest = TestText.hexadecimal(TestDigest.sha256.hash(try TestAuthority.standard.jwsRootCertificate))
        #expect(digest == "c5e1cf8bea43d42c577defa51f98ac930251782f5dfe1c9cac4e077c23e85c66")
    }

    @Test func theUntrustedAuthorityDiffersOnlyInKeys() {
        let known = TestAuthority.standard.jws.certificates
        let untrusted = TestAuthority.untrusted.jws.certificates
        #expect(known.count == 3)
        for (left, right) in zip(known, untrusted) {
            #expect(left.subject == right.subject)
            #expect(left.issuer == right.issuer)
            #expect(left.serialNumber == right.serialNumber)
            #expect(left.notBefore == right.notBefore)
            #expect(left.notAfter == right.notAfter)
            #expect(left.key != right.key)
        }
    }

    @Test func xcodeSignsForItself() {
        let chain = TestAuthority.xcode.jws
        #expect(chain.certificates.count == 1)
        #expect(chain.signer.issuer == chain.signer.subject)
        #expect(chain.signer.key.curve == .p256)
        #expect(chain.signer != TestAuthority.xcode.sha256.signer)
        #expect(!chain.signer.extensions.contains { $0.identifier == .receiptSignerMarker })
    }
}
