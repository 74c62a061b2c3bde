/// Defects of the header, except those of `x5c`. The header is signed after the change.
extension JWSDefect {
    static let headers: [Self] = [
        Self(
            "header-not-json", "The header is not JSON.", .header,
            .unsigned { $0.rawOctets[.header] = Array("ES256".utf8) }),
        Self("header-array", "The header is an array.", .header, .unsigned { $0.wrap(.header, "[", "]") }),
        Self("header-null", "The header is null.", .header, .unsigned { $0.rawOctets[.header] = Array("null".utf8) }),
        Self(
            "header-trailing-data", "A second object follows in the header.", .header,
            .unsigned { $0.wrap(.header, "", "{}") }),
        Self(
            "header-byte-order-mark", "The header begins with a byte order mark.", .header,
            .unsigned { $0.wrap(.header, "\u{FEFF}", "") }),
        Self(
            "header-utf16", "The header is in UTF-16.", .header,
            .unsigned { $0.rawOctets[.header] = $0.octets(.header).flatMap { [0, $0] } }),
        Self(
            "header-invalid-utf8", "A string of the header is not UTF-8.", .header, .unsigned { $0.spoilUTF8(.header) }),
        Self(
            "header-deep", "An unused member of the header nests 1,000 arrays.", .header,
            .header { $0.append("note", .deepArrays) }),
        Self(
            "header-many-members", "An unused member of the header is an object with 1,001 members.", .header,
            .header { $0.append("note", .manyMembers) }),
        Self(
            "header-too-large", "The header has more than 32 KiB.", .header,
            .header { $0.append("note", TestJSONObject.string(String(repeating: "a", count: 33 << 10))) }),
        Self("algorithm-missing", "`alg` is missing.", .header, .header { $0.remove("alg") }),
        Self(
            "algorithm-none", "`alg` is none, and nothing is signed.", .header,
            .header { $0.set("alg", "\"none\"") }, .signed { $0.signature = [UInt8](repeating: 0, count: 64) }),
        Self(
            "algorithm-mixed-none", "`alg` is nOnE, although the signature is valid.", .header,
            .header { $0.set("alg", "\"nOnE\"") }),
        Self("algorithm-empty", "`alg` is empty.", .header, .header { $0.set("alg", "\"\"") }),
        Self("algorithm-null", "`alg` is null.", .header, .header { $0.set("alg", "null") }),
        Self("algorithm-number", "`alg` is a number.", .header, .header { $0.set("alg", "256") }),
        Self(
            "algorithm-array", "`alg` is an array that contains the right name.", .header,
            .header { $0.set("alg", "[\"ES256\"]") }
        ),
        Self("algorithm-lower-case", "`alg` is es256.", .header, .header { $0.set("alg", "\"es256\"") }),
        Self(
            "algorithm-es256k", "`alg` is ES256K, although the signature is a valid ES256 signature.", .header,
            .header { $0.set("alg", "\"ES256K\"") }),
        Self(
            "algorithm-es384", "`alg` is ES384, although the signature is a valid ES256 signature.", .header,
            .header { $0.set("alg", "\"ES384\"") }),
        Self(
            "algorithm-rs256", "`alg` is RS256, although the signature is a valid ES256 signature.", .header,
            .header { $0.set("alg", "\"RS256\"") }),
        Self(
            "algorithm-eddsa", "`alg` is EdDSA, although the signature is a valid ES256 signature.", .header,
            .header { $0.set("alg", "\"EdDSA\"") }),
        Self(
            "algorithm-hs256", "`alg` is HS256, and the secret is the signer's public key, which is no secret.",
            .header,
            .header { $0.set("alg", "\"HS256\"") },
            .init(.signed) {
                let secret = TestText.pem("PUBLIC KEY", $0.chain.signer.key.subjectPublicKeyInfo)
                $0.jws.signature = TestDigest.sha256.authenticationCode(
                    of: $0.jws.signingInput, key: Array(secret.utf8))
            }),
        Self(
            "critical", "`crit` names a member.", .header,
            .header {
                $0.append("exp", "1")
                $0.append("crit", "[\"exp\"]")
            }),
        Self("critical-empty", "`crit` names nothing.", .header, .header { $0.append("crit", "[]") }),
        Self(
            "payload-not-encoded", "`b64` is false, and `crit` names it, as RFC 7797 requires.", .header,
            .header {
                $0.append("b64", "false")
                $0.append("crit", "[\"b64\"]")
            }),
        Self("payload-encoded", "`b64` is true, which changes nothing.", .header, .header { $0.append("b64", "true") }),
        Self(
            "compressed", "`zip` says that the payload is compressed, which it is not.", .header,
            .header { $0.append("zip", "\"DEF\"") }),
        Self(
            "repeated-algorithm", "`alg` occurs twice: ES256, then none.", .header,
            .header { $0.append("alg", "\"none\"") }),
        Self(
            "repeated-algorithm-first", "`alg` occurs twice: none, then ES256.", .header,
            .header { $0.members.insert(.init("alg", "\"none\""), at: 0) }),
        Self(
            "escaped-algorithm", "`alg` occurs twice, the second time with an escape in its name.", .header,
            .header { $0.append("\\u0061lg", "\"none\"") }),
        Self("repeated-certificates", "`x5c` occurs twice.", .header, .header { $0.append("x5c", "[]") }),
        Self(
            "repeated-unknown", "A member that no verifier reads occurs twice.", .header,
            .header {
                $0.append("note", "1")
                $0.append("note", "2")
            }),
    ]
}
