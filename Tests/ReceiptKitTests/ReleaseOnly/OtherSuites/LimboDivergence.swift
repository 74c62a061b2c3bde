/// A case of x509-limbo that our chain function answers otherwise than it expects, and why, about that very case.
struct LimboDivergence: Sendable {
    /// The subjects in which we may accept what limbo rejects. There is none for basic constraints, key usage, version, path
    /// length, validity, critical extensions or signatures, so no such divergence can be listed.
    enum Leniency: String, CaseIterable {
        case authorityKeyIdentifierAbsent = "rfc5280::aki::"
        case subjectKeyIdentifierAbsent = "rfc5280::ski::"
    }

    let id: String
    /// The code of our error, or nil where we accept.
    let ours: String?
    /// What the case is about, where we accept.
    let leniency: Leniency?
    let reason: String

    static func refused(_ id: String, _ code: String, _ reason: String) -> Self {
        Self(id: id, ours: code, leniency: nil, reason: reason)
    }

    static func accepted(_ id: String, _ leniency: Leniency, _ reason: String) -> Self {
        Self(id: id, ours: nil, leniency: leniency, reason: reason)
    }
}
