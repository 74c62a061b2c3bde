/// A case of x509-limbo for which our chain function's verdict differs from the expected one, and the reason in this
/// case.
struct LimboDivergence: Sendable {
    /// The subjects for which we may accept what limbo rejects. There is none for basic constraints, key usage,
    /// version, path length, validity, critical extensions or signatures, so such a divergence can't be listed.
    enum Leniency: String, CaseIterable {
        case authorityKeyIdentifierAbsent = "rfc5280::aki::"
        case subjectKeyIdentifierAbsent = "rfc5280::ski::"
    }

    let id: String
    /// Our error code, or nil if we accept.
    let ours: String?
    /// The subject of the case, if we accept.
    let leniency: Leniency?
    let reason: String

    static func refused(_ id: String, _ code: String, _ reason: String) -> Self {
        Self(id: id, ours: code, leniency: nil, reason: reason)
    }

    static func accepted(_ id: String, _ leniency: Leniency, _ reason: String) -> Self {
        Self(id: id, ours: nil, leniency: leniency, reason: reason)
    }
}
