public import ReceiptFields
public import ReceiptKit

extension VerifiedEvidence {
    /// The number of signed payloads, by kind, that have members unknown to this version of the library. The member
    /// `unknownMembers` of their JSON shows them. Payloads without such members aren't counted.
    public var payloadsWithUnknownMembers: [PayloadKind: Int] {
        var counts: [PayloadKind: Int] = [:]
        func count(_ kind: PayloadKind, _ payload: (some UnknownMembers)?) {
            if payload?.unknownMembers != nil { counts[kind, default: 0] += 1 }
        }
        for element in elements {
            switch element {
            case .transaction(let one): count(.transaction, one.transaction)
            case .subscriptionStatus(let one):
                count(.transaction, one.transaction.transaction)
                count(.renewalInfo, one.renewalInfo.renewalInfo)
            case .appTransaction(let one): count(.appTransaction, one.appTransaction)
            case .notification(let one):
                count(.notification, one.notification)
                count(.transaction, one.transaction?.transaction)
                count(.renewalInfo, one.renewalInfo?.renewalInfo)
                count(.appTransaction, one.appTransaction?.appTransaction)
            // Receipts have attributes, and iOS 6 transaction receipts have property lists, instead of JSON members.
            case .appReceipt, .transactionReceipt, .list: break
            @unknown default: break
            }
        }
        return counts
    }
}
