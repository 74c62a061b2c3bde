/// The steps of verifying a JWS or an iOS 6 transaction receipt, in the order in which a verifier must take them.
package enum TestVerificationStep: String, CaseIterable, Hashable, Sendable {
    /// Size and encoding: the three base64url parts of a JWS; the property lists, signature parts and date of a
    /// receipt.
    case form
    /// The header is a JSON object with `alg` and `x5c`, and without a member that changes the meaning of these.
    case header
    /// The payload is a JSON object. At this step only the date at which the certificates are validated is read.
    case payload
    /// The signer, intermediate and trusted root certificates, as of that date.
    case chain
    /// The signature: ES256 over a JWS's header and payload as received, or RSA over a receipt's version and
    /// `purchase-info`.
    case signature
    /// The signed fields: the kind, required members, and members on which decisions depend.
    case fields
    /// The JWS nested in a notification, which must be valid and agree with the notification.
    case nested
    /// The environment that the verifier accepts. A transaction receipt's environment isn't signed, and its identifiers
    /// may contradict it.
    case environment
    /// The app that the verifier accepts.
    case bundleIdentifier
    /// The app's Apple ID that the verifier accepts, in production.
    case appAppleID
    /// The app version that the verifier accepts.
    case appVersion
    /// The signed date, which must not be in the future, nor older than the verifier accepts.
    case date
    /// The device that the verifier accepts.
    case device
}
