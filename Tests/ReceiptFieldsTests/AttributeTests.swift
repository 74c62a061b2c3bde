import ReceiptFields
import TestSupport
import Testing

@Suite("PAY-12, PAY-14, PAY-17 attributes")
struct AttributeTests {
    struct Defect: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let row: [UInt8]
        let reason: FormatError.Reason
        let offset: Int

        init(_ rule: String, _ row: [UInt8], _ reason: FormatError.Reason, at offset: Int) {
            testDescription = rule
            self.row = row
            self.reason = reason
            self.offset = offset
        }
    }

    static let defects: [Defect] = [
        Defect(
            "DER-13 a fourth element", TLV.sequence(TLV.integer(9), TLV.integer(1), TLV.octets([]), TLV.null),
            .trailingBytes(2), at: 10),
        Defect(
            "DER-14 no value", TLV.sequence(TLV.integer(9), TLV.integer(1)), .truncated(needed: 2, available: 0), at: 8),
        Defect("DER-14 type alone", TLV.sequence(TLV.integer(9)), .truncated(needed: 2, available: 0), at: 5),
        Defect("DER-14 nothing", TLV.sequence(), .truncated(needed: 2, available: 0), at: 2),
        Defect(
            "not a SEQUENCE", TLV.set(TLV.integer(9), TLV.integer(1), TLV.octets([])),
            .unexpectedTag(expected: 0x30, found: 0x31), at: 0),
        Defect(
            "a value, not an OCTET STRING", TLV.sequence(TLV.integer(9), TLV.integer(1), TLV.utf8("")),
            .unexpectedTag(expected: 0x04, found: 0x0C), at: 8),
        Defect(
            "DER-15 a constructed OCTET STRING",
            TLV.sequence(TLV.integer(9), TLV.integer(1), TLV.element(0x24, TLV.octets([]))),
            .unexpectedTag(expected: 0x04, found: 0x24), at: 8),
        Defect(
            "a type that is an OID, as in CMS attributes (CMS-09)",
            TLV.sequence(TLV.oid(1, 2, 840, 113549, 1, 9, 3), TLV.set()), .unexpectedTag(expected: 0x02, found: 0x06),
            at: 2),
        Defect(
            "order: version and value exchanged", TLV.sequence(TLV.integer(9), TLV.octets([]), TLV.integer(1)),
            .unexpectedTag(expected: 0x02, found: 0x04), at: 5),
        Defect(
            "type padded", TLV.sequence([0x02, 0x02, 0x00, 0x09], TLV.integer(1), TLV.octets([])), .invalidInteger,
            at: 2),
        Defect("version empty", TLV.sequence(TLV.integer(9), [0x02, 0x00], TLV.octets([])), .invalidInteger, at: 5),
        Defect(
            "type of nine octets",
            TLV.sequence([0x02, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0], TLV.integer(1), TLV.octets([])), .invalidInteger,
            at: 2),
        Defect(
            "DER-08 indefinite", TLV.indefinite(0x30, TLV.integer(9), TLV.integer(1), TLV.octets([])),
            .invalidLength(.indefinite), at: 0),
        Defect("DER-10 end-of-contents", [0, 0], .invalidTag(0), at: 0),
    ]

    @Test("Structure, in the receipt and in a purchase", arguments: defects)
    func structure(_ defect: Defect) {
        for index in [0, 5, SampleSet.receipt.rows.count] {
            let set = SampleSet.receipt.inserting(SampleSet.Row(raw: defect.row), at: index)
            #expect(throws: fault(defect.reason, set.start(index) + defect.offset)) {
                try AppReceipt(payload: set.encoding)
            }
        }
        let purchase = SampleSet.purchase.inserting(SampleSet.Row(raw: defect.row), at: 4)
        let whole = SampleSet.receipt.with(purchase: purchase)
        let offset = whole.valueStart(whole.index(of: 17)) + purchase.start(4) + defect.offset
        #expect(throws: FormatError(defect.reason, path: AttributePath.purchase(0), offset: offset)) {
            try AppReceipt(payload: whole.encoding)
        }
    }

    @Test("The payload is one SET to the last byte")
    func payload() {
        let rows = Array(SampleSet.receipt.encoding.dropFirst(4))
        let whole = SampleSet.receipt.encoding
        let cases: [([UInt8], FormatError)] = [
            ([], fault(.truncated(needed: 2, available: 0), 0)),
            (TLV.element(0x30, rows), fault(.unexpectedTag(expected: 0x31, found: 0x30), 0)),
            (TLV.element(0x71, rows), fault(.unexpectedTag(expected: 0x31, found: 0x71), 0)),
            (TLV.element(0xA0, rows), fault(.unexpectedTag(expected: 0x31, found: 0xA0), 0)),
            (TLV.octets(whole), fault(.unexpectedTag(expected: 0x31, found: 0x04), 0)),
            ([0x31, 0x80] + rows + [0, 0], fault(.invalidLength(.indefinite), 0)),
            (whole + [0], fault(.trailingBytes(1), whole.count)),
            (whole + TLV.null, fault(.trailingBytes(2), whole.count)),
            ([0x31, 0x00], FormatError(.missingAttribute, path: AttributePath.receipt(.environment), offset: 0)),
        ]
        for (payload, error) in cases { #expect(throws: error) { try AppReceipt(payload: payload) } }
    }

    @Test("Offsets are those of the array that the payload is a slice of")
    func slices() throws {
        let set = SampleSet.receipt.replacing(2, TLV.ia5("x"))
        let bytes = [UInt8](repeating: 0xEE, count: 77) + set.encoding + [0xEE]
        let error = FormatError(
            .unexpectedTag(expected: 0x0C, found: 0x16), path: AttributePath.receipt(.bundleIdentifier),
            offset: 77 + set.valueStart(2))
        let slice = bytes[77..<(77 + set.encoding.count)]
        #expect(throws: error) { try AppReceipt(payload: slice, limits: ReceiptLimits(), spent: DERReader.Spent()) }
        let good = [UInt8](repeating: 0xEE, count: 77) + SampleSet.receipt.encoding
        let receipt = try AppReceipt(payload: good[77...], limits: ReceiptLimits(), spent: DERReader.Spent())
        #expect(
            receipt.attributes.map(\.offset) == SampleSet.receipt.rows.indices.map { 77 + SampleSet.receipt.start($0) })
        let place = SampleSet.receipt.index(of: 17)
        let inner = 77 + SampleSet.receipt.valueStart(place)
        #expect(
            receipt.purchases.first?.attributes.map(\.offset)
                == SampleSet.purchase.rows.indices.map { inner + SampleSet.purchase.start($0) })
        #expect(receipt == (try AppReceipt(payload: SampleSet.receipt.encoding)))
        #expect(receipt.hashValue == (try AppReceipt(payload: SampleSet.receipt.encoding)).hashValue)
        #expect(receipt.purchases == (try AppReceipt(payload: SampleSet.receipt.encoding)).purchases)
    }

    @Test("PAY-17 every attribute is kept, known or not, in order, and malformed values too")
    func kept() throws {
        let hostile: [SampleSet.Row] = [
            SampleSet.Row(6, []), SampleSet.Row(7, [0x30, 0x80]), SampleSet.Row(8, [0x16, 0x7F]),
            SampleSet.Row(9, [0x02, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]), SampleSet.Row(11, [0x1F]),
            SampleSet.Row(20, version: 7, [UInt8](repeating: 0xFF, count: 300)), SampleSet.Row(9_999, TLV.null),
            SampleSet.Row(6, [1]), SampleSet.Row(1_702, TLV.utf8("in the receipt it means nothing")),
            SampleSet.Row(1_702, []),
        ]
        let set = SampleSet(SampleSet.receipt.rows + hostile)
        let receipt = try AppReceipt(payload: set.encoding)
        #expect(receipt.diagnostics.isEmpty)
        #expect(receipt.attributes.map { $0.type.rawValue } == set.rows.map(\.type))
        #expect(receipt.attributes.map { Array($0.value) } == set.rows.map(\.value))
        #expect(receipt.attributes.map(\.offset) == set.rows.indices.map { set.start($0) })

        let strangers: [SampleSet.Row] = [
            SampleSet.Row(2, TLV.utf8("other.bundle")), SampleSet.Row(2, []), SampleSet.Row(0, [0xFF]),
            SampleSet.Row(1_709, [0x30, 0x80]), SampleSet.Row(1_718, []),
            SampleSet.Row(17, SampleSet.purchase.encoding),
        ]
        let purchase = SampleSet(SampleSet.purchase.rows + strangers)
        let whole = SampleSet.receipt.with(purchase: purchase)
        let decoded = try AppReceipt(payload: whole.encoding)
        #expect(decoded.bundleIdentifier == "com.example.app")
        #expect(decoded.purchases.count == 2)
        #expect(decoded.purchases.first?.attributes.map { Array($0.value) } == purchase.rows.map(\.value))
    }

    @Test("PAY-14 a purchase is one SET of attributes and nothing else")
    func purchaseShape() {
        let inner = SampleSet.purchase.encoding
        let cases: [([UInt8], FormatError.Reason, Int)] = [
            ([], .truncated(needed: 2, available: 0), 0),
            (TLV.sequence(inner), .unexpectedTag(expected: 0x31, found: 0x30), 0),
            (TLV.octets(inner), .unexpectedTag(expected: 0x31, found: 0x04), 0),
            (inner + [0], .trailingBytes(1), inner.count),
            (inner + inner, .trailingBytes(inner.count), inner.count),
            (TLV.set(inner), .unexpectedTag(expected: 0x30, found: 0x31), 2 + TLV.length(inner.count).count - 1),
        ]
        for (value, reason, offset) in cases {
            let set = SampleSet.receipt.replacing(17, value)
            let place =
                set.valueStart(set.index(of: 17))
                + (reason == .unexpectedTag(expected: 0x30, found: 0x31) ? TLV.set(inner).count - inner.count : offset)
            #expect(throws: FormatError(reason, path: AttributePath.purchase(0), offset: place)) {
                try AppReceipt(payload: set.encoding)
            }
        }
        let whole = SampleSet.receipt.replacing(17, SampleSet.receipt.encoding)
        let start = whole.valueStart(whole.index(of: 17)) + SampleSet.receipt.contentStart
        let path = AttributePath.inPurchase(0, .quantity)
        #expect(throws: FormatError(.missingAttribute, path: path, offset: start)) {
            try AppReceipt(payload: whole.encoding)
        }
    }

    @Test("The path counts purchases in file order")
    func purchasePath() {
        let bad = SampleSet.purchase.replacing(1704, TLV.ia5("never"))
        let set = SampleSet.receipt.appending(SampleSet.Row(17, bad.encoding))
        let path = AttributePath.inPurchase(2, .purchaseDate)
        let offset = set.valueStart(set.rows.count - 1) + bad.valueStart(3)
        let error = FormatError(.invalidDate(Array("never".utf8)), path: path, offset: offset)
        #expect(throws: error) { try AppReceipt(payload: set.encoding) }
        #expect(path.description == "attribute 17[2].1704")
    }

    @Test("Equality is that of the bytes")
    func equality() throws {
        let receipt = try AppReceipt(payload: SampleSet.receipt.encoding)
        let other = try AppReceipt(payload: SampleSet.receipt.appending(SampleSet.Row(99, [])).encoding)
        #expect(receipt != other)
        #expect(receipt.purchases == other.purchases)
        #expect(Set(receipt.purchases + other.purchases).count == 2)
        #expect(Set([receipt, other, receipt]).count == 2)
    }

    // MARK: Attribute 12 alone

    @Test("Only attribute 12 is read before the signature, and only as far as it lies")
    func creationDate() throws {
        let peek = { (payload: [UInt8]) throws(FormatError) in
            try AppReceipt.creationDate(in: payload[...], limits: ReceiptLimits(), spent: DERReader.Spent())
        }
        let expected = Oracle.instant("2024-03-01T12:00:00Z")
        #expect(try peek(SampleSet.receipt.encoding) == expected)
        let others = SampleSet.receipt.replacing(0, [0xFF]).replacing(2, []).replacing(17, [0x30, 0x80])
        #expect(try peek(others.encoding) == expected)
        let missing = SampleSet.receipt.removing(12)
        #expect(throws: FormatError(.missingAttribute, path: AttributePath.receipt(.creationDate), offset: 0)) {
            try peek(missing.encoding)
        }
        let index = SampleSet.receipt.index(of: 12)
        let empty = SampleSet.receipt.replacing(12, TLV.ia5(""))
        #expect(
            throws: FormatError(
                .emptyAttribute, path: AttributePath.receipt(.creationDate), offset: empty.valueStart(index))
        ) { try peek(empty.encoding) }
        let wrong = SampleSet.receipt.replacing(12, TLV.utf8("2024-03-01T12:00:00Z"))
        let reason = FormatError.Reason.unexpectedTag(expected: 0x16, found: 0x0C)
        #expect(
            throws: FormatError(reason, path: AttributePath.receipt(.creationDate), offset: wrong.valueStart(index))
        ) {
            try peek(wrong.encoding)
        }
        let broken = SampleSet.receipt.inserting(SampleSet.Row(raw: TLV.null), at: 3)
        #expect(throws: fault(.unexpectedTag(expected: 0x30, found: 0x05), broken.start(3))) {
            try peek(broken.encoding)
        }
        let behind = SampleSet.receipt.appending(SampleSet.Row(raw: TLV.null))
        #expect(try peek(behind.encoding) == expected)
        var limits = ReceiptLimits()
        limits.maximumElements = 100
        #expect(throws: fault(.limitExceeded(.elements, allowed: 100), SampleSet.receipt.start(0))) {
            try AppReceipt.creationDate(
                in: SampleSet.receipt.encoding[...], limits: limits, spent: DERReader.Spent(elements: 99))
        }
    }
}
