package import ReceiptFields

/// One attribute of an ``InspectedReceipt``, or of a purchase in it. Its name, meaning and value are looked up on
/// request.
package struct InspectedAttribute: Sendable {
    /// The attribute's type, version, value and offset.
    package let attribute: ReceiptAttribute
    let isInPurchase: Bool

    /// The property of ``ReceiptFields/AppReceipt`` or ``ReceiptFields/InAppPurchase`` for this attribute, or nil if
    /// there is none.
    package var name: String? { field?.name?.description }

    /// The JSON member for this attribute, or nil if there is none.
    package var member: String? { field?.member?.description }

    /// The attribute's meaning, in English, or nil if its type is unknown.
    package var meaning: String? { field?.meaning.description }

    /// True if the attribute contains the attributes of a purchase.
    package var isPurchase: Bool { !isInPurchase && attribute.type == .purchase }

    /// Calls `body` with the attributes of a purchase in file order, as far as they can be read. Does nothing for other
    /// attributes.
    package func forEachAttribute<Failure: Error>(
        _ body: (InspectedAttribute) throws(Failure) -> Void
    ) throws(Failure) {
        guard isPurchase else { return }
        try AttributeWalk.each(of: attribute.value, isPurchase: true, body)
    }

    var field: Field? { (isInPurchase ? InAppPurchase.table : AppReceipt.table)[attribute.type] }
}

/// Reads the attributes of a receipt or of a purchase, up to the first that cannot be read. Stores none of them,
/// because a forged receipt may have a million.
enum AttributeWalk {
    /// Calls `body` with one attribute after the other. Returns the error that ended the iteration early, or the error for a length that
    /// was truncated.
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
