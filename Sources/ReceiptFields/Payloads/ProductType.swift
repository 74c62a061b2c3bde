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

    /// True if it is one of the types below.
    package var isKnown: Bool { number.map { 0...4 ~= $0 } ?? false }

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
