extension FormatError {
    /// The fault in the form of a JWS (RFC 7515).
    package enum JWSFault: Hashable, Sendable {
        /// Not the compact form, which has three parts separated by dots.
        case parts(Int)
        /// A header whose `alg` isn't ES256, the only algorithm of the App Store. The associated value contains at most 64 bytes of it, or
        /// is nil if it isn't a string.
        case algorithm([UInt8]?)
        /// A header with a member that changes what the signature means: `crit`, `b64` or `zip`.
        case headerMember(String)
        /// A header whose `x5c` doesn't contain the certificates that the App Store sends: three strings, or one in Xcode's JWS.
        case certificates
        /// A header without `x5c`. The App Store's headers always have one.
        case noCertificates
        /// Certificates that lead to no trusted root, without Apple's marker in the signer or the intermediate.
        case foreignCertificates
        /// A signature with this number of bytes. An ES256 signature has 64 (RFC 7518 section 3.4).
        case signature(Int)

        /// The code, and a sentence that states what was found and what was expected.
        var words: (code: ErrorCode, text: String) {
            switch self {
            case .parts(let count):
                (
                    .jwsFormat,
                    "A JWS has three parts with full stops between them; this text has \(count == 1 ? "one" : String(count))"
                )
            case .algorithm(let found?): (.jwsAlgorithm, "Algorithm \(SafeText.quoted(found)), expected ES256")
            case .algorithm(nil): (.jwsAlgorithm, "No algorithm, expected ES256")
            case .headerMember(let name): (.jwsHeader, "The header member \(name) is not accepted")
            case .certificates:
                (.jwsCertificates, "The header's x5c is not the list of certificates that the App Store sends")
            case .noCertificates:
                (
                    .jwsCertificates.because(
                        class: .notEvidence,
                        remedy: """
                            Send jwsRepresentation, or the notification's signedPayload. The token that your server signs for \
                            Apple's API, or a token of another service, is no evidence.
                            """,
                        support: .ours),
                    "The header has no x5c: the text is a token without certificates, which the App Store doesn't send"
                )
            case .foreignCertificates:
                (
                    .jwsCertificates.because(
                        remedy:
                            "Reject it: another service or a forger signed it. Send evidence that the App Store signed."
                    ),
                    "The header's x5c contains none of Apple's certificates"
                )
            case .signature(let count): (.jwsSignature, "The signature has \(count) bytes, expected 64")
            }
        }
    }
}
