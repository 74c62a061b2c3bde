public import ReceiptFields

extension VerifiedEvidence {
    /// The kind of the evidence.
    public var kind: Kind { piece?.identity.kind ?? .list }

    /// The bundle identifier of the app that the evidence is for. Nil for a list that is empty or spans several apps.
    public var bundleIdentifier: String? {
        guard case .list(let all) = self else { return piece?.identity.bundleIdentifier }
        return Self.common(all.map { $0.bundleIdentifier.map(ByteString.init) })?.string
    }

    /// The environment that issued the evidence, or that an iOS 6 transaction receipt claims. Nil for a list that is empty or spans several
    /// environments.
    public var environment: StoreEnvironment? {
        guard case .list(let all) = self else { return piece?.identity.environment }
        return Self.common(all.map(\.environment))
    }

    /// The pieces of a list, in its order. For other evidence, the evidence itself as the only element.
    public var elements: [VerifiedEvidence] {
        guard case .list(let evidence) = self else { return [self] }
        return evidence.flatMap(\.elements)
    }

    /// The identity of the evidence, the key under which to store it. Nil for a list; each of its ``elements`` has one.
    ///
    /// Different contents have different digests. The same content has the same digest, whatever its encoding.
    public var contentDigest: ContentDigest? { piece?.contentDigest }

    /// Returns the value that all elements have. Nil if they differ.
    private static func common<Value: Equatable>(_ values: [Value?]) -> Value? {
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}

extension VerifiedEvidence.Kind: CustomStringConvertible {
    /// The raw value.
    public var description: String { SafeText.word(rawValue) }
}

/// The kind of a piece of evidence, and the app and environment that it is for.
package struct EvidenceIdentity {
    let kind: VerifiedEvidence.Kind
    let bundleIdentifier: String
    let environment: StoreEnvironment
    /// The environment as the evidence spells it, such as `ProductionSandbox`. Nil if Apple signed none, as in iOS 6 transaction receipts
    /// and in notifications of an external purchase.
    let rawEnvironment: String?
    /// True if the app was bought through the Volume Purchase Program. Nil except for app receipts of a known environment.
    let isVolumePurchase: Bool?

    init(
        _ kind: VerifiedEvidence.Kind, _ bundleIdentifier: String, _ environment: StoreEnvironment, raw: String?,
        isVolumePurchase: Bool? = nil
    ) {
        (self.kind, self.bundleIdentifier, self.environment) = (kind, bundleIdentifier, environment)
        (rawEnvironment, self.isVolumePurchase) = (raw, isVolumePurchase)
    }
}

/// The requirements that all kinds of evidence share.
package protocol EvidencePiece: Evidence, JSONObject {
    var identity: EvidenceIdentity { get }
    var contentDigest: ContentDigest { get }
    var verification: Verification { get }
    /// The payloads of its JWS, with those nested in them. Receipts have attributes, and iOS 6 transaction receipts property lists, instead.
    var payloads: [any DecodedPayload] { get }

    /// Writes the members of the evidence's contents.
    func writeContents<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure)
}

extension EvidencePiece {
    package var payloads: [any DecodedPayload] { [] }

    package func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        let identity = identity
        try sink.environment(identity.rawEnvironment ?? identity.environment.rawValue)
        if identity.isVolumePurchase == true { try sink.member("isVolumePurchase", true) }
        try sink.member("bundleID", identity.bundleIdentifier)
        try sink.member("contentDigest", hex: contentDigest.bytes[...])
        try writeContents(to: &sink)
        try sink.member("verification", verification)
    }
}
