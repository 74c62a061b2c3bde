/// Defects of the header, but for those of `x5c`. It is signed after it was spoilt.
extension JWSDefect {
    static let headers: [JWSDefect] = [
        .headerNotJSON, .headerArray, .headerNull, .headerTrailingData, .headerByteOrderMark, .headerUTF16,
        .headerInvalidUTF8, .headerDeep, .headerManyMembers, .headerTooLarge, .algorithmMissing, .algorithmNone,
        .algorithmMixedNone,
        .algorithmEmpty, .algorithmNull, .algorithmNumber, .algorithmArray, .algorithmLowerCase, .algorithmES256K,
        .algorithmES384, .algorithmRS256, .algorithmEdDSA, .algorithmHS256, .critical, .criticalEmpty,
        .payloadNotEncoded, .payloadEncoded, .compressed, .repeatedAlgorithm, .repeatedAlgorithmFirst,
        .escapedAlgorithm, .repeatedCertificates, .repeatedUnknown,
    ]

    /// The header is not JSON.
    public static let headerNotJSON = Self(
        "header-not-json", "The header is not JSON.", .refused(.header),
        .unsigned { $0.rawOctets[.header] = Array("ES256".utf8) })

    /// The header is an array.
    public static let headerArray = Self(
        "header-array", "The header is an array.", .refused(.header),
        .unsigned { $0.wrapHeader("[", "]") })

    /// The header is null.
    public static let headerNull = Self(
        "header-null", "The header is null.", .refused(.header),
        .unsigned { $0.rawOctets[.header] = Array("null".utf8) })

    /// A second object follows in the header.
    public static let headerTrailingData = Self(
        "header-trailing-data", "A second object follows in the header.", .refused(.header),
        .unsigned { $0.wrapHeader("", "{}") })

    /// The header begins with a byte order mark.
    public static let headerByteOrderMark = Self(
        "header-byte-order-mark", "The header begins with a byte order mark.", .refused(.header),
        .unsigned { $0.wrapHeader("\u{FEFF}", "") })

    /// The header is in UTF-16.
    public static let headerUTF16 = Self(
        "header-utf16", "The header is in UTF-16.", .refused(.header),
        .unsigned { $0.rawOctets[.header] = $0.header.text.utf8.flatMap { [0, $0] } })

    /// A string of the header is not UTF-8.
    public static let headerInvalidUTF8 = Self(
        "header-invalid-utf8", "A string of the header is not UTF-8.", .refused(.header),
        .unsigned { $0.spoilUTF8() })

    /// An unused member of the header nests 1,000 arrays.
    public static let headerDeep = Self(
        "header-deep", "An unused member of the header nests 1,000 arrays.", .refused(.header),
        .header { $0.append("note", String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)) })

    /// An unused member of the header is an object with 1,001 members.
    public static let headerManyMembers = Self(
        "header-many-members", "An unused member of the header is an object with 1,001 members.", .refused(.header),
        .header { $0.append("note", "{\((0...1_000).map { "\"\($0)\":0" }.joined(separator: ","))}") })

    /// The header has more than 32 KiB.
    public static let headerTooLarge = Self(
        "header-too-large", "The header has more than 32 KiB.", .refused(.header),
        .header { $0.append("note", TestJSONObject.string(String(repeating: "a", count: 33 << 10))) })

    /// `alg` is missing.
    public static let algorithmMissing = Self(
        "algorithm-missing", "`alg` is missing.", .refused(.header),
        .header { $0.remove("alg") })

    /// `alg` is none, and nothing is signed.
    public static let algorithmNone = Self(
        "algorithm-none", "`alg` is none, and nothing is signed.", .refused(.header),
        JWSDefectSteps(
            unsigned: { $0.setAlgorithm("none") },
            signed: {
                $0.jws.signature = [UInt8](repeating: 0, count: 64)
                return true
            }))

    /// `alg` is nOnE, before a right signature.
    public static let algorithmMixedNone = Self(
        "algorithm-mixed-none", "`alg` is nOnE, before a right signature.", .refused(.header),
        .header { $0.set("alg", "\"nOnE\"") })

    /// `alg` is empty.
    public static let algorithmEmpty = Self(
        "algorithm-empty", "`alg` is empty.", .refused(.header),
        .header { $0.set("alg", "\"\"") })

    /// `alg` is null.
    public static let algorithmNull = Self(
        "algorithm-null", "`alg` is null.", .refused(.header),
        .header { $0.set("alg", "null") })

    /// `alg` is a number.
    public static let algorithmNumber = Self(
        "algorithm-number", "`alg` is a number.", .refused(.header),
        .header { $0.set("alg", "256") })

    /// `alg` is an array of the right name.
    public static let algorithmArray = Self(
        "algorithm-array", "`alg` is an array of the right name.", .refused(.header),
        .header { $0.set("alg", "[\"ES256\"]") })

    /// `alg` is es256.
    public static let algorithmLowerCase = Self(
        "algorithm-lower-case", "`alg` is es256.", .refused(.header),
        .header { $0.set("alg", "\"es256\"") })

    /// `alg` is ES256K, before a right signature of ES256.
    public static let algorithmES256K = Self(
        "algorithm-es256k", "`alg` is ES256K, before a right signature of ES256.", .refused(.header),
        .header { $0.set("alg", "\"ES256K\"") })

    /// `alg` is ES384, before a right signature of ES256.
    public static let algorithmES384 = Self(
        "algorithm-es384", "`alg` is ES384, before a right signature of ES256.", .refused(.header),
        .header { $0.set("alg", "\"ES384\"") })

    /// `alg` is RS256, before a right signature of ES256.
    public static let algorithmRS256 = Self(
        "algorithm-rs256", "`alg` is RS256, before a right signature of ES256.", .refused(.header),
        .header { $0.set("alg", "\"RS256\"") })

    /// `alg` is EdDSA, before a right signature of ES256.
    public static let algorithmEdDSA = Self(
        "algorithm-eddsa", "`alg` is EdDSA, before a right signature of ES256.", .refused(.header),
        .header { $0.set("alg", "\"EdDSA\"") })

    /// `alg` is HS256, and the secret is the signer's public key, which everybody has.
    public static let algorithmHS256 = Self(
        "algorithm-hs256", "`alg` is HS256, and the secret is the signer's public key, which everybody has.",
        .refused(.header),
        JWSDefectSteps(
            unsigned: { $0.setAlgorithm("HS256") },
            signed: { $0.authenticateWithPublicKey() }))

    /// `crit` names a member.
    public static let critical = Self(
        "critical", "`crit` names a member.", .refused(.header),
        .header {
            $0.append("exp", "1")
            $0.append("crit", "[\"exp\"]")
        })

    /// `crit` names nothing.
    public static let criticalEmpty = Self(
        "critical-empty", "`crit` names nothing.", .refused(.header),
        .header { $0.append("crit", "[]") })

    /// `b64` is false, and so is named by `crit` (RFC 7797).
    public static let payloadNotEncoded = Self(
        "payload-not-encoded", "`b64` is false, and so is named by `crit` (RFC 7797).", .refused(.header),
        .header {
            $0.append("b64", "false")
            $0.append("crit", "[\"b64\"]")
        })

    /// `b64` is true, which changes nothing.
    public static let payloadEncoded = Self(
        "payload-encoded", "`b64` is true, which changes nothing.", .refused(.header),
        .header { $0.append("b64", "true") })

    /// `zip` says that the payload is compressed, which it is not.
    public static let compressed = Self(
        "compressed", "`zip` says that the payload is compressed, which it is not.", .refused(.header),
        .header { $0.append("zip", "\"DEF\"") })

    /// `alg` stands there twice: ES256, then none.
    public static let repeatedAlgorithm = Self(
        "repeated-algorithm", "`alg` stands there twice: ES256, then none.", .refused(.header),
        .header { $0.append("alg", "\"none\"") })

    /// `alg` stands there twice: none, then ES256.
    public static let repeatedAlgorithmFirst = Self(
        "repeated-algorithm-first", "`alg` stands there twice: none, then ES256.", .refused(.header),
        .header { $0.members.insert(.init("alg", "\"none\""), at: 0) })

    /// `alg` stands there twice, the second time with an escape in its name.
    public static let escapedAlgorithm = Self(
        "escaped-algorithm", "`alg` stands there twice, the second time with an escape in its name.", .refused(.header),
        .header { $0.append("\\u0061lg", "\"none\"") })

    /// `x5c` stands there twice.
    public static let repeatedCertificates = Self(
        "repeated-certificates", "`x5c` stands there twice.", .refused(.header),
        .header { $0.append("x5c", "[]") })

    /// A member that nobody reads stands there twice.
    public static let repeatedUnknown = Self(
        "repeated-unknown", "A member that nobody reads stands there twice.", .refused(.header),
        .header {
            $0.append("note", "1")
            $0.append("note", "2")
        })
}

extension TestJWS {
    fileprivate mutating func wrapHeader(_ before: String, _ after: String) {
        rawOctets[.header] = Array((before + header.text + after).utf8)
    }

    /// Adds a string of one octet that begins no character.
    fileprivate mutating func spoilUTF8() {
        header.append("note", "\"?\"")
        var octets = Array(header.text.utf8)
        octets[octets.count - 3] = 0xff
        rawOctets[.header] = octets
    }
}

extension JWSDraft {
    fileprivate mutating func setAlgorithm(_ name: String) -> Bool {
        jws.header.set("alg", TestJSONObject.string(name))
        return true
    }

    /// HMAC with SHA-256, the secret of which is the public key as PEM text.
    fileprivate mutating func authenticateWithPublicKey() -> Bool {
        let secret = TestText.pem("PUBLIC KEY", chain.signer.key.subjectPublicKeyInfo)
        jws.signature = TestDigest.sha256.authenticationCode(of: jws.signingInput, key: Array(secret.utf8))
        return true
    }
}
