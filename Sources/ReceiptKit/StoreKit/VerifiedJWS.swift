public import ReceiptFields

/// A StoreKit 2 transaction that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
@dynamicMemberLookup
public struct VerifiedTransaction: Sendable, Hashable {
    /// What the transaction says.
    public let transaction: TransactionPayload
    /// What was checked, and with what.
    public let verification: VerifiedReceipt.Verification
    /// SHA-256 of the signed text: what names the evidence. A JWS's bytes do not, for a signature has a twin.
    public let contentDigest: ContentDigest

    /// Every field of ``transaction``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<TransactionPayload, Value>) -> Value {
        transaction[keyPath: field]
    }
}

/// A StoreKit 2 renewal info that satisfied a policy, beside what binds it to an app.
@dynamicMemberLookup
public struct VerifiedRenewalInfo: Sendable, Hashable {
    /// What the renewal info says.
    public let renewalInfo: RenewalInfoPayload
    /// What was checked, and with what.
    public let verification: VerifiedReceipt.Verification
    /// SHA-256 of the signed text.
    public let contentDigest: ContentDigest

    /// Every field of ``renewalInfo``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<RenewalInfoPayload, Value>) -> Value {
        renewalInfo[keyPath: field]
    }
}

/// A transaction and the renewal info of its subscription, which both satisfied a policy and belong together.
public struct VerifiedSubscriptionStatus: Sendable, Hashable {
    /// The latest period of the subscription.
    public let transaction: VerifiedTransaction
    /// Whether and how it goes on.
    public let renewalInfo: VerifiedRenewalInfo

    /// What names the pair, which is not one that has another renewal info, nor the transaction alone: SHA-256 of the text
    /// `subscriptionStatus`, a zero byte, the transaction's content digest and the renewal info's, 32 bytes each.
    public var contentDigest: ContentDigest {
        ContentDigest(.subscriptionStatus, transaction.contentDigest.bytes, renewalInfo.contentDigest.bytes)
    }
}

/// A StoreKit 2 app transaction that satisfied a policy. Only ``ReceiptVerifier`` makes one, so having one is the proof.
@dynamicMemberLookup
public struct VerifiedAppTransaction: Sendable, Hashable {
    /// What the app transaction says.
    public let appTransaction: AppTransactionPayload
    /// What was checked, and with what.
    public let verification: VerifiedReceipt.Verification
    /// SHA-256 of the signed text.
    public let contentDigest: ContentDigest

    /// Every field of ``appTransaction``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<AppTransactionPayload, Value>) -> Value {
        appTransaction[keyPath: field]
    }
}

/// An App Store server notification that satisfied a policy, with every JWS in it.
@dynamicMemberLookup
public struct VerifiedNotification: Sendable, Hashable {
    /// What the notification says.
    public let notification: NotificationPayload
    /// The transaction in it, verified as well.
    public let transaction: VerifiedTransaction?
    /// The renewal info in it, verified as well.
    public let renewalInfo: VerifiedRenewalInfo?
    /// The app transaction in it, verified as well.
    public let appTransaction: VerifiedAppTransaction?
    /// What was checked, and with what.
    public let verification: VerifiedReceipt.Verification
    /// SHA-256 of the signed text.
    public let contentDigest: ContentDigest

    /// Every field of ``notification``, as its own.
    public subscript<Value>(dynamicMember field: KeyPath<NotificationPayload, Value>) -> Value {
        notification[keyPath: field]
    }
}

// For tests and for the fuzz target of the ledger, which would otherwise spend their time on signatures. `.ci/rules` sees to it that
// nothing else uses these, by the label.

extension VerifiedTransaction {
    package init(asIfVerified transaction: TransactionPayload, _ verification: VerifiedReceipt.Verification) {
        self.init(
            transaction: transaction, verification: verification, contentDigest: ContentDigest(of: transaction.json))
    }
}

extension VerifiedSubscriptionStatus {
    package init(
        asIfVerified transaction: TransactionPayload, _ renewalInfo: RenewalInfoPayload,
        _ verification: VerifiedReceipt.Verification
    ) {
        self.init(
            transaction: VerifiedTransaction(asIfVerified: transaction, verification),
            renewalInfo: VerifiedRenewalInfo(
                renewalInfo: renewalInfo, verification: verification,
                contentDigest: ContentDigest(of: renewalInfo.json)))
    }
}

extension VerifiedNotification {
    package init(asIfVerified notification: NotificationPayload, _ nested: VerifiedSubscriptionStatus) {
        self.init(
            notification: notification, transaction: nested.transaction, renewalInfo: nested.renewalInfo,
            appTransaction: nil, verification: nested.transaction.verification,
            contentDigest: ContentDigest(of: notification.json))
    }
}
