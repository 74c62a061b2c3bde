import ReceiptFields

/// One attribute. What is known about its number and its value are looked up when they are shown.
struct InspectedAttribute {
    let attribute: ReceiptAttribute
    let isInPurchase: Bool

    /// What is known about its number.
    var field: Field? { (isInPurchase ? Field.purchase : Field.receipt).first { $0.type == attribute.type } }

    /// Whether it holds the attributes of a purchase.
    var isPurchase: Bool { !isInPurchase && attribute.type == .purchase }

    var value: InspectedValue { isPurchase ? .purchase : InspectedValue(attribute.value, form: field?.form) }
}

/// Reads the attributes of a receipt or of a purchase, up to the first that cannot be read. None is kept: anyone may have written
/// them, a million of them.
enum AttributeWalk {
    /// Hands out one after the other. Returns why it ended before the end, or where a length was cut.
    @discardableResult
    static func each<Failure: Error>(
        of set: ArraySlice<UInt8>, isPurchase: Bool, _ body: (InspectedAttribute) throws(Failure) -> Void
    ) throws(Failure) -> FormatError? {
        var reader = DERReader(set.span, base: set.startIndex, limits: ReceiptLimits(), salvages: true)
        var failure: Failure?
        var fault: FormatError?
        do throws(FormatError) {
            try reader.within(.set) { (reader) throws(FormatError) in
                while !reader.isAtEnd, failure == nil {
                    let attribute = ReceiptAttribute(try reader.attribute(), in: set)
                    do throws(Failure) {
                        try body(InspectedAttribute(attribute: attribute, isInPurchase: isPurchase))
                    } catch { failure = error }
                }
            }
            try reader.finish()
        } catch { fault = error }
        if let failure { throw failure }
        return fault ?? reader.firstTruncation
    }
}
