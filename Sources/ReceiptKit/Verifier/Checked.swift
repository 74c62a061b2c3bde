internal import ReceiptEssentials
internal import ReceiptFields

/// A payload that was signed and that satisfies the verifier's policy. The existence of a value proves this: only
/// ``ReceiptVerifier/checked(_:isNested:at:)`` and, for tests of the ledger, ``asIfChecked(_:_:_:)`` create one.
///
/// It is a class because verified evidence and the ledgers created from it share the payload, which is large.
final class Checked<Payload: CheckedPayload>: Sendable {
    let payload: Payload
    let verification: Verification
    private let hash: SignedHash

    fileprivate init(_ payload: Payload, _ verification: Verification, _ hash: SignedHash) {
        (self.payload, self.verification, self.hash) = (payload, verification, hash)
    }

    /// Creates a payload without any check, for tests. Only `UnsignedContents.swift` calls it.
    static func asIfChecked(_ payload: Payload, _ verification: Verification, _ content: ArraySlice<UInt8>) -> Checked {
        Checked(payload, verification, .content(content))
    }

    var contentDigest: ContentDigest { ContentDigest(hash) }
}

extension Checked: Hashable {
    static func == (a: Checked, b: Checked) -> Bool {
        a === b || a.hash == b.hash && a.verification == b.verification && a.payload == b.payload
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
        hasher.combine(verification)
    }
}

/// The payload of one kind of evidence. It can be decoded from signed contents, and makes the claims that a policy checks.
protocol CheckedPayload: Hashable, Sendable {
    associatedtype Container: Sendable

    init(signed container: Container) throws(FormatError)

    /// Returns the claims that a policy checks.
    ///
    /// - Parameter isNested: true if the evidence is nested in a notification. App and device of the notification are then checked instead.
    func claims(in container: Container, isNested: Bool) -> EvidenceClaims
}

extension ReceiptVerifier {
    /// Decodes signed contents and checks them against the policy. This is the only way in which signed contents become verified evidence.
    func checked<Payload>(
        _ signed: AuthenticContents<Payload.Container>, isNested: Bool = false, at now: Date
    ) throws(VerificationError) -> Checked<Payload> {
        let payload = try wellFormed(try Payload(signed: signed.container))
        let claims = payload.claims(in: signed.container, isNested: isNested)
        try policy.check(claims, at: now)
        let verification = Verification(
            trustAnchor: signed.signer.anchor, trust: policy.trust.identity, signer: signed.signer.signer,
            digest: signed.digest, isDeviceChecked: claims.isDeviceChecked(policy), date: now)
        return Checked(payload, verification, signed.hash)
    }
}
