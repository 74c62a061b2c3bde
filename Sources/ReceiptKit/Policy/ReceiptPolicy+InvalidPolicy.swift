public import ReceiptEssentials
package import ReceiptFields

extension ReceiptPolicy {
    /// What a policy cannot be made of: certificates that cannot be trusted, or demands that contradict each other.
    @nonexhaustive
    public enum InvalidPolicy: Error, Hashable, Sendable {
        /// The bytes that were given as a certificate, of this SHA-256 hash, are not X.509 in DER.
        /// Code: `trustAnchor.malformed`.
        case malformedCertificate(Fingerprint)
        /// The certificate's key cannot be used: it is neither RSA of 2048 to 4096 bits nor on P-256 or P-384.
        /// Code: `trustAnchor.key`.
        case certificateKey(Fingerprint)
        /// The trust store has no certificate, so the verifier would reject everything.
        /// Code: `trustAnchor.missing`.
        case certificateMissing
        /// The list of apps is empty, so that the policy would reject everything.
        /// Code: `policy.bundleIdentifierMissing`.
        case bundleIdentifierMissing
        /// The list of environments is empty, so that the policy would reject everything.
        /// Code: `policy.environmentMissing`.
        case environmentMissing
        /// Xcode's certificates are trusted, whose receipts and JWS are of the environments Xcode and LocalTesting, and these were
        /// given.
        /// Code: `policy.environmentNotXcode`.
        case environmentNotXcode(Set<StoreEnvironment>)
    }
}

extension ReceiptPolicy.InvalidPolicy: CodedError, CustomStringConvertible, LocalizedError {
    /// A stable name for this kind of error, as the other errors have one, such as `trustAnchor.malformed`.
    public var code: String { words.code.name }

    /// One line that says what is wrong.
    public var description: String { words.text }

    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }

    package var words: (code: ErrorCode, text: String) {
        switch self {
        case .malformedCertificate(let fingerprint):
            (.trustAnchorMalformed, "The trust anchor \(fingerprint) is not an X.509 certificate in DER")
        case .certificateKey(let fingerprint):
            (
                .trustAnchorKey,
                "The key of the trust anchor \(fingerprint) is neither RSA of 2048 to 4096 bits nor on P-256 or P-384"
            )
        case .certificateMissing: (.trustAnchorMissing, "No certificate was given to trust")
        case .bundleIdentifierMissing: (.policyBundleIdentifierMissing, "No bundle identifier was given to accept")
        case .environmentMissing: (.policyEnvironmentMissing, "No environment was given to accept")
        case .environmentNotXcode(let environments):
            (
                .policyEnvironmentNotXcode,
                "Xcode's certificates are trusted for the environments Xcode and LocalTesting alone, not for "
                    + environments.map(\.description).sorted().joined(separator: ", ")
            )
        }
    }
}
