/// The reason why the App Store revoked a purchase: attribute 1720 of a receipt, present only for revoked purchases, and `revocationReason`
/// of a transaction. An open set.
///
/// Apple documents the values for verifyReceipt's `cancellation_reason`, but not the attribute.
public struct RevocationReason: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The number in the receipt or transaction.
    public let rawValue: Int

    /// Creates a reason from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 0: another reason, such as an accidental purchase.
    public static let other = RevocationReason(rawValue: 0)
    /// 1: an actual or perceived issue within the app.
    public static let developerIssue = RevocationReason(rawValue: 1)
}
