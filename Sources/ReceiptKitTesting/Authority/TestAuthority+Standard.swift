extension TestAuthority {
    /// The authority that tests trust. Its certificates resemble Apple's.
    public static let standard = TestAuthority(
        root: .root, sha256: (.intermediate, .signer), sha1: (.sha1Intermediate, .sha1Signer),
        jws: (.jwsRoot, .jwsIntermediate, .jwsSigner))

    /// An authority with the same names, serial numbers and dates as the standard one, but with other keys and an untrusted root.
    public static let untrusted = TestAuthority(
        root: .untrustedRoot, sha256: (.untrustedIntermediate, .untrustedSigner),
        sha1: (.untrustedIntermediate, .untrustedSigner),
        jws: (.untrustedJWSRoot, .untrustedJWSIntermediate, .untrustedJWSSigner))

    /// The stand-in for Xcode's local testing: one self-signed certificate for receipts and one for JWS.
    public static let xcode: TestAuthority = {
        let chain = TestChain(
            signer: TestCertificate(
                serialNumber: [1],
                subject: TestName([
                    .commonName("StoreKit"), .organization("StoreKit"), .organizationalUnit("StoreKit"), .country("US"),
                    .emailAddress("StoreKit"),
                ]),
                key: .xcode, notBefore: .utc(2020, 4, 1, 17, 52, 35), notAfter: .utc(2040, 3, 27, 17, 52, 35),
                extensions: [
                    .basicConstraints(isAuthority: true),
                    .keyUsage([.digitalSignature, .keyCertSign]),
                    .extendedKeyUsage([[1, 3, 6, 1, 5, 5, 7, 3, 3]], isCritical: true),
                ]))
        return TestAuthority(sha256: chain, sha1: chain, jws: TestChain(signer: .jwsXcode(key: .jwsXcode)))
    }()

    /// Returns the standard authority with other keys for JWS, so that a verifier which trusts it accepts nobody else's test evidence. Its keys for
    /// receipts are the public test keys.
    ///
    /// - Parameter seed: the bytes that the keys are derived from, such as 32 random ones. The same bytes give the same keys.
    /// - Throws: ``TestKitError/signingFailed`` for about one seed in 4,000 million, which gives no P-256 key.
    public static func standard(jwsKeySeed seed: [UInt8]) throws(TestKitError) -> TestAuthority {
        func key(_ curve: TestCurve, _ digest: TestDigest, _ name: String) throws(TestKitError) -> TestKey {
            guard let key = TestKey(curve, scalar: digest.hash(Array(name.utf8) + seed)) else { throw .signingFailed }
            return key
        }
        var authority = standard
        authority.jws = TestChain(
            jws: .jwsRoot(key: try key(.p384, .sha384, "root")),
            intermediate: try key(.p384, .sha384, "intermediate"), signer: try key(.p256, .sha256, "signer"))
        return authority
    }

    /// Returns the authority that signs for an environment: ``xcode`` for Xcode and local tests, otherwise
    /// ``standard``.
    package static func issuer(of environment: TestEnvironment) -> TestAuthority {
        environment.isLocal ? .xcode : .standard
    }

    private init(
        root rootKey: TestKey, sha256: (intermediate: TestKey, signer: TestKey),
        sha1: (intermediate: TestKey, signer: TestKey),
        jws: (root: TestKey, intermediate: TestKey, signer: TestKey)
    ) {
        let root = TestCertificate.root(key: rootKey)
        self.init(
            sha256: TestChain(root: root, digest: .sha256, intermediate: sha256.intermediate, signer: sha256.signer),
            sha1: TestChain(root: root, digest: .sha1, intermediate: sha1.intermediate, signer: sha1.signer),
            jws: TestChain(jws: .jwsRoot(key: jws.root), intermediate: jws.intermediate, signer: jws.signer))
    }
}

extension TestChain {
    fileprivate init(jws root: TestCertificate, intermediate intermediateKey: TestKey, signer signerKey: TestKey) {
        let intermediate = TestCertificate.jwsIntermediate(issuedBy: root, key: intermediateKey)
        self.init(
            signer: .jwsSigner(issuedBy: intermediate, key: signerKey), intermediate: intermediate, root: root)
    }

    fileprivate init(
        root: TestCertificate, digest: TestDigest, intermediate intermediateKey: TestKey, signer signerKey: TestKey
    ) {
        let intermediate = TestCertificate.intermediate(issuedBy: root, key: intermediateKey, digest: digest)
        self.init(
            signer: .receiptSigner(issuedBy: intermediate, key: signerKey, digest: digest),
            intermediate: intermediate, root: root)
    }
}
