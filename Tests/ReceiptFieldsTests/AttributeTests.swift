import ReceiptFields
import TestSupport
import Testing

@Suite("PAY-12, PAY-14, PAY-17 attributes")
struct AttributeTests {
    @Test("Structure, in the receipt and in a purchase", arguments: RefusedBytes.attributes)
    func structure(_ defect: RefusedBytes) {
        for index in [0, 5, SampleSet.receipt.rows.count] {
            let set = SampleSet.receipt.inserting(SampleSet.Row(raw: defect.bytes), at: index)
            #expect(throws: fault(defect.error.reason, set.start(index) + defect.error.offset)) {
                try AppReceipt(payload: set.encoding)
            }
        }
        let purchase = SampleSet.purchase.inserting(SampleSet.Row(raw: defect.bytes), at: 4)
        let whole = SampleSet.receipt.with(purchase: purchase)
        let offset = whole.valueStart(whole.index(of: 17)) + purchase.start(4) + defect.error.offset
        #expect(throws: FormatError(defect.error.reason, path: FieldPath.purchase(0), offset: offset)) {
            try AppReceipt(payload: whole.encoding)
        }
    }

    @Test("Of two errors at the same offset, the one in the structure is thrown")
    func sameOffset() throws {
        let defect = try #require(RefusedBytes.attributes.first { $0.error.offset == 0 })
        // The missing value would begin where the next attribute begins.
        let set = SampleSet.receipt.replacing(2, [])
        let next = set.index(of: 2) + 1
        #expect(set.valueStart(next - 1) == set.start(next))
        let both = set.inserting(SampleSet.Row(raw: defect.bytes), at: next)
        #expect(throws: fault(defect.error.reason, both.start(next))) { try AppReceipt(payload: both.encoding) }
    }

    @Test("Offsets are those of the array that the payload is a slice of")
    func slices() throws {
        let set = SampleSet.receipt.replacing(2, TLV.ia5("x"))
        let bytes = [UInt8](repeating: 0xEE, count: 77) + set.encoding + [0xEE]
        let error = FormatError(
            .unexpectedTag(expected: 0x0C, found: 0x16), path: FieldPath.receipt(.bundleIdentifier),
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

    @Test("PAY-14, PAY-17 every attribute is kept, known or not, in order, and malformed values too")
    func kept() throws {
        let hostile: [SampleSet.Row] =
            [
                SampleSet.Row(6, []), SampleSet.Row(7, [0x30, 0x80]), SampleSet.Row(8, [0x16, 0x7F]),
                SampleSet.Row(9, [0x02, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]), SampleSet.Row(11, [0x1F]),
                SampleSet.Row(20, version: 7, [UInt8](repeating: 0xFF, count: 300)), SampleSet.Row(9_999, TLV.null),
                SampleSet.Row(6, [1]),
            ]
            + [1_701, 1_702, 1_703, 1_704, 1_708].flatMap {
                // In the receipt these attributes have no meaning.
                [SampleSet.Row($0, []), SampleSet.Row($0, TLV.utf8("com.example.alien"))]
            }
        let set = SampleSet(SampleSet.receipt.rows + hostile)
        let receipt = try AppReceipt(payload: set.encoding)
        #expect(receipt.diagnostics.isEmpty)
        #expect(receipt.attributes.map { $0.type.rawValue } == set.rows.map(\.type))
        #expect(receipt.attributes.map { Array($0.value) } == set.rows.map(\.value))
        #expect(receipt.attributes.map(\.offset) == set.rows.indices.map { set.start($0) })

        let unknown: [SampleSet.Row] =
            [
                SampleSet.Row(2, TLV.utf8("other.bundle")), SampleSet.Row(2, []), SampleSet.Row(0, [0xFF]),
                SampleSet.Row(1_709, [0x30, 0x80]), SampleSet.Row(1_718, []),
                SampleSet.Row(17, SampleSet.purchase.encoding),
            ] + [3, 12, 21].flatMap { [SampleSet.Row($0, []), SampleSet.Row($0, TLV.utf8("com.example.alien"))] }
        let purchase = SampleSet(SampleSet.purchase.rows + unknown)
        let whole = SampleSet.receipt.with(purchase: purchase)
        let decoded = try AppReceipt(payload: whole.encoding)
        #expect(decoded.bundleIdentifier == "com.example.app")
        #expect(decoded.purchases.count == 2)
        #expect(decoded.purchases.first?.attributes.map { Array($0.value) } == purchase.rows.map(\.value))
    }

    @Test("The path counts purchases in file order")
    func purchasePath() {
        let bad = SampleSet.purchase.replacing(1704, TLV.ia5("never"))
        let set = SampleSet.receipt.appending(SampleSet.Row(17, bad.encoding))
        let path = FieldPath.inPurchase(2, AttributeType(rawValue: 1704))
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

    // MARK: Only attribute 12

    @Test("Before the signature check only attribute 12 is read, and the content only up to it")
    func creationDate() throws {
        let peek = { (payload: [UInt8]) throws(FormatError) in
            try AppReceipt.creationDate(in: payload[...], limits: ReceiptLimits(), spent: DERReader.Spent())
        }
        let expected = Oracle.instant("2024-03-01T12:00:00Z")
        #expect(try peek(SampleSet.receipt.encoding) == expected)
        let others = SampleSet.receipt.replacing(0, [0xFF]).replacing(2, []).replacing(17, [0x30, 0x80])
        #expect(try peek(others.encoding) == expected)
        let missing = SampleSet.receipt.removing(12)
        #expect(throws: FormatError(.missingAttribute, path: FieldPath.receipt(.creationDate), offset: 0)) {
            try peek(missing.encoding)
        }
        let index = SampleSet.receipt.index(of: 12)
        let empty = SampleSet.receipt.replacing(12, TLV.ia5(""))
        #expect(
            throws: FormatError(
                .emptyAttribute, path: FieldPath.receipt(.creationDate), offset: empty.valueStart(index))
        ) { try peek(empty.encoding) }
        let wrong = SampleSet.receipt.replacing(12, TLV.utf8("2024-03-01T12:00:00Z"))
        let reason = FormatError.Reason.unexpectedTag(expected: 0x16, found: 0x0C)
        #expect(
            throws: FormatError(reason, path: FieldPath.receipt(.creationDate), offset: wrong.valueStart(index))
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
