/// The number of a receipt attribute, which says what the attribute means.
///
/// An open set: Apple adds numbers, and those without a property are kept and can be read like all others, through
/// `AppReceipt.attributes` and `InAppPurchase.attributes`. Numbers that Apple documents are from *Validating receipts on the
/// device*; the others from comparing real receipts with the answers of Apple's verifyReceipt endpoint.
public struct AttributeType: RawRepresentable, Hashable, Sendable {
    /// The number, never negative. Receipts may have any up to 2^63 - 1, also where `Int` has 32 bits.
    public let rawValue: Int64

    /// An attribute by its number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Those that are asked for by name. The rows of the field tables say what each is.
extension AttributeType {
    package static let environment = AttributeType(rawValue: 0)
    package static let bundleIdentifier = AttributeType(rawValue: 2)
    package static let creationDate = AttributeType(rawValue: 12)
    package static let purchase = AttributeType(rawValue: 17)
}
