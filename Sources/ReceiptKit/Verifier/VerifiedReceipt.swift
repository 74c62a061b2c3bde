internal import Crypto

/// A receipt that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
@dynamicMemberLookup
public struct VerifiedReceipt: Sendable, Hashable {
    /// The verified contents.
    public let receipt: AppReceipt
    /// The checks that the verifier made, and with which certificates.
    public let verification: Verification
    /// The hash of the content, if the signature was over that.
    var hash: SHA256Digest?

    /// For the verifier, and for the fuzz target of the ledger, which would otherwise spend its time on signatures. `RuleTests`
    /// sees to it that nothing else here uses it, by the label.
    package init(asIfVerified receipt: AppReceipt, _ verification: Verification) {
        self.receipt = receipt
        self.verification = verification
    }

    /// The identity of the receipt: the SHA-256 hash of the bytes that were signed. Computed anew each time if
    /// the signature was made with SHA-1.
    ///
    /// The bytes of a receipt are not an identity. The same signed content can be written into other containers, with another
    /// certificate beside it or in BER, and the signature holds in all of them. Their content digest is the same: use it as the
    /// key of a table or a cache, and to find out that the same receipt came twice.
    public var contentDigest: ContentDigest { ContentDigest(hash ?? SHA256.hash(data: receipt.payload)) }

    /// Every field of ``receipt``, as its own: `verified.bundleIdentifier`, `verified.purchases`.
    public subscript<Value>(dynamicMember field: KeyPath<AppReceipt, Value>) -> Value { receipt[keyPath: field] }
}
