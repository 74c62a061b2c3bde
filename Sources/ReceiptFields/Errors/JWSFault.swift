extension FormatError {
    /// What is wrong with the form of a JWS (RFC 7515).
    package enum JWSFault: Hashable, Sendable {
        /// Not three parts with points between them, the compact form.
        case parts(Int)
        /// A header without `alg` ES256, the only algorithm of the App Store. Of the value, at most 64 bytes, or nil if it is not a
        /// text.
        case algorithm([UInt8]?)
        /// A header with a member that changes what the signature means: `crit`, `b64` or `zip`.
        case headerMember(String)
        /// A header whose `x5c` is not the certificates that the App Store sends: three texts, or one in Xcode's JWS.
        case certificates
        /// A signature of so many bytes: that of ES256 has 64 (RFC 7518 section 3.4).
        case signature(Int)

        /// The stable code, and what was found and expected.
        var words: (code: String, text: String) {
            switch self {
            case .parts(let count):
                (
                    "jws.format",
                    "A JWS has three parts with points between them; this text has \(count == 1 ? "one" : String(count))"
                )
            case .algorithm(let found?): ("jws.algorithm", "Algorithm \(Escaped.text(found)), expected ES256")
            case .algorithm(nil): ("jws.algorithm", "No algorithm, expected ES256")
            case .headerMember(let name): ("jws.header", "The header member \(name) is not accepted")
            case .certificates:
                ("jws.certificates", "The header's x5c is not the list of certificates that the App Store sends")
            case .signature(let count): ("jws.signature", "The signature has \(count) bytes, expected 64")
            }
        }
    }
}
