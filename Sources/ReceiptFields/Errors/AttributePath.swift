/// Which attribute of a receipt is meant: one of the receipt itself, or one inside a purchase.
///
/// Written as `12`, or `17[3].1704`: attribute 1704 of the fourth purchase, counted in file order.
public struct AttributePath: Hashable, Sendable {
    /// The attribute of the receipt, or nil for the container around.
    public let attribute: AttributeType?
    /// The purchase's place in file order, from 0, if ``attribute`` is ``AttributeType/purchase``.
    public let purchase: Int?
    /// The attribute inside the purchase.
    public let purchaseAttribute: AttributeType?

    /// A path; empty, it means the container.
    public init(_ attribute: AttributeType? = nil, purchase: Int? = nil, purchaseAttribute: AttributeType? = nil) {
        self.attribute = attribute
        self.purchase = purchase
        self.purchaseAttribute = purchaseAttribute
    }

    /// Whether no attribute is named.
    public var isEmpty: Bool { attribute == nil }
}

extension AttributePath: CustomStringConvertible {
    /// The path as text, such as `17[3].1704`, or `container`.
    public var description: String {
        guard let attribute else { return "container" }
        var text = "attribute \(attribute.rawValue)"
        if let purchase { text += "[\(purchase)]" }
        if let purchaseAttribute { text += ".\(purchaseAttribute.rawValue)" }
        return text
    }
}
