extension VerificationError {
    /// A certificate's place in the chain.
    @nonexhaustive
    public enum ChainPosition: String, Hashable, Sendable {
        /// The certificate whose key signed the receipt.
        case signer
        /// The certificate that issued the signer's.
        case intermediate
        /// The trusted root.
        case root
    }

    /// What SHA-1 was used for.
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
