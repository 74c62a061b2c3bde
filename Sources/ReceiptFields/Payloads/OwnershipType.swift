/// How the customer came to own the product: attribute 1722 of receipts since about 2021, `inAppOwnershipType` of a
/// transaction. An open set.
///
/// Apple does not document the attribute. 0 was compared with verifyReceipt's `in_app_ownership_type`; 1 was never seen in
/// a real receipt and is what the only other value of that key suggests.
public struct OwnershipType: NumberedWord, FieldValue, Hashable, Sendable {
    private let value: NumberOrWord

    /// An ownership type by its number in a receipt.
    public init(number: Int) { value = .number(number) }

    /// An ownership type by StoreKit 2's word, such as `PURCHASED`.
    public init(word: String) { value = NumberOrWord(word, among: Self.words) }

    /// The number in a receipt, or nil for a word that has none.
    public var number: Int? { value.number }

    /// StoreKit 2's word, or nil for a number that has none.
    public var word: String? { value.word(among: Self.words) }

    private static let words = ["PURCHASED", "FAMILY_SHARED"]

    /// 0, `PURCHASED`: the customer bought it.
    public static let purchased = OwnershipType(number: 0)
    /// 1, `FAMILY_SHARED`: a family member bought it and shares it.
    public static let familyShared = OwnershipType(number: 1)
    /// `ASSIGNED`: an organization or group bought it and gave the customer a seat. Receipts have no number for it.
    public static let assigned = OwnershipType(word: "ASSIGNED")
}
