public import ReceiptEssentials
package import ReceiptFields

extension ReceiptPolicy {
    /// An error thrown when a policy or a trust store can't be created: a certificate can't be trusted, or the requirements contradict each
    /// other.
    @nonexhaustive
    public enum InvalidPolicy: Error, Hashable, Sendable {
        /// The bytes passed as a certificate aren't X.509 in DER. The associated value is their SHA-256 hash.
        /// Code: `trustAnchor.malformed`.
        case malformedCertificate(Fingerprint)
        /// The certificate's key can't be used: it is neither RSA of 2048 to 4096 bits nor on P-256 or P-384.
        /// Code: `trustAnchor.key`.
        case certificateKey(Fingerprint)
        /// The trust store has no certificate, so the verifier would reject everything.
        /// Code: `trustAnchor.missing`.
        case certificateMissing
        /// The list of apps is empty, so the policy would reject everything.
        /// Code: `policy.bundleIdentifierMissing`.
        case bundleIdentifierMissing
        /// The list of environments is empty, so the policy would reject everything.
        /// Code: `policy.environmentMissing`.
        case environmentMissing
        /// The policy trusts Xcode's certificates, which sign only for the environments Xcode and LocalTesting, but accepts these
        /// environments.
        /// Code: `policy.environmentNotXcode`.
        case environmentNotXcode(Set<StoreEnvironment>)
    }
}

extension ReceiptPolicy.InvalidPolicy: CodedError, CustomStringConvertible, LocalizedError {
    /// A stable name for this kind of error, such as `trustAnchor.malformed`, for logs, metrics and programs that read them.
    public var code: String { words.code.name }

    /// One line that states the problem.
    public var description: String { words.text }

    /// The same as ``description``, in English. `localizedDescription` returns it.
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
                "Xcode's certificates are trusted for the environments Xcode and LocalTesting only, not for "
                    + environments.map(\.description).sorted().joined(separator: ", ")
            )
        }
    }
}
