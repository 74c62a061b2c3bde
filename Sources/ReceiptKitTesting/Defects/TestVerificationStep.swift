/// The steps of verifying a JWS or an iOS 6 transaction receipt, in the order in which a verifier must take them.
package enum TestVerificationStep: String, CaseIterable, Hashable, Sendable {
    /// Size and encoding: a JWS's three parts in base64url; a receipt's property lists, the parts of its signature and its date.
    case form
    /// A JSON object with `alg`, `x5c` and nothing that changes the meaning of either.
    case header
    /// A JSON object; nothing is read of it yet but the date that judges the certificates.
    case payload
    /// Signer, intermediate and the trusted root, as of that date.
    case chain
    /// ES256 over a JWS's header and payload as they were sent, RSA over a receipt's version and `purchase-info`.
    case signature
    /// What is signed: the kind, what is required, what decisions hang on.
    case fields
    /// A notification's nested JWS: verified like any other, and in agreement with the notification.
    case nested
    /// The environment that the verifier accepts. A transaction receipt's isn't signed, and its identifiers may contradict it.
    case environment
    /// The app that the verifier accepts.
    case bundleIdentifier
    /// The app's number that the verifier accepts, in production.
    case appAppleID
    /// The app version that the verifier accepts.
    case appVersion
    /// Not from the future, and not older than the verifier accepts.
    case date
    /// The device that the verifier accepts.
    case device
}
