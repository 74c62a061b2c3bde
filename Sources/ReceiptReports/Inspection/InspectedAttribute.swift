package import ReceiptFields

/// One attribute of an ``InspectedReceipt``, or of a purchase in it. What is known about its number and its value are looked up
/// when they are asked for.
package struct InspectedAttribute: Sendable {
    /// Number, version, bytes and place.
    package let attribute: ReceiptAttribute
    let isInPurchase: Bool

    /// The property of ``ReceiptFields/AppReceipt`` or ``ReceiptFields/InAppPurchase`` that has its value, or nil if none has.
    package var name: String? { field?.name?.description }

    /// The member that has its value in JSON, or nil if none has.
    package var member: String? { field?.member?.description }

    /// What it means, in English, or nil if nothing is known about its number.
    package var meaning: String? { field?.meaning.description }

    /// Whether it holds the attributes of a purchase.
    package var isPurchase: Bool { !isInPurchase && attribute.type == .purchase }

    /// Calls `body` with the attributes of a purchase in file order, as far as they can be read. Of other attributes there are none.
    package func forEachAttribute<Failure: Error>(
        _ body: (InspectedAttribute) throws(Failure) -> Void
    ) throws(Failure) {
        guard isPurchase else { return }
        try AttributeWalk.each(of: attribute.value, isPurchase: true, body)
    }

    var field: Field? { (isInPurchase ? InAppPurchase.table : AppReceipt.table)[attribute.type] }
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
