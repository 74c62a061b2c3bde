/// Why the App Store revoked a purchase: attribute 1720, present only in revoked purchases. An open set.
///
/// Apple documents the values for verifyReceipt's `cancellation_reason`, not the attribute.
public struct RevocationReason: RawRepresentable, FieldValue, Hashable, Sendable {
    /// The number in the receipt.
    public let rawValue: Int

    /// A cancellation reason by its number in the receipt.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 0: another reason, for instance that the purchase was made by accident.
    public static let other = RevocationReason(rawValue: 0)
    /// 1: an actual or perceived issue within the app.
    public static let developerIssue = RevocationReason(rawValue: 1)
}
