import ReceiptFields
import TestSupport
import Testing

@Suite("Reader: tags, lengths, integers")
struct ReaderElementTests {
    @Test("DER lengths accepted in their shortest form", arguments: [0, 1, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF, 0x10000])
    func lengths(_ count: Int) throws {
        let bytes = TLV.octets([UInt8](repeating: 7, count: count))
        let range = try reading(bytes) { (reader) throws(FormatError) in
            let range = try reader.element(.octetString)
            try reader.finish()
            return range
        }
        #expect(range == (bytes.count - count)..<bytes.count)
    }

    static let lengthRefusals: [RefusedBytes] = [
        RefusedBytes("DER-05 five bytes", [0x04, 0x85, 1, 0, 0, 0, 0], .invalidLength(.tooLarge)),
        RefusedBytes(
            "DER-07 81 7F", [0x04, 0x81, 0x7F] + [UInt8](repeating: 0, count: 0x7F), .invalidLength(.notMinimal)),
        RefusedBytes("DER-07 81 00", [0x04, 0x81, 0x00], .invalidLength(.notMinimal)),
        RefusedBytes(
            "DER-07 82 00 FF", [0x04, 0x82, 0x00, 0xFF] + [UInt8](repeating: 0, count: 255), .invalidLength(.notMinimal)
        ),
        RefusedBytes(
            "DER-07 84 00 00 01 00", [0x04, 0x84, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 256),
            .invalidLength(.notMinimal)),
        RefusedBytes("DER-06 nothing", [], .truncated(needed: 2, available: 0)),
        RefusedBytes("DER-06 length byte missing", [0x04, 0x81], .truncated(needed: 3, available: 2)),
        RefusedBytes("DER-06 two of three length bytes", [0x04, 0x83, 1, 2], .truncated(needed: 5, available: 4)),
        RefusedBytes("DER-06 content missing", [0x04, 0x01], .truncated(needed: 3, available: 2)),
        RefusedBytes(
            "DER-06 one byte short, long form", [0x04, 0x81, 0x80] + [UInt8](repeating: 0, count: 0x7F),
            .truncated(needed: 131, available: 130)),
        RefusedBytes(
            "DER-06 child longer than its parent", [0x30, 0x03, 0x04, 0x02, 1, 2], .truncated(needed: 4, available: 3),
            at: 2),
        RefusedBytes("DER-12 trailing byte", [0x04, 0x01, 9, 0], .trailingBytes(1), at: 3),
        RefusedBytes("DER-12 trailing element", [0x05, 0x00, 0x05, 0x00], .trailingBytes(2), at: 2),
        RefusedBytes(
            "DER-12 half an element inside", [0x30, 0x03, 0x05, 0x00, 0x05], .truncated(needed: 2, available: 1), at: 4),
        RefusedBytes(
            "DER-10 end-of-contents in a definite SEQUENCE", [0x30, 0x02, 0x00, 0x00], .invalidTag(0x00), at: 2),
        RefusedBytes("DER-10 constructed [UNIVERSAL 0]", [0x20, 0x02, 0x05, 0x00], .invalidTag(0x20)),
        RefusedBytes("DER-10 [UNIVERSAL 0] with content", [0x30, 0x03, 0x00, 0x01, 0x00], .invalidTag(0x00), at: 2),
        RefusedBytes("DER-21 long-form tag", [0x1F, 0x20, 0x00], .invalidTag(0x1F)),
        RefusedBytes("DER-21 long-form tag below 31", [0x9F, 0x05, 0x00], .invalidTag(0x9F)),
        RefusedBytes("DER-21 all ones", [0xFF, 0xFF, 0xFF], .invalidTag(0xFF)),
    ]

    @Test("Rejected wherever DER is read", arguments: RefusedBytes.elements + lengthRefusals)
    func refusal(_ refusal: RefusedBytes) {
        #expect(throws: refusal.error) { try walk(refusal.bytes) }
    }

    @Test(
        "DER-10, DER-21 no element has such a tag, even if a caller expects it",
        arguments: [0x00, 0x20, 0x1F, 0x9F, 0xFF] as [UInt8])
    func invalidTags(_ tag: UInt8) {
        #expect(throws: FormatError(.invalidTag(tag), offset: 0)) {
            try reading([tag, 0]) { (reader) throws(FormatError) in try reader.element(DERTag(rawValue: tag)) }
        }
    }

    @Test("Offsets count from the base, and a rejected element is not read")
    func base() throws {
        let bytes: [UInt8] = [0x05, 0x00, 0x04, 0x05, 1]
        try reading(bytes, base: 1_000) { (reader) throws(FormatError) in
            _ = try reader.element(.null)
            var refusals: [FormatError] = []
            do throws(FormatError) { _ = try reader.element(.octetString) } catch { refusals.append(error) }
            do throws(FormatError) { try reader.finish() } catch { refusals.append(error) }
            #expect(refusals == [fault(.truncated(needed: 7, available: 3), 1_002), fault(.trailingBytes(3), 1_002)])
            let (position, tag) = (reader.position, reader.nextTag)
            #expect(position == 2)
            #expect(tag == .octetString)
        }
    }

    @Test("DER-22 another tag than asked for", arguments: [DERTag.set, .integer, .context0, .utf8String, .octetString])
    func unexpectedTag(_ tag: DERTag) {
        let error = fault(.unexpectedTag(expected: tag.rawValue, found: 0x30), 0)
        #expect(throws: error) {
            try reading([0x30, 0x00]) { (reader) throws(FormatError) in try reader.element(tag) }
        }
        #expect(throws: error) {
            try reading([0x30, 0x00]) { (reader) throws(FormatError) in
                try reader.within(tag) { (_) throws(FormatError) in }
            }
        }
        #expect(throws: error) {
            try reading([0x30, 0x00]) { (reader) throws(FormatError) in
                try reader.withinEnvelope(tag) { (_, _) throws(FormatError) in }
            }
        }
    }

    @Test(
        "DER-16, DER-17 primitive and constructed are two tags",
        arguments: [(0x02, 0x22), (0x0C, 0x2C), (0x04, 0x24), (0x30, 0x10), (0x31, 0x11)] as [(UInt8, UInt8)])
    func constructedness(_ expected: UInt8, _ found: UInt8) {
        #expect(throws: fault(.unexpectedTag(expected: expected, found: found), 0)) {
            try reading([found, 0x00]) { (reader) throws(FormatError) in
                try reader.element(DERTag(rawValue: expected))
            }
        }
    }

    // MARK: Integers

    @Test(
        "Integers of one to eight bytes",
        arguments: [
            0, 1, 127, 128, 255, 256, 32_767, 32_768, 65_535, 1 << 24, 1 << 31, 1 << 32, 502_310_178_040_006_302, .max,
            -1, -128, -129, -32_768, -32_769, .min,
        ] as [Int64])
    func integer(_ value: Int64) throws {
        let read = try reading(TLV.integer(value)) { (reader) throws(FormatError) in
            let value = try reader.integer()
            try reader.finish()
            return value
        }
        #expect(read == value)
    }

    static let integerRefusals: [RefusedBytes] = [
        RefusedBytes("DER-18 empty", [0x02, 0x00], .invalidInteger),
        RefusedBytes("DER-18 padded with zero", [0x02, 0x02, 0x00, 0x7F], .invalidInteger),
        RefusedBytes("DER-18 zero in two bytes", [0x02, 0x02, 0x00, 0x00], .invalidInteger),
        RefusedBytes("DER-18 padded with ones", [0x02, 0x02, 0xFF, 0x80], .invalidInteger),
        RefusedBytes("DER-18 -1 in two bytes", [0x02, 0x02, 0xFF, 0xFF], .invalidInteger),
        RefusedBytes("DER-18 2^63, nine bytes", [0x02, 0x09, 0x00, 0x80, 0, 0, 0, 0, 0, 0, 0], .invalidInteger),
        RefusedBytes("DER-18 nine bytes", [0x02, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0], .invalidInteger),
        RefusedBytes(
            "DER-18 a million bytes", TLV.element(0x02, [UInt8](repeating: 1, count: 1_000_000)), .invalidInteger),
        RefusedBytes(
            "DER-16 constructed", [0x22, 0x03, 0x02, 0x01, 0x05], .unexpectedTag(expected: 0x02, found: 0x22)),
    ]

    @Test("Integers rejected", arguments: integerRefusals)
    func integerRefusal(_ refusal: RefusedBytes) {
        #expect(throws: refusal.error) {
            try reading(refusal.bytes) { (reader) throws(FormatError) in try reader.integer() }
        }
    }

    // MARK: Truncation

    @Test("DER-06 a receipt's content cut at every byte")
    func truncation() throws {
        let bytes = SampleSet.receipt.encoding
        try walk(bytes)
        for count in 0..<bytes.count {
            let cut = Array(bytes[..<count])
            let expected: FormatError.Reason =
                switch count {
                case 0, 1: .truncated(needed: 2, available: count)
                case 2, 3: .truncated(needed: 4, available: count)
                default: .truncated(needed: bytes.count, available: count)
                }
            #expect(throws: fault(expected, 0)) { try walk(cut) }
            #expect(throws: fault(expected, 0)) { try AppReceipt(payload: cut) }
        }
    }

    @Test("Cut at every byte, with the length made right: the innermost element is named")
    func truncationInside() throws {
        let contents = Array(SampleSet.receipt.encoding.dropFirst(SampleSet.receipt.contentStart))
        var boundaries: Set<Int> = []
        for index in SampleSet.receipt.rows.indices {
            boundaries.insert(SampleSet.receipt.start(index) - SampleSet.receipt.contentStart)
        }
        for count in 1..<contents.count {
            let cut = TLV.element(0x31, Array(contents[..<count]))
            if boundaries.contains(count) {
                try walk(cut)
                continue
            }
            let (needed, available, offset) = Cut.missing(in: Array(contents[..<count]))
            let header = cut.count - count
            #expect(throws: fault(.truncated(needed: needed, available: available), header + offset)) { try walk(cut) }
        }
    }
}
