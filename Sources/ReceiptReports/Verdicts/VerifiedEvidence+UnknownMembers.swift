public import ReceiptFields
public import ReceiptKit

extension VerifiedEvidence {
    /// The number of signed payloads, by kind, that have members unknown to this version of the library. The member
    /// `unknownMembers` of their JSON shows them. Payloads without such members aren't counted.
    public var payloadsWithUnknownMembers: [PayloadKind: Int] {
        var counts: [PayloadKind: Int] = [:]
        for payload in elements.flatMap({ $0.piece?.payloads ?? [] }) where payload.unknownMembers != nil {
            counts[type(of: payload).kind, default: 0] += 1
        }
        return counts
    }
}
