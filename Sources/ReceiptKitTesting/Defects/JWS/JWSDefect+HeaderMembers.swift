/// What a header may have beyond `alg` and `x5c`: it is ignored, and no key is ever taken from it.
extension JWSDefect {
    static let headerMembers: [JWSDefect] = [
        .keyInHeader, .signedByKeyInHeader, .keyAddress, .certificateAddress, .certificateThumbprint, .keyName,
        .contentType, .unknownHeaderMember, .headerOrder, .headerWhiteSpace,
    ]

    /// `jwk` holds a stranger's key, which did not sign.
    public static let keyInHeader = Self(
        "key-in-header", "`jwk` holds a stranger's key, which did not sign.", .accepted,
        .header { $0.append("jwk", TestKey.strangerJWSSigner.jwk) })

    /// `jwk` holds a stranger's key, which signed.
    public static let signedByKeyInHeader = Self(
        "signed-by-key-in-header", "`jwk` holds a stranger's key, which signed.", .refused(.signature),
        JWSDefectSteps(unsigned: {
            $0.jws.header.append("jwk", TestKey.strangerJWSSigner.jwk)
            $0.signingKey = .strangerJWSSigner
            return true
        }))

    /// `jku` names a place of keys.
    public static let keyAddress = Self(
        "key-address", "`jku` names a place of keys.", .accepted,
        .header { $0.append("jku", "\"http://example.com/keys\"") })

    /// `x5u` names a place of certificates.
    public static let certificateAddress = Self(
        "certificate-address", "`x5u` names a place of certificates.", .accepted,
        .header { $0.append("x5u", "\"http://example.com/chain\"") })

    /// `x5t` is the hash of some other certificate.
    public static let certificateThumbprint = Self(
        "certificate-thumbprint", "`x5t` is the hash of some other certificate.", .accepted,
        .header { $0.append("x5t", "\"AAAAAAAAAAAAAAAAAAAAAAAAAAA\"") })

    /// `kid` and `typ` stand there, as in Xcode's JWS.
    public static let keyName = Self(
        "key-name", "`kid` and `typ` stand there, as in Xcode's JWS.", .accepted,
        .header {
            $0.append("kid", "\"1\"")
            $0.append("typ", "\"JWT\"")
        })

    /// `cty` names the type of the payload.
    public static let contentType = Self(
        "content-type", "`cty` names the type of the payload.", .accepted,
        .header { $0.append("cty", "\"JSON\"") })

    /// A member stands there that nobody knows.
    public static let unknownHeaderMember = Self(
        "unknown-header-member", "A member stands there that nobody knows.", .accepted,
        .header { $0.append("note", "{\"a\":[1,null]}") })

    /// `x5c` comes before `alg`.
    public static let headerOrder = Self(
        "header-order", "`x5c` comes before `alg`.", .accepted,
        .header { $0.members.reverse() })

    /// There is white space between the members of the header.
    public static let headerWhiteSpace = Self(
        "header-white-space", "There is white space between the members of the header.", .accepted,
        .unsigned { $0.rawOctets[.header] = Array($0.header.textWithWhiteSpace.utf8) })
}

extension TestJSONObject {
    fileprivate var textWithWhiteSpace: String {
        "{ " + members.map { "\"\($0.key)\" :\t\($0.value)" }.joined(separator: " ,\r\n") + " }"
    }
}

extension TestKey {
    /// The public key in the form of RFC 7517.
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
