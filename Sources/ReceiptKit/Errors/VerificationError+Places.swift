extension VerificationError {
    /// A certificate's place in the chain.
    @nonexhaustive
    public enum ChainPosition: String, Hashable, Sendable {
        /// The certificate whose key signed the evidence.
        case signer
        /// The certificate whose key signed the signer's certificate.
        case intermediate
        /// The trusted root certificate.
        case root
    }

    /// A use of SHA-1.
    @nonexhaustive
    public enum SHA1Use: String, Hashable, Sendable {
        /// The receipt's own signature.
        case receipt
        /// The signature on a certificate of the chain.
        case certificate
    }
}

extension VerificationError.ChainPosition {
    var certificate: String { "The \(rawValue)'s certificate" }
    var key: String { "The \(rawValue)'s key" }
}
