/// A JWS under construction: change anything, sign, then get its text.
///
/// ```
/// base64url(header) "." base64url(payload) "." base64url(signature)
/// ```
/// (RFC 7515 §7.1)
package struct TestJWS: Hashable, Sendable {
    package enum Part: Hashable, Sendable, CaseIterable {
        /// The parts, in their order.
        case header, payload, signature
    }

    /// The header. Apple's JWS have `alg` and `x5c`, in this order.
    package var header: TestJSONObject
    package var payload: TestJSONObject
    /// The bytes of the signature: `r` and `s`.
    package var signature: [UInt8] = []
    /// Bytes to write instead of the normal content of a part.
    package var rawOctets: [Part: [UInt8]] = [:]
    /// Strings that replace the base64url of a part.
    package var rawParts: [Part: String] = [:]

    /// Creates an unsigned JWS with these certificates in `x5c`.
    package init(payload: TestJSONObject, certificates: [[UInt8]]) {
        header = TestJSONObject([TestJSONObject.Member("alg", "\"ES256\"")])
        self.payload = payload
        setCertificates(certificates.map(TestText.base64))
    }

    /// Sets the strings of `x5c`.
    package mutating func setCertificates(_ texts: [String]) {
        header.set("x5c", "[" + texts.map(TestJSONObject.string).joined(separator: ",") + "]")
    }

    /// Returns the bytes of a part before base64url encoding.
    package func octets(_ part: Part) -> [UInt8] {
        if let octets = rawOctets[part] { return octets }
        return switch part {
        case .header: Array(header.text.utf8)
        case .payload: Array(payload.text.utf8)
        case .signature: signature
        }
    }

    package func text(_ part: Part) -> String { rawParts[part] ?? TestText.base64URL(octets(part)) }

    /// The signed bytes: header and payload in base64url, with a full stop between them (RFC 7515 §5.1).
    package var signingInput: [UInt8] { Array((text(.header) + "." + text(.payload)).utf8) }

    /// Computes the signature with a key: ES256 is ECDSA over SHA-256 (RFC 7518 §3.4).
    ///
    /// - Throws: ``TestKitError/signingFailed``, if the key is not an ECDSA key or doesn't support the digest.
    package mutating func sign(with key: TestKey, digest: TestDigest = .sha256) throws(TestKitError) {
        signature =
            key.curve == nil
            ? try key.signature(over: signingInput, digest: digest)
            : try key.ecdsaSignature(over: signingInput, digest: digest).raw
    }

    package var text: String { Part.allCases.map(text).joined(separator: ".") }
}

extension TestJWS: CustomStringConvertible {
    package var description: String { header.text + "." + payload.text }
}
