internal import ReceiptEssentials
internal import ReceiptFields

/// When the grace period of one period of a subscription ends, at the latest where something takes its place.
enum ReplacedGracePeriod {
    /// The end that Apple gave it, or earlier: with a revocation, and as another product or subscription takes the place of this one.
    static func end(
        _ end: TimeInterval, _ place: Int, _ periods: [SubscriptionPeriod], _ successions: [TimeInterval]
    ) -> TimeInterval {
        let period = periods[place]
        let other = periods[(place + 1)...].prefix { $0.start < end }.first {
            !$0.wasOvertaken && ByteString($0.productID) != ByteString(period.productID)
        }
        let limits = [period.revocation, successions.first { period.start < $0 }, other?.start]
        return limits.compactMap(\.self).reduce(end, min)
    }
}
