/// Defects of single certificates and of their keys. Every certificate is signed after it was spoilt.
extension JWSDefect {
    static let certificates: [JWSDefect] = [
        .intermediateVersion1, .algorithmMismatch, .sha1Certificate, .unknownCriticalExtension, .nameConstraints,
        .duplicateExtension, .serialNumberZero, .certificateGarbage, .certificateTrailingByte, .certificateUnusedBits,
        .certificateSignatureFlipped, .rsaSigner, .p384Signer, .pointNotOnCurve, .pointCompressed, .p256Intermediate,
        .sha256Certificates, .sha512Certificates, .unknownExtension,
    ]

    /// The intermediate is an X.509 version 1 certificate, which has no extensions.
    public static let intermediateVersion1 = Self(
        "intermediate-version-1", "The intermediate is an X.509 version 1 certificate, which has no extensions.",
        .refused(.chain),
        .intermediate {
            $0.version = 1
            $0.extensions = []
        })

    /// The signer's certificate names one signature algorithm inside and another outside.
    public static let algorithmMismatch = Self(
        "algorithm-mismatch", "The signer's certificate names one signature algorithm inside and another outside.",
        .refused(.chain),
        .signer { $0.signatureAlgorithm = .ecdsaWithSHA256 })

    /// The signer's certificate is signed over SHA-1.
    public static let sha1Certificate = Self(
        "sha1-certificate", "The signer's certificate is signed over SHA-1.", .refused(.chain),
        .signer { $0.setDigest(.sha1) })

    /// The signer has a critical extension that nobody knows.
    public static let unknownCriticalExtension = Self(
        "unknown-critical-extension", "The signer has a critical extension that nobody knows.", .refused(.chain),
        .signer {
            $0.extensions.append(TestExtension([1, 3, 6, 1, 4, 1, 99999, 1], isCritical: true, value: TestDER.null))
        })

    /// The intermediate constrains names.
    public static let nameConstraints = Self(
        "name-constraints", "The intermediate constrains names.", .refused(.chain),
        .intermediate { $0.extensions.append(.nameConstraints(permittedDNSName: "example.com")) })

    /// The signer has the same extension twice.
    public static let duplicateExtension = Self(
        "duplicate-extension", "The signer has the same extension twice.", .refused(.chain),
        .signer { $0.extensions.append(.subjectKeyIdentifier($0.key.keyIdentifier)) })

    /// The serial number of the signer is 0.
    public static let serialNumberZero = Self(
        "serial-number-zero", "The serial number of the signer is 0.", .refused(.chain),
        .signer { $0.serialNumber = [0] })

    /// The first of `x5c` is base64 of what is not a certificate.
    public static let certificateGarbage = Self(
        "certificate-garbage", "The first of `x5c` is base64 of what is not a certificate.", .refused(.chain),
        .certificates { [TestText.base64(Array("certificate".utf8)), $0[1], $0[2]] })

    /// A byte follows the signer's certificate, in its base64.
    public static let certificateTrailingByte = Self(
        "certificate-trailing-byte", "A byte follows the signer's certificate, in its base64.", .refused(.chain),
        .signer { $0.trailingBytes = [0] })

    /// The signature of the signer's certificate claims an unused bit.
    public static let certificateUnusedBits = Self(
        "certificate-unused-bits", "The signature of the signer's certificate claims an unused bit.", .refused(.chain),
        .signer { $0.signatureUnusedBits = 1 })

    /// One bit of what is signed of the signer's certificate was flipped.
    public static let certificateSignatureFlipped = Self(
        "certificate-signature-flipped", "One bit of what is signed of the signer's certificate was flipped.",
        .refused(.chain),
        JWSDefectSteps(chain: { (draft) throws(TestKitError) in
            guard draft.chain.intermediate != nil, !draft.chain.signer.serialNumber.isEmpty else { return false }
            draft.chain.signer.signature = try draft.chain.signer.signatureOctets()
            draft.chain.signer.serialNumber[0] ^= 1
            return true
        }))

    /// The signer's key is RSA, and signed with PKCS #1 v1.5.
    public static let rsaSigner = Self(
        "rsa-signer", "The signer's key is RSA, and signed with PKCS #1 v1.5.", .refused(.chain),
        .signer { $0.setKey(.signer) })

    /// The signer's key is on P-384, and signed over SHA-384.
    public static let p384Signer = Self(
        "p384-signer", "The signer's key is on P-384, and signed over SHA-384.", .refused(.chain),
        JWSDefectSteps(chain: {
            guard $0.chain.intermediate != nil else { return false }
            $0.chain.signer.setKey(.p384Signer)
            $0.digest = .sha384
            return true
        }))

    /// The signer's key is a point beside the curve.
    public static let pointNotOnCurve = Self(
        "point-not-on-curve", "The signer's key is a point beside the curve.", .refused(.chain),
        .signer { $0.spoilPoint() })

    /// The signer's key is a compressed point.
    public static let pointCompressed = Self(
        "point-compressed", "The signer's key is a compressed point.", .refused(.chain),
        .signer { $0.compressPoint() })

    /// The intermediate's key is on P-256, where Apple's is on P-384.
    public static let p256Intermediate = Self(
        "p256-intermediate", "The intermediate's key is on P-256, where Apple's is on P-384.", .accepted,
        JWSDefectSteps(chain: {
            guard var intermediate = $0.chain.intermediate else { return false }
            intermediate.setKey(.p256Intermediate)
            $0.chain.signer = .jwsSigner(issuedBy: intermediate, key: $0.chain.signer.key)
            $0.chain.intermediate = intermediate
            return true
        }))

    /// Both certificates are signed over SHA-256, where Apple's are over SHA-384.
    public static let sha256Certificates = Self(
        "sha256-certificates", "Both certificates are signed over SHA-256, where Apple's are over SHA-384.", .accepted,
        JWSDefectSteps(chain: {
            guard $0.chain.intermediate != nil else { return false }
            $0.chain.signer.setDigest(.sha256)
            $0.chain.intermediate?.setDigest(.sha256)
            return true
        }))

    /// Both certificates are signed over SHA-512, where Apple's are over SHA-384.
    public static let sha512Certificates = Self(
        "sha512-certificates", "Both certificates are signed over SHA-512, where Apple's are over SHA-384.", .accepted,
        JWSDefectSteps(chain: {
            guard $0.chain.intermediate != nil else { return false }
            $0.chain.signer.setDigest(.sha512)
            $0.chain.intermediate?.setDigest(.sha512)
            return true
        }))

    /// The signer has an extension that nobody knows and nobody must.
    public static let unknownExtension = Self(
        "unknown-extension", "The signer has an extension that nobody knows and nobody must.", .accepted,
        .signer { $0.extensions.append(TestExtension([1, 3, 6, 1, 4, 1, 99999, 1], value: TestDER.null)) })
}

extension TestCertificate {
    /// Takes another key, also as the one that the certificate names.
    fileprivate mutating func setKey(_ key: TestKey) {
        self.key = key
        extensions.set(.subjectKeyIdentifier(key.keyIdentifier))
    }

    /// The signature that would be computed now.
    fileprivate func signatureOctets() throws(TestKitError) -> [UInt8] {
        try issuerKey.signature(over: toBeSigned, digest: signatureDigest)
    }

    fileprivate mutating func spoilPoint() {
        var encoded = key.subjectPublicKeyInfo
        encoded[encoded.count - 1] ^= 1
        subjectPublicKeyInfo = encoded
    }

    /// 02 or 03, by whether y is even, and x (SEC 1 §2.3.3).
    fileprivate mutating func compressPoint() {
        guard let curve = key.curve, let last = key.publicKey.last else { return }
        subjectPublicKeyInfo = TestDER.sequence([
            TestAlgorithm.ecPublicKey(curve).encoded,
            TestDER.bitString([0x02 | last & 1] + key.publicKey[1...curve.coordinateSize]),
        ])
    }
}
