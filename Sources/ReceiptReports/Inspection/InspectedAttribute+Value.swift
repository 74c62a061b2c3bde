internal import ReceiptFields

extension InspectedAttribute {
    /// An attribute's value, decoded as far as it can be shown.
    package enum Value: Hashable, Sendable {
        /// A string in UTF-8. It may contain any character and be as long as the attribute.
        case text(String)
        case number(Int64)
        /// Bytes of another type, or of unknown meaning.
        case bytes
        /// The attributes of a purchase; see ``InspectedAttribute/forEachAttribute(_:)``.
        case purchase

        /// Decodes the value as the field table says. For attribute types that aren't in the table, decodes whatever
        /// ASN.1 value fills the bytes.
        init(_ bytes: ArraySlice<UInt8>, form: Field.Form?) {
            self = .bytes
            // Show an attribute above the length limit as bytes, whatever length its string claims to have.
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
                    // Show malformed UTF-8 as bytes, not with replacement characters.
                    if text.utf8.elementsEqual(characters) { self = .text(text) }
                default: return
                }
            } catch { return }
        }
    }

    package var value: Value { isPurchase ? .purchase : Value(attribute.value, form: field?.form) }
}
