/// What kind of product was bought: attribute 1707 of a receipt, `type` of a transaction. An open set.
///
/// Apple does not document the attribute. The numbers were compared with apps that sell all kinds of product; 4 was seen once.
public struct ProductType: NumberedWord, FieldValue, Hashable, Sendable {
    private let value: NumberOrWord

    /// A product type by its number in a receipt.
    public init(number: Int) { value = .number(number) }

    /// A product type by StoreKit 2's word, such as `Consumable`.
    public init(word: String) { value = NumberOrWord(word, among: Self.words) }

    /// The number in a receipt, or nil for a word that has none.
    public var number: Int? { value.number }

    /// StoreKit 2's word, or nil for a number that has none.
    public var word: String? { value.word(among: Self.words) }

    package var text: String { number == 4 ? "Free Subscription" : word ?? number.map(String.init) ?? "" }

    private static let words = [
        "Non-Consumable", "Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription",
    ]

    /// 0, `Non-Consumable`: bought once, owned for good.
    public static let nonConsumable = ProductType(number: 0)
    /// 1, `Consumable`: used up; leaves the receipt once the app has finished the transaction.
    public static let consumable = ProductType(number: 1)
    /// 2, `Non-Renewing Subscription`: a subscription that does not renew, whose duration only the app knows.
    public static let nonRenewable = ProductType(number: 2)
    /// 3, `Auto-Renewable Subscription`: each period is a purchase of its own.
    public static let autoRenewable = ProductType(number: 3)
    /// 4: a free subscription (Newsstand). StoreKit 2 has no word for it; JSON has App Store Connect's, `Free Subscription`.
    public static let freeSubscription = ProductType(number: 4)
}

/// What receipts write as a number and StoreKit 2 as a word.
package protocol NumberedWord {
    init(number: Int)
    init(word: String)
    var number: Int? { get }
    var word: String? { get }
    /// As it stands in JSON: the word, or the number as a text where there is no word.
    var text: String { get }
}

extension NumberedWord {
    package var text: String { word ?? number.map(String.init) ?? "" }
}

/// A value that receipts write as a number and StoreKit 2 as a word: the number where there is one.
enum NumberOrWord: Hashable, Sendable {
    case number(Int)
    case word(String)

    /// The word's number is its place in `words`.
    init(_ word: String, among words: [String]) {
        self = words.firstIndex { $0.utf8.elementsEqual(word.utf8) }.map { .number($0) } ?? .word(word)
    }

    var number: Int? { if case .number(let number) = self { number } else { nil } }

    func word(among words: [String]) -> String? {
        switch self {
        case .number(let number): words.indices.contains(number) ? words[number] : nil
        case .word(let word): word
        }
    }
}

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
