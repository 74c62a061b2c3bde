/// Defects of single certificates and of their keys. Certificates are signed after the change.
extension JWSDefect {
    static let certificates: [Self] = [
        Self(
            "intermediate-version-1", "The intermediate is an X.509 version 1 certificate, which has no extensions.",
            .chain,
            .intermediate {
                $0.version = 1
                $0.extensions = []
            }),
        Self(
            "algorithm-mismatch", "The signer certificate names one signature algorithm inside and another outside.",
            .chain, .signer { $0.signatureAlgorithm = .ecdsaWithSHA256 }),
        Self(
            "sha1-certificate", "The signer's certificate is signed over SHA-1.", .chain,
            .signer { $0.setDigest(.sha1) }),
        Self(
            "unknown-critical-extension", "The signer has an unknown critical extension.", .chain,
            .signer {
                $0.extensions.append(
                    .unknown(isCritical: true))
            }),
        Self(
            "name-constraints", "The intermediate constrains names.", .chain,
            .intermediate { $0.extensions.append(.nameConstraints(permittedDNSName: "example.com")) }),
        Self(
            "duplicate-extension", "The signer has the same extension twice.", .chain,
            .signer { $0.extensions.append(.subjectKeyIdentifier($0.key.keyIdentifier)) }),
        Self("serial-number-zero", "The serial number of the signer is 0.", .chain, .signer { $0.serialNumber = [0] }),
        Self(
            "certificate-garbage", "The first element of `x5c` is base64 of bytes that are not a certificate.", .chain,
            .certificates { [TestText.base64(Array("certificate".utf8)), $0[1], $0[2]] }),
        Self(
            "certificate-trailing-byte", "A byte follows the signer's certificate, in its base64.", .chain,
            .signer { $0.trailingBytes = [0] }),
        Self(
            "certificate-unused-bits", "The signature of the signer's certificate claims to have an unused bit.",
            .chain,
            .signer { $0.signatureUnusedBits = 1 }),
        Self(
            "certificate-signature-flipped", "One bit in the signed part of the signer's certificate was flipped.",
            .chain,
            .signer {
                guard !$0.serialNumber.isEmpty else { throw NothingToSpoil() }
                $0.signature = try $0.issuerKey.signature(over: $0.toBeSigned, digest: $0.signatureDigest)
                $0.serialNumber[0] ^= 1
            }),
        Self(
            "rsa-signer", "The signer's key is RSA, and the signature is PKCS #1 v1.5.", .chain,
            .signer { $0.setKey(.signer) }),
        Self(
            "p384-signer", "The signer's key is on P-384, and the signature is over SHA-384.", .chain,
            .signer { $0.setKey(.p384Signer) }, .digest(.sha384)),
        Self(
            "point-not-on-curve", "The signer's key is a point that is not on the curve.", .chain,
            .signer { $0.spoilPoint() }),
        Self("point-compressed", "The signer's key is a compressed point.", .chain, .signer { $0.compressPoint() }),
        Self(
            "p256-intermediate", "The intermediate's key is on P-256, although Apple's is on P-384.", nil,
            .chain {
                let key = $0.signer.key
                var signer = $0.signer
                try $0.editIntermediate {
                    $0.setKey(.p256Intermediate)
                    signer = .jwsSigner(issuedBy: $0, key: key)
                }
                $0.signer = signer
            }),
        Self(
            "sha256-certificates",
            "Both certificates are signed over SHA-256, although Apple's are signed over SHA-384.", nil,
            .signer { $0.setDigest(.sha256) }, .intermediate { $0.setDigest(.sha256) }),
        Self(
            "sha512-certificates",
            "Both certificates are signed over SHA-512, although Apple's are signed over SHA-384.", nil,
            .signer { $0.setDigest(.sha512) }, .intermediate { $0.setDigest(.sha512) }),
        Self(
            "unknown-extension", "The signer certificate has an unknown extension that is not critical.", nil,
            .signer { $0.extensions.append(.unknown(isCritical: false)) }),
    ]
}

extension TestCertificate {
    /// Replaces the key, and the key identifier in the certificate.
    fileprivate mutating func setKey(_ key: TestKey) {
        self.key = key
        extensions.set(.subjectKeyIdentifier(key.keyIdentifier))
    }

    fileprivate mutating func spoilPoint() {
        var encoded = key.subjectPublicKeyInfo
        encoded[encoded.count - 1] ^= 1
        subjectPublicKeyInfo = encoded
    }

    /// Compresses the point: 02 or 03, depending on whether y is even, followed by x (SEC 1 §2.3.3).
    fileprivate mutating func compressPoint() {
        guard let curve = key.curve, let last = key.publicKey.last else { return }
        subjectPublicKeyInfo = TestDER.sequence([
            TestAlgorithm.ecPublicKey(curve).encoded,
            TestDER.bitString([0x02 | last & 1] + key.publicKey[1...curve.coordinateSize]),
        ])
    }
}
