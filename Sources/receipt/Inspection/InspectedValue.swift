import ReceiptFields

/// An attribute's value, as far as it can be shown.
enum InspectedValue {
    case text(String)
    case number(Int64)
    case octets
    case purchase

    /// Reads the value as the field table says, or, for numbers that are not in it, as whatever ASN.1 value fills the octets.
    init(_ octets: ArraySlice<UInt8>, form: Field.Form?) {
        self = .octets
        // What is longer than any attribute may be is octets, however long it says its text is.
        let limits = ReceiptLimits()
        if form == .octets || octets.count > limits.maximumAttributeLength { return }
        var reader = DERReader(octets.span, base: octets.startIndex, limits: limits)
        do throws(FormatError) {
            switch reader.nextTag {
            case .integer?:
                let number = try reader.integer()
                try reader.finish()
                self = .number(number)
            case .utf8String?, .ia5String?:
                guard let tag = reader.nextTag else { return }
                let content = try reader.element(tag)
                try reader.finish()
                let bytes = octets[(octets.startIndex + content.lowerBound)..<(octets.startIndex + content.upperBound)]
                let text = String(decoding: bytes, as: UTF8.self)
                // What is not well-formed is shown as octets, not with replacement characters.
                if text.utf8.elementsEqual(bytes) { self = .text(text) }
            default: return
            }
        } catch { return }
    }
}
