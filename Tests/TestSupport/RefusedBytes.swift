package import ReceiptFields
import Testing

/// Bytes that must be rejected, and the expected error with its position.
package struct RefusedBytes: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    package let bytes: [UInt8]
    package let error: FormatError

    package init(_ name: String, _ bytes: [UInt8], _ reason: FormatError.Reason, at offset: Int = 0) {
        testDescription = name
        self.bytes = bytes
        error = FormatError(reason, offset: offset)
    }

    package init(_ name: String, _ text: String, _ reason: FormatError.Reason, at offset: Int = 0) {
        self.init(name, Array(text.utf8), reason, at: offset)
    }
}

extension RefusedBytes {
    private static let ones = [UInt8](repeating: 0xFF, count: 8)
    private static let zeros = [UInt8](repeating: 0, count: 300)

    /// Elements that DER never allows.
    package static let elements: [RefusedBytes] = [
        RefusedBytes(
            "DER-05 four bytes of ones", [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
            .truncated(needed: 4_294_967_301, available: 6)),
        RefusedBytes("DER-05 ones bytes of ones", [0x30, 0x88] + ones, .invalidLength(.tooLarge)),
        RefusedBytes("DER-05 2^63 - 1", [0x30, 0x88, 0x7F] + ones.dropLast(), .invalidLength(.tooLarge)),
        RefusedBytes("DER-05 nine bytes", [0x30, 0x89, 0x01] + ones, .invalidLength(.tooLarge)),
        RefusedBytes("DER-05 the reserved first byte FF", [0x30, 0xFF, 0x00], .invalidLength(.tooLarge)),
        RefusedBytes("DER-05 126 bytes of length", [0x30, 0xFE] + zeros, .invalidLength(.tooLarge)),
        RefusedBytes(
            "DER-06 a byte less than announced", [0x30, 0x03, 0x02, 0x01], .truncated(needed: 5, available: 4)),
        RefusedBytes("DER-06 the tag alone", [0x30], .truncated(needed: 2, available: 1)),
        RefusedBytes("DER-06 a length cut off", [0x30, 0x82, 0x01], .truncated(needed: 4, available: 3)),
        RefusedBytes("DER-07 81 05", [0x30, 0x81, 0x05] + zeros.prefix(5), .invalidLength(.notMinimal)),
        RefusedBytes("DER-07 82 00 05", [0x30, 0x82, 0x00, 0x05] + zeros.prefix(5), .invalidLength(.notMinimal)),
        RefusedBytes(
            "DER-07 83 00 01 00", [0x30, 0x83, 0x00, 0x01, 0x00] + zeros.prefix(256), .invalidLength(.notMinimal)),
        RefusedBytes("DER-08 indefinite", [0x30, 0x80, 0x00, 0x00], .invalidLength(.indefinite)),
        RefusedBytes("DER-11 indefinite with a primitive tag", [0x04, 0x80, 0x00, 0x00], .invalidLength(.indefinite)),
        RefusedBytes("DER-10 end-of-contents", [0x00, 0x00], .invalidTag(0x00)),
        RefusedBytes("DER-10 [UNIVERSAL 0] with content", [0x00, 0x01, 0x00], .invalidTag(0x00)),
        RefusedBytes("DER-10 [UNIVERSAL 0], constructed", [0x20, 0x00], .invalidTag(0x20)),
        RefusedBytes("DER-21 a tag that begins with 80", [0x3F, 0x80, 0x01, 0x00], .invalidTag(0x3F)),
        RefusedBytes("DER-21 a tag below 31 in the long form", [0x3F, 0x10, 0x00], .invalidTag(0x3F)),
        RefusedBytes(
            "DER-21 a tag of 20 bytes", [0x3F] + [UInt8](repeating: 0x81, count: 19) + [0x01, 0x00], .invalidTag(0x3F)),
        RefusedBytes("DER-21 a tag above 30", [0x1F, 0x1F, 0x00], .invalidTag(0x1F)),
    ]

    /// Attributes with an invalid structure.
    package static let attributes: [RefusedBytes] = [
        RefusedBytes(
            "DER-13 a fourth element", TLV.sequence(TLV.integer(9), TLV.integer(1), TLV.octets([]), TLV.null),
            .trailingBytes(2), at: 10),
        RefusedBytes(
            "DER-14 no value", TLV.sequence(TLV.integer(9), TLV.integer(1)), .truncated(needed: 2, available: 0), at: 8),
        RefusedBytes("DER-14 type alone", TLV.sequence(TLV.integer(9)), .truncated(needed: 2, available: 0), at: 5),
        RefusedBytes("DER-14 an empty attribute", TLV.sequence(), .truncated(needed: 2, available: 0), at: 2),
        RefusedBytes(
            "PAY-12 a SET", TLV.set(TLV.integer(9), TLV.integer(1), TLV.octets([])),
            .unexpectedTag(expected: 0x30, found: 0x31), at: 0),
        RefusedBytes(
            "PAY-12 a value that is a text", TLV.sequence(TLV.integer(9), TLV.integer(1), TLV.utf8("")),
            .unexpectedTag(expected: 0x04, found: 0x0C), at: 8),
        RefusedBytes(
            "PAY-12, DER-15 a constructed value",
            TLV.sequence(TLV.integer(9), TLV.integer(1), TLV.element(0x24, TLV.octets([]))),
            .unexpectedTag(expected: 0x04, found: 0x24), at: 8),
        RefusedBytes(
            "CMS-09 an identifier for the type, as in the attributes of CMS",
            TLV.sequence(TLV.oid(1, 2, 840, 113549, 1, 9, 3), TLV.set()), .unexpectedTag(expected: 0x02, found: 0x06),
            at: 2),
        RefusedBytes(
            "PAY-12 version and value exchanged", TLV.sequence(TLV.integer(9), TLV.octets([]), TLV.integer(1)),
            .unexpectedTag(expected: 0x02, found: 0x04), at: 5),
        RefusedBytes(
            "DER-18 a padded type", TLV.sequence([0x02, 0x02, 0x00, 0x09], TLV.integer(1), TLV.octets([])),
            .invalidInteger,
            at: 2),
        RefusedBytes(
            "DER-18 an empty version", TLV.sequence(TLV.integer(9), [0x02, 0x00], TLV.octets([])), .invalidInteger,
            at: 5),
        RefusedBytes(
            "DER-18 a type of nine bytes",
            TLV.sequence([0x02, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0], TLV.integer(1), TLV.octets([])), .invalidInteger,
            at: 2),
        RefusedBytes(
            "DER-08 indefinite", TLV.indefinite(0x30, TLV.integer(9), TLV.integer(1), TLV.octets([])),
            .invalidLength(.indefinite), at: 0),
        RefusedBytes("DER-10 end-of-contents", [0, 0], .invalidTag(0), at: 0),
        RefusedBytes(
            "DER-16 a constructed INTEGER",
            TLV.sequence(TLV.element(0x22, TLV.integer(9)), TLV.integer(1), TLV.octets([])),
            .unexpectedTag(expected: 0x02, found: 0x22), at: 2),
        RefusedBytes(
            "DER-17 a primitive SEQUENCE", TLV.element(0x10, TLV.integer(9), TLV.integer(1), TLV.octets([])),
            .unexpectedTag(expected: 0x30, found: 0x10)),
        RefusedBytes(
            "DER-22 [APPLICATION 16] for the SEQUENCE",
            TLV.element(0x70, TLV.integer(9), TLV.integer(1), TLV.octets([])),
            .unexpectedTag(expected: 0x30, found: 0x70)),
    ]
}
