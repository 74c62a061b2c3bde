/// The steps of verifying a JWS, in the order in which a verifier must take them: where a JWS is refused that has one thing wrong.
public enum TestJWSStep: String, CaseIterable, Hashable, Sendable {
    /// Size, three parts, strict base64url.
    case form
    /// A JSON object with `alg`, `x5c` and nothing that changes the meaning of either.
    case header
    /// A JSON object; nothing is read of it yet but the date that judges the certificates.
    case payload
    /// Leaf, intermediate and the trusted root, as of that date.
    case chain
    /// ES256 over header and payload as they were sent.
    case signature
    /// What the payload says: the kind, what is required, what decisions hang on.
    case fields
    /// A notification's nested JWS: verified like any other, and in agreement with the notification.
    case nested
    /// Which environment was asked for.
    case environment
    /// Which app was asked for.
    case bundleIdentifier
    /// Which number of the app was asked for, in production.
    case appAppleID
    /// Not from the future, and not older than asked for.
    case date
    /// Which device was asked for.
    case device
}
