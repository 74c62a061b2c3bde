/// A JWS that is not yet sent: change any one thing, sign, then ask for its text.
///
/// ```
/// base64url(header) "." base64url(payload) "." base64url(signature)
/// ```
/// (RFC 7515 §7.1)
package struct TestJWS: Hashable, Sendable {
    package enum Part: Hashable, Sendable, CaseIterable {
        /// In the order of the text.
        case header, payload, signature
    }

    /// The header: in Apple's JWS `alg` and `x5c`, in this order.
    package var header: TestJSONObject
    package var payload: TestJSONObject
    /// The bytes of the signature: `r` and `s`.
    package var signature: [UInt8] = []
    /// The bytes of a part, if they are not to be those of the properties.
    package var rawOctets: [Part: [UInt8]] = [:]
    /// The text of a part, if it is not to be the base64url of its bytes.
    package var rawParts: [Part: String] = [:]

    /// A JWS without a signature yet, with these certificates in its `x5c`.
    package init(payload: TestJSONObject, certificates: [[UInt8]]) {
        header = TestJSONObject([TestJSONObject.Member("alg", "\"ES256\"")])
        self.payload = payload
        setCertificates(certificates.map(TestText.base64))
    }

    /// Puts texts into `x5c`.
    package mutating func setCertificates(_ texts: [String]) {
        header.set("x5c", "[" + texts.map(TestJSONObject.string).joined(separator: ",") + "]")
    }

    /// The bytes of a part before they become base64url.
    package func octets(_ part: Part) -> [UInt8] {
        if let octets = rawOctets[part] { return octets }
        return switch part {
        case .header: Array(header.text.utf8)
        case .payload: Array(payload.text.utf8)
        case .signature: signature
        }
    }

    package func text(_ part: Part) -> String { rawParts[part] ?? TestText.base64URL(octets(part)) }

    /// What is signed: the texts of header and payload, with a full stop between them (RFC 7515 §5.1).
    package var signingInput: [UInt8] { Array((text(.header) + "." + text(.payload)).utf8) }

    /// Computes the signature with this key: ES256 is ECDSA over SHA-256 (RFC 7518 §3.4).
    ///
    /// - Throws: ``TestKitError/signingFailed``, if the key is not for ECDSA or the digest is not for it.
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
