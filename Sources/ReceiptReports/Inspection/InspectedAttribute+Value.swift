internal import ReceiptFields

extension InspectedAttribute {
    /// An attribute's value, as far as it can be shown.
    package enum Value: Hashable, Sendable {
        /// A text in UTF-8. It may hold any character, and be as long as the attribute.
        case text(String)
        case number(Int64)
        /// Bytes that are none of the others, or whose meaning is not known.
        case bytes
        /// The attributes of a purchase; see ``InspectedAttribute/forEachAttribute(_:)``.
        case purchase

        /// Reads the value as the field table says, or, for numbers that are not in it, as whatever ASN.1 value fills the bytes.
        init(_ bytes: ArraySlice<UInt8>, form: Field.Form?) {
            self = .bytes
            // What is longer than any attribute may be is bytes, however long it says its text is.
            let limits = ReceiptLimits()
            if form == .octets || bytes.count > limits.maximumAttributeLength { return }
            var reader = DERReader(bytes.span, base: bytes.startIndex, limits: limits)
            do throws(FormatError) {
                switch reader.nextTag {
                case .integer?:
                    let number = try reader.integer()
                    try reader.finish()
                    self = .number(number)
                case let tag? where tag == .utf8String || tag == .ia5String:
                    let content = try reader.element(tag)
                    try reader.finish()
                    let characters = bytes.part(content)
                    let text = String(decoding: characters, as: UTF8.self)
                    // What is not well-formed is shown as bytes, not with replacement characters.
                    if text.utf8.elementsEqual(characters) { self = .text(text) }
                default: return
                }
            } catch { return }
        }
    }

    package var value: Value { isPurchase ? .purchase : Value(attribute.value, form: field?.form) }
}
