internal import ReceiptEssentials
public import ReceiptFields

/// A payload that was signed and that satisfies the verifier's policy. Having one is the proof: nothing outside this file makes one.
///
/// A class, because verified evidence and the ledgers made of it share the payload, which is large.
final class Checked<Payload: CheckedPayload>: Sendable {
    let payload: Payload
    let verification: Verification
    private let hash: SignedHash

    fileprivate init(_ payload: Payload, _ verification: Verification, _ hash: SignedHash) {
        (self.payload, self.verification, self.hash) = (payload, verification, hash)
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

/// What one kind of evidence says: how it is read from what was signed, and what it claims.
protocol CheckedPayload: Hashable, Sendable {
    associatedtype Container: Sendable

    init(signed container: Container) throws(FormatError)

    /// - Parameter isNested: whether a notification holds it, which then answers for app and device.
    func claims(in container: Container, isNested: Bool) -> EvidenceClaims
}

extension ReceiptVerifier {
    /// The gate: only through here does signed content become verified evidence.
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

/// Contents that nothing signed, for ``VerifiedEvidence/init(asIfVerified:_:)``.
@_spi(Testing) public enum UnsignedContents {
    /// Of an app receipt.
    case appReceipt(AppReceipt)
    /// Of a signed transaction.
    case transaction(TransactionPayload)
    /// Of a signed transaction and its renewal info, whether or not they belong together.
    case subscriptionStatus(TransactionPayload, RenewalInfoPayload)
    /// Of a notification, and of the transaction and the renewal info in it, if any.
    case notification(NotificationPayload, TransactionPayload?, RenewalInfoPayload?)
    /// Of an iOS 6 transaction receipt.
    case transactionReceipt(TransactionReceiptPayload, claimedEnvironment: StoreEnvironment)
}

extension VerifiedEvidence {
    /// Evidence without a signature, for tests of the ledger and its fuzz target, which would otherwise spend their time on signatures. It is
    /// the only way around the gate.
    @_spi(Testing) public init(asIfVerified contents: UnsignedContents, _ verification: Verification) {
        func checked<Payload>(_ payload: Payload, _ content: ArraySlice<UInt8>) -> Checked<Payload> {
            Checked(payload, verification, .content(content))
        }
        func verified(_ one: TransactionPayload) -> VerifiedTransaction {
            VerifiedTransaction(checked: checked(one, one.json[...]))
        }
        func verified(_ one: RenewalInfoPayload) -> VerifiedRenewalInfo {
            VerifiedRenewalInfo(checked: checked(one, one.json[...]))
        }
        switch contents {
        case .appReceipt(let one): self = .appReceipt(VerifiedReceipt(checked: checked(one, one.payload)))
        case .transaction(let one): self = .transaction(verified(one))
        case .subscriptionStatus(let transaction, let renewalInfo):
            self = .subscriptionStatus(
                VerifiedSubscriptionStatus(transaction: verified(transaction), renewalInfo: verified(renewalInfo)))
        case .notification(let one, let transaction, let renewalInfo):
            self = .notification(
                VerifiedNotification(
                    checked: checked(one, one.json[...]), transaction: transaction.map(verified),
                    renewalInfo: renewalInfo.map(verified)))
        case .transactionReceipt(let one, let claimedEnvironment):
            self = .transactionReceipt(
                VerifiedTransactionReceipt(
                    checked: checked(one, one.propertyList[...]), claimedEnvironment: claimedEnvironment))
        }
    }
}
