/// The number of a receipt attribute, which determines its meaning.
///
/// An open set: Apple adds numbers. Attributes without a property are kept, and available like all others through `AppReceipt.attributes`
/// and `InAppPurchase.attributes`. Apple documents some numbers in *Validating receipts on the device*; the meanings of the others were
/// found by comparing real receipts with the responses from Apple's verifyReceipt endpoint.
public struct AttributeType: RawRepresentable, Hashable, Sendable {
    /// The number, which is never negative. Receipts may contain any number up to 2^63 - 1, even where `Int` has 32 bits.
    public let rawValue: Int64

    /// Creates an attribute type from its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The types that the code refers to by name. The rows of the field tables state the meaning of each.
extension AttributeType {
    package static let environment = AttributeType(rawValue: 0)
    package static let bundleIdentifier = AttributeType(rawValue: 2)
    package static let creationDate = AttributeType(rawValue: 12)
    package static let purchase = AttributeType(rawValue: 17)
}
