internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// What is known of a subscription at a date, in sentences.
struct TimelineStatus {
    private let status: SubscriptionStatus
    private let isShort: Bool

    /// - Parameter isShort: whether days are too long to tell its periods apart.
    init(_ status: SubscriptionStatus, isShort: Bool) { (self.status, self.isShort) = (status, isShort) }

    var sentences: [String] { [state, renewal, warning].compactMap(\.self) }

    private var state: String {
        let product = status.productID ?? ""
        let until = status.until.map { " until \(day($0))" } ?? ""
        switch status.state {
        case .subscribed: return "Subscribed to \(product)\(until)."
        case .inGracePeriod: return "In the grace period of \(product)\(until)."
        case .inBillingRetryPeriod: return "In billing retry\(until), without access."
        case .revoked: return "Revoked" + (status.period?.revocationDate.map { " on \(day($0))" } ?? "") + "."
        case .expired:
            let next = status.until.map { " The next period begins on \(day($0))." } ?? ""
            guard let period = status.period else { return "Not subscribed yet." + next }
            return "Expired" + ((period.effectiveEndDate ?? period.endDate).map { " on \(day($0))" } ?? "") + "." + next
        @unknown default: return "\(status.state.rawValue)\(until)."
        }
    }

    private var renewal: String? {
        switch status.willAutoRenew {
        // What was to come when the evidence was signed.
        case true? where status.state == .expired || status.state == .revoked:
            return status.period == nil ? nil : "Auto-renew was on."
        case true?:
            let other = status.autoRenewPreference.flatMap { $0 == status.productID ? nil : " as \($0)" }
            return "Will renew\(other ?? "")."
        case false?: return status.state.isEntitled ? "Will not renew." : nil
        case nil: return status.state.isEntitled ? "Whether it will renew isn't known." : nil
        }
    }

    private var warning: String? {
        status.mayHaveRenewed ? "May have renewed: the evidence ends on \(day(status.knownAsOf))." : nil
    }

    private func day(_ date: Date) -> String { Self.day(date, isShort: isShort) }

    static func day(_ date: Date, isShort: Bool = false) -> String {
        let text = Timestamp.string(date)
        return isShort ? text.prefix(10) + " " + text.dropFirst(11).prefix(5) + " UTC" : String(text.prefix(10))
    }
}
