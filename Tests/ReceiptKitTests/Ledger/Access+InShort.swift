import ReceiptEssentials
import ReceiptKit

extension Access {
    /// A short form for comparisons in tests: the case, the reason or what may be missing, and the transaction that
    /// shows it, such as `denied: expired 1`.
    var inShort: String {
        let words: [String?] =
            switch self {
            case .granted: ["granted"]
            case .denied(let denial): ["denied:", denial.reason.rawValue]
            case .undetermined(let answer):
                ["undetermined:", answer.missing.map(\.rawValue).sorted().joined(separator: ",")]
            }
        return (words + [purchase?.transactionID]).compactMap(\.self).joined(separator: " ")
    }

    /// The purchase that gives access, or was the last to give it.
    var purchase: Purchase? {
        switch self {
        case .granted(let entitlement): entitlement.purchase
        case .denied(let denial): denial.purchase
        case .undetermined(let answer): answer.purchase
        }
    }

    /// The end of the last known access.
    var since: Date? {
        switch self {
        case .granted: nil
        case .denied(let denial): denial.since
        case .undetermined(let answer): answer.since
        }
    }

    /// The date of the latest evidence that could have changed the answer.
    var knownAsOf: Date? {
        switch self {
        case .granted(let entitlement): entitlement.knownAsOf
        case .denied(let denial): denial.knownAsOf
        case .undetermined(let answer): answer.knownAsOf
        }
    }

    /// The reason why access is denied.
    var reason: Access.Denial.Reason? { if case .denied(let denial) = self { denial.reason } else { nil } }

    /// The identifiers to pass to *Get All Subscription Statuses*.
    var identifiers: [String] { if case .undetermined(let answer) = self { answer.originalTransactionIDs } else { [] } }
}
