/// One attribute as it stands in the receipt.
///
/// ```
/// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
/// ```
/// Source: Apple, *Validating receipts on the device*.
public struct ReceiptAttribute: Hashable, Sendable {
    /// What the attribute means.
    public let type: AttributeType
    /// The attribute's version: 1 in real receipts, except 2 for the opaque value.
    public let version: Int
    /// The bytes of the value: the encoding of an ASN.1 value for most attributes, raw bytes for types 4 to 7.
    public let value: ArraySlice<UInt8>
    /// Where the attribute begins, counted as in ``FormatError/offset``.
    public let offset: Int
}

/// Reads the attributes of a receipt or of a purchase again, one at a time.
struct AttributeSequence: Sequence, IteratorProtocol, Sendable {
    /// The bytes of a SET OF ReceiptAttribute that was read to its end once, so that reading it again cannot fail.
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
            // Not reached: the decoder read these very bytes before it handed them out.
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
