/// Header members other than `alg` and `x5c`. Verifiers must ignore them, and never take a key from them.
extension JWSDefect {
    static let unreadHeaderMembers: [Self] = [
        Self(
            "key-in-header", "`jwk` holds another key, which did not sign.", nil,
            .header { $0.append("jwk", TestKey.untrustedJWSSigner.jwk) }),
        Self(
            "signed-by-key-in-header", "`jwk` holds another key, which signed the JWS.", .signature,
            .header { $0.append("jwk", TestKey.untrustedJWSSigner.jwk) }, .signing(with: .untrustedJWSSigner)),
        Self(
            "key-address", "`jku` is the URL of keys.", nil,
            .header { $0.append("jku", "\"http://example.com/keys\"") }),
        Self(
            "certificate-address", "`x5u` is the URL of certificates.", nil,
            .header { $0.append("x5u", "\"http://example.com/chain\"") }),
        Self(
            "certificate-thumbprint", "`x5t` is the hash of some other certificate.", nil,
            .header { $0.append("x5t", "\"AAAAAAAAAAAAAAAAAAAAAAAAAAA\"") }),
        Self(
            "key-name", "`kid` and `typ` are present, as in Xcode's JWS.", nil,
            .header {
                $0.append("kid", "\"1\"")
                $0.append("typ", "\"JWT\"")
            }),
        Self("content-type", "`cty` names the type of the payload.", nil, .header { $0.append("cty", "\"JSON\"") }),
        Self(
            "unknown-header-member", "The header has an unknown member.", nil,
            .header { $0.append("note", "{\"a\":[1,null]}") }),
        Self("header-order", "`x5c` comes before `alg`.", nil, .header { $0.members.reverse() }),
        Self(
            "header-white-space", "There is white space between the members of the header.", nil,
            .unsigned { $0.rawOctets[.header] = Array($0.header.textWithWhiteSpace.utf8) }),
    ]
}

extension TestJSONObject {
    fileprivate var textWithWhiteSpace: String {
        "{ " + members.map { "\"\($0.key)\" :\t\($0.value)" }.joined(separator: " ,\r\n") + " }"
    }
}

extension TestKey {
    /// The public key as a JSON Web Key (RFC 7517).
    fileprivate var jwk: String {
        let size = (publicKey.count - 1) / 2
        return TestJSONObject([
            [
                "kty": .string("EC"), "crv": .string("P-256"),
                "x": .string(TestText.base64URL(Array(publicKey[1...size]))),
                "y": .string(TestText.base64URL(Array(publicKey[(1 + size)...]))),
            ]
        ]).text
    }
}
