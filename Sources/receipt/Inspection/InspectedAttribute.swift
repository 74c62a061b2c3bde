import ReceiptFields

/// One attribute. What is known about its number, its value and what is in it are looked up when they are shown: of attributes
/// that anyone may have written there may be a million.
struct InspectedAttribute {
    let attribute: Attribute
    let isInPurchase: Bool

    /// What is known about its number.
    var field: Field? { (isInPurchase ? Field.purchase : Field.receipt).first { $0.type == attribute.type } }

    /// Whether it holds the attributes of a purchase.
    var isPurchase: Bool { !isInPurchase && attribute.type == .purchase }

    var value: InspectedValue { isPurchase ? .purchase : InspectedValue(attribute.value, form: field?.form) }

    /// The attributes of a purchase, as far as they can be read.
    var children: [InspectedAttribute] {
        guard isPurchase else { return [] }
        return AttributeWalk(attribute.value, ReceiptLimits(), isPurchase: true).attributes
    }
}

/// Reads attributes up to the first that cannot be read.
struct AttributeWalk {
    private(set) var attributes: [InspectedAttribute] = []
    /// The first fault, in the purchases as well.
    private(set) var error: FormatError?

    init(_ set: ArraySlice<UInt8>, _ limits: ReceiptLimits, isPurchase: Bool) {
        var reader = DERReader(set.span, base: set.startIndex, limits: limits, salvages: true)
        do throws(FormatError) {
            let frame = try reader.enter(.set)
            while !reader.isAtEnd {
                let attribute = Attribute(try reader.attribute(), in: set)
                let inspected = InspectedAttribute(attribute: attribute, isInPurchase: isPurchase)
                attributes.append(inspected)
                if inspected.isPurchase {
                    error = error ?? AttributeWalk(attribute.value, limits, isPurchase: true).error
                }
            }
            try reader.leave(frame)
            try reader.finish()
        } catch { self.error = self.error ?? error }
        error = error ?? reader.firstTruncation
    }
}
