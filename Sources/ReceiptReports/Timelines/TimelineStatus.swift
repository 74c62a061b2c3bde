internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// The known state of a subscription at a date, in sentences.
struct TimelineStatus {
    private let status: SubscriptionStatus
    private let date: Date
    private let isShort: Bool

    /// - Parameter isShort: True if the subscription's periods are shorter than a few days, so that dates need the
    ///   time.
    static func sentences(_ history: SubscriptionHistory, _ question: LedgerQuestion, isShort: Bool) -> [String] {
        if let status = question.status(history) {
            return TimelineStatus(status: status, date: question.asOf, isShort: isShort).sentences
        }
        return ["Not subscribed yet." + next(history.periods.first?.startDate, isShort)]
    }

    private var sentences: [String] { [state, commitment, renewal, warning].compactMap(\.self) }

    private var state: String {
        let product = status.productID ?? ""
        let until = status.until.map { " until \(day($0))" } ?? ""
        switch status.state {
        case .subscribed:
            let ahead = status.period.flatMap { date < $0.startDate ? $0.startDate : nil }
            return "Subscribed to \(product)\(until)."
                + (ahead.map { " Charged ahead: the period begins on \(day($0))." } ?? "")
        case .inGracePeriod: return "In the grace period of \(product)\(until)."
        case .inBillingRetryPeriod:
            return "In billing retry\(until), without \(status.missing == nil ? "" : "known ")access."
        case .revoked: return "Revoked" + (status.period?.revocationDate.map { " on \(day($0))" } ?? "") + "."
        case .expired:
            let next = Self.next(status.until, isShort)
            guard let period = status.period else { return "No known period has begun." + next }
            let end = (period.effectiveEndDate ?? period.endDate).map { " on \(day($0))" } ?? ""
            // Another period, which the evidence doesn't show, may have followed.
            return (status.missing == nil ? "Expired\(end)." : "The last known period ended\(end).") + next
        @unknown default: return "\(status.state.rawValue)\(until)."
        }
    }

    private static func next(_ start: Date?, _ isShort: Bool) -> String {
        start.map { " The next period begins on \(day($0, isShort: isShort))." } ?? ""
    }

    private var commitment: String? {
        guard status.state.isEntitled, let end = status.period?.commitmentEnd, date < end else { return nil }
        return "Committed until \(day(end))."
    }

    private var renewal: String? {
        switch status.willAutoRenew {
        // The renewal that was expected when the evidence was signed.
        case true? where status.state == .expired || status.state == .revoked:
            return status.period == nil ? nil : "Auto-renew was on."
        case true?:
            let other = status.autoRenewPreference.flatMap { $0 == status.productID ? nil : " as \($0)" }
            // The App Store retries the charge, and each attempt may fail.
            let isFailing = [.inGracePeriod, .inBillingRetryPeriod].contains(status.state)
            return "\(isFailing ? "Auto-renew is on" : "Will renew")\(other ?? "")."
        case false?: return status.state.isEntitled ? "Will not renew." : nil
        case nil: return status.state.isEntitled ? "Whether it will renew isn't known." : nil
        }
    }

    private var warning: String? {
        status.missing.map { "Undetermined: \($0.words). The evidence ends on \(day(status.knownAsOf))." }
    }

    private func day(_ date: Date) -> String { Self.day(date, isShort: isShort) }

    static func day(_ date: Date, isShort: Bool = false) -> String {
        let text = Timestamp.string(date)
        return isShort ? text.prefix(10) + " " + text.dropFirst(11).prefix(5) + " UTC" : String(text.prefix(10))
    }
}
