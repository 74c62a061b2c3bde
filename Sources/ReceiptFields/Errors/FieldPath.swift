/// The location of an error: an attribute of a receipt or of a purchase in it, a member of a JWS or of its header, or a key of a
/// transaction receipt.
///
/// It is written as `attribute 12`, or as `attribute 17[3].1704` for attribute 1704 of the fourth purchase in file order.
@nonexhaustive
public enum FieldPath: Hashable, Sendable {
    /// The error is in the container, not in a field.
    case container
    /// An attribute of the receipt.
    case receipt(AttributeType)
    /// A purchase, by its index in file order, from 0.
    case purchase(Int)
    /// An attribute of the purchase at this index.
    case inPurchase(Int, AttributeType)
    /// The header of a JWS, or one of its members.
    case header(String?)
    /// A member of a JWS's payload, such as `transactionId` or `data.environment`, or a key of a transaction receipt, such as
    /// `transaction-id`.
    case member(String)
}

extension FieldPath: CustomStringConvertible {
    /// The path as a string, such as `attribute 17[3].1704` or `container`.
    public var description: String {
        switch self {
        case .container: "container"
        case .receipt(let attribute): "attribute \(attribute.rawValue)"
        case .purchase(let place): "attribute \(AttributeType.purchase.rawValue)[\(place)]"
        case .inPurchase(let place, let attribute): "\(FieldPath.purchase(place)).\(attribute.rawValue)"
        case .header(let name?): "header member \(name)"
        case .header(nil): "the header"
        case .member(let name): "member \(name)"
        }
    }
}
