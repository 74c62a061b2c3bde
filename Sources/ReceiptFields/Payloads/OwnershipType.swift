/// The way in which a customer obtained a product: attribute 1722 of receipts since about 2021, `inAppOwnershipType` of a transaction. An
/// open set.
///
/// Apple doesn't document the attribute. The value 0 was confirmed by comparison with verifyReceipt's `in_app_ownership_type`. The value 1
/// has never been seen in a real receipt; its meaning is inferred from the only other value of that key.
public struct OwnershipType: NumberedWord, FieldValue, Hashable, Sendable {
    /// The number in a receipt. Nil for a string that has none.
    public let number: Int?
    private let otherWord: String?

    /// StoreKit 2's string. Nil for a number that has none.
    public var word: String? { number.map(Self.word(of:)) ?? otherWord }

    /// Creates an ownership type from its number in a receipt.
    public init(number: Int) { (self.number, otherWord) = (number, nil) }

    /// Creates an ownership type from StoreKit 2's string, such as `PURCHASED`.
    public init(word: String) {
        number = Self.number(of: word)
        otherWord = number == nil ? word : nil
    }

    package static let words = ["PURCHASED", "FAMILY_SHARED"]

    /// 0, `PURCHASED`: the customer bought it.
    public static let purchased = OwnershipType(number: 0)
    /// 1, `FAMILY_SHARED`: a family member bought it and shares it.
    public static let familyShared = OwnershipType(number: 1)
    /// `ASSIGNED`: an organization or group bought it and gave the customer a seat. Receipts have no number for it.
    public static let assigned = OwnershipType(word: "ASSIGNED")
}
