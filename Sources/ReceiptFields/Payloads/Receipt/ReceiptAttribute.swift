/// One attribute, as encoded in the receipt.
///
/// ```
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
/// Source: Apple, *Validating receipts on the device*.
public struct ReceiptAttribute: Hashable, Sendable {
    /// The number, which determines the meaning.
    public let type: AttributeType
    /// The attribute's version: 1 in real receipts, except 2 for the opaque value.
    public let version: Int
    /// The bytes of the value. For most attributes they encode an ASN.1 value; for types 4 to 7 they are raw bytes.
    public let value: ArraySlice<UInt8>
    /// The offset of the attribute, relative to the same start as ``FormatError/offset``.
    public let offset: Int
}

/// Reads the attributes of a receipt or of a purchase again, one at a time.
struct AttributeSequence: Sequence, IteratorProtocol, Sendable {
    /// The remaining bytes of a SET OF ReceiptAttribute. The decoder has already read the whole set, so reading the set again can't fail.
    var rest: ArraySlice<UInt8>

    mutating func next() -> ReceiptAttribute? {
        guard !rest.isEmpty else { return nil }
        do throws(FormatError) {
            let bytes = rest
            var reader = DERReader(bytes.span, base: bytes.startIndex, limits: ReceiptLimits())
            let attribute = ReceiptAttribute(try reader.attribute(), in: bytes)
            rest = bytes.dropFirst(reader.position)
            return attribute
        } catch {
            // Not reached: the decoder read these bytes before.
            rest = []
            return nil
        }
    }
}

extension ReceiptAttribute {
    package init(_ raw: RawAttribute, in bytes: ArraySlice<UInt8>) {
        type = raw.type
        version = raw.version
        value = bytes.part(raw.value)
        offset = bytes.startIndex + raw.start
    }
}
