/// The steps of verifying a transaction receipt, in the order in which a verifier must take them: where one is refused that has one
/// thing wrong.
public enum TestTransactionReceiptStep: String, CaseIterable, Hashable, Sendable {
    /// Size, the two property lists, base64, the parts of the signature, and the purchase date.
    case form
    /// Signer, issuer and the trusted root, as of that date.
    case chain
    /// RSA over version and `purchase-info`.
    case signature
    /// What `purchase-info` says: what is required, what decisions hang on.
    case fields
    /// Whether an unsigned environment is accepted, which is claimed, and whether the identifiers contradict it.
    case environment
    /// Which app was asked for.
    case bundleIdentifier
    /// Which number of the app was asked for, in production.
    case appAppleID
    /// Which version of the app was asked for.
    case appVersion
    /// Not from the future.
    case date
    /// Which device was asked for.
    case device
}
