/// The type of a product: attribute 1707 of a receipt, `type` of a transaction. An open set.
///
/// Apple doesn't document the attribute. The numbers were confirmed by comparison with apps that sell all types of product; 4 was seen
/// once.
public struct ProductType: NumberedWord, FieldValue, Hashable, Sendable {
    /// The number in a receipt. Nil for a string that has none.
    public let number: Int?
    private let otherWord: String?

    /// StoreKit 2's string. Nil for a number that has none.
    public var word: String? { number.map(Self.word(of:)) ?? otherWord }

    /// Creates a product type from its number in a receipt.
    public init(number: Int) { (self.number, otherWord) = (number, nil) }

    /// Creates a product type from StoreKit 2's string, such as `Consumable`.
    public init(word: String) {
        number = Self.number(of: word)
        otherWord = number == nil ? word : nil
    }

    /// True if it is one of the types below.
    package var isKnown: Bool { number.map { 0...4 ~= $0 } ?? false }

    package var text: String { number == 4 ? "Free Subscription" : word ?? number.map(String.init) ?? "" }

    package static let words = [
        "Non-Consumable", "Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription",
    ]

    /// 0, `Non-Consumable`: bought once and owned permanently.
    public static let nonConsumable = ProductType(number: 0)
    /// 1, `Consumable`: used up. It disappears from the receipt once the app has finished the transaction.
    public static let consumable = ProductType(number: 1)
    /// 2, `Non-Renewing Subscription`: a subscription that doesn't renew. Only the app knows how long it lasts.
    public static let nonRenewable = ProductType(number: 2)
    /// 3, `Auto-Renewable Subscription`: a subscription for which each period is a separate purchase.
    public static let autoRenewable = ProductType(number: 3)
    /// 4: a free subscription (Newsstand). StoreKit 2 has no string for it; JSON uses App Store Connect's name, `Free Subscription`.
    public static let freeSubscription = ProductType(number: 4)
}
