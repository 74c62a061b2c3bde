import ReceiptFields
import TestSupport
import Testing

@Suite("Limits: each has its own error, and none can be raised")
struct LimitTests {
    struct Limit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: any WritableKeyPath<ReceiptLimits, Int> & Sendable
        let standard: Int

        init(_ name: String, _ path: any WritableKeyPath<ReceiptLimits, Int> & Sendable, _ standard: Int) {
            testDescription = name
            self.path = path
            self.standard = standard
        }
    }

    static let limits: [Limit] = [
        Limit("input", \.maximumInputSize, 10_485_760), Limit("elements", \.maximumElements, 2_500_000),
        Limit("depth", \.maximumDepth, 32), Limit("certificate", \.maximumCertificateSize, 8_192),
        Limit("certificates", \.maximumCertificates, 10), Limit("attribute", \.maximumAttributeLength, 65_536),
        Limit("string", \.maximumStringLength, 1_024), Limit("purchases", \.maximumPurchases, 20_000),
    ]

    @Test("The standard, lowered, never raised, never below zero", arguments: limits)
    func bounds(_ limit: Limit) {
        var limits = ReceiptLimits()
        #expect(limits[keyPath: limit.path] == limit.standard)
        for (wanted, given) in [
            (limit.standard - 1, limit.standard - 1), (1, 1), (0, 0), (-1, 0), (.min, 0),
            (limit.standard + 1, limit.standard), (.max, limit.standard),
        ] {
            limits[keyPath: limit.path] = wanted
            #expect(limits[keyPath: limit.path] == given)
        }
        #expect(limits == ReceiptLimits())
    }

    private static let payload = SampleSet.receipt.encoding

    private func decode(_ payload: [UInt8], _ change: (inout ReceiptLimits) -> Void) throws(FormatError) -> AppReceipt {
        var limits = ReceiptLimits()
        change(&limits)
        return try AppReceipt(payload: payload, limits: limits)
    }

    @Test("DER-01 input, before anything is read")
    func input() throws {
        let size = Self.payload.count
        _ = try decode(Self.payload) { $0.maximumInputSize = size }
        #expect(throws: fault(.limitExceeded(.input, allowed: size - 1), 0)) {
            try decode(Self.payload) { $0.maximumInputSize = size - 1 }
        }
        #expect(throws: fault(.limitExceeded(.input, allowed: 3), 0)) {
            try decode([0, 0, 0, 0]) { $0.maximumInputSize = 3 }
        }
        #expect(throws: fault(.limitExceeded(.input, allowed: 10_485_760), 0)) {
            try AppReceipt(payload: [UInt8](repeating: 0, count: 10_485_761))
        }
    }

    /// The number of elements that decoding the sample reads.
    private static var elements: Int {
        let attributes = SampleSet.receipt.rows.count + 2 * SampleSet.purchase.rows.count
        // Each attribute has four elements. The values of the two purchases' SETs and of typed fields are read too.
        let typed = 11 + 2 * (SampleSet.purchase.rows.count - 1) + 2
        return 1 + 4 * attributes + typed
    }

    /// Returns the error for an element beyond a limit.
    private func refusal(_ element: SampleSet.Element, allowed: Int) -> FormatError {
        FormatError(
            .limitExceeded(.elements, allowed: allowed),
            path: element.path,
            offset: element.offset)
    }

    @Test("DER-02 elements, one too many at every place, is an error and never a diagnostic")
    func elements() throws {
        let receipt = try decode(Self.payload) { $0.maximumElements = Self.elements }
        #expect(receipt.diagnostics.isEmpty)
        let elements = SampleSet.receipt.elements
        #expect(elements.count == Self.elements)
        for (allowed, element) in elements.enumerated() {
            #expect(throws: refusal(element, allowed: allowed)) {
                try decode(Self.payload) { $0.maximumElements = allowed }
            }
        }
    }

    @Test("DER-02 the last element is counted in an undocumented attribute too")
    func elementsAtTheEnd() throws {
        let set = SampleSet.receipt.appending(SampleSet.Row(32, TLV.ia5("2024-01-01T00:00:00Z")))
        _ = try decode(set.encoding) { $0.maximumElements = Self.elements + 5 }
        let path = FieldPath.receipt(AttributeType(rawValue: 32))
        let reason = FormatError.Reason.limitExceeded(.elements, allowed: Self.elements + 4)
        #expect(throws: FormatError(reason, path: path, offset: set.valueStart(set.rows.count - 1))) {
            try decode(set.encoding) { $0.maximumElements = Self.elements + 4 }
        }
    }

    @Test("DER-02 elements used by the container reduce the payload's budget")
    func elementsUsed() throws {
        let slice = Self.payload[...]
        let spent = 2_500_000 - Self.elements
        _ = try AppReceipt(payload: slice, limits: ReceiptLimits(), spent: DERReader.Spent(elements: spent))
        let last = try #require(SampleSet.receipt.elements.last)
        #expect(throws: refusal(last, allowed: 2_500_000)) {
            try AppReceipt(payload: slice, limits: ReceiptLimits(), spent: DERReader.Spent(elements: spent + 1))
        }
    }

    @Test("DER-03 levels used by the container reduce the payload's depth")
    func depthSpent() throws {
        let slice = Self.payload[...]
        _ = try AppReceipt(payload: slice, limits: ReceiptLimits(), spent: DERReader.Spent(depth: 28))
        let place = SampleSet.receipt.valueStart(SampleSet.receipt.index(of: 17)) + SampleSet.purchase.start(0)
        #expect(
            throws: FormatError(
                .limitExceeded(.depth, allowed: 32), path: FieldPath.purchase(0), offset: place)
        ) {
            try AppReceipt(payload: slice, limits: ReceiptLimits(), spent: DERReader.Spent(depth: 29))
        }
        #expect(throws: FormatError(.limitExceeded(.depth, allowed: 32), offset: 0)) {
            try AppReceipt(payload: slice, limits: ReceiptLimits(), spent: DERReader.Spent(depth: 99))
        }
    }

    @Test("DER-03, DER-04 depth: set, attribute or value, purchase, attribute or value")
    func depth() throws {
        _ = try decode(Self.payload) { $0.maximumDepth = 4 }
        let purchase = SampleSet.receipt.valueStart(SampleSet.receipt.index(of: 17))
        let path = FieldPath.purchase(0)
        let places: [(Int, FieldPath)] = [
            (0, FieldPath.container), (SampleSet.receipt.start(0), FieldPath.container), (purchase, path),
            (purchase + SampleSet.purchase.start(0), path),
        ]
        for (allowed, (offset, path)) in places.enumerated() {
            #expect(throws: FormatError(.limitExceeded(.depth, allowed: allowed), path: path, offset: offset)) {
                try decode(Self.payload) { $0.maximumDepth = allowed }
            }
        }
    }

    @Test("Attribute length, of every attribute of the receipt, known or not")
    func attributeLength() throws {
        let longest = SampleSet.receipt.rows.map(\.valueCount).max() ?? 0
        _ = try decode(Self.payload) { $0.maximumAttributeLength = longest }
        let index = SampleSet.receipt.index(of: 17)
        #expect(
            throws: FormatError(
                .limitExceeded(.attribute, allowed: longest - 1), path: FieldPath.receipt(.purchase),
                offset: SampleSet.receipt.start(index))
        ) {
            try decode(Self.payload) { $0.maximumAttributeLength = longest - 1 }
        }
        for type in [6, 99] as [Int64] {
            let set = SampleSet.receipt.inserting(SampleSet.Row(type, [UInt8](repeating: 0, count: 65_537)), at: 0)
            let path = FieldPath.receipt(AttributeType(rawValue: type))
            #expect(throws: FormatError(.limitExceeded(.attribute, allowed: 65_536), path: path, offset: set.start(0)))
            {
                try AppReceipt(payload: set.encoding)
            }
            let fits = SampleSet.receipt.inserting(SampleSet.Row(type, [UInt8](repeating: 0, count: 65_536)), at: 0)
            _ = try AppReceipt(payload: fits.encoding)
        }
    }

    @Test("PAY-07 text length")
    func stringLength() throws {
        let fits = SampleSet.receipt.replacing(2, TLV.utf8(String(repeating: "x", count: 1_024)))
        #expect(try AppReceipt(payload: fits.encoding).bundleIdentifier.utf8.count == 1_024)
        #expect(
            throws: FormatError(
                .limitExceeded(.string, allowed: 14), path: FieldPath.receipt(.environment),
                offset: SampleSet.receipt.valueStart(0))
        ) {
            try decode(Self.payload) { $0.maximumStringLength = 14 }
        }
    }

    @Test("PAY-13 purchases")
    func purchases() throws {
        _ = try decode(Self.payload) { $0.maximumPurchases = 2 }
        let second = SampleSet.receipt.start(SampleSet.receipt.index(of: 17) + 1)
        #expect(
            throws: FormatError(
                .limitExceeded(.purchases, allowed: 1), path: FieldPath.purchase(1), offset: second)
        ) {
            try decode(Self.payload) { $0.maximumPurchases = 1 }
        }
        let row = SampleSet.Row(
            17, SampleSet([SampleSet.Row(1701, TLV.integer(1))] + SampleSet.purchase.rows[1...3]).encoding)
        let many = SampleSet(SampleSet.receipt.removing(17).rows + [SampleSet.Row](repeating: row, count: 20_000))
        #expect(try AppReceipt(payload: many.encoding).purchases.count == 20_000)
        let more = many.appending(row).encoding
        let offset = more.count - row.encoding.count
        #expect(
            throws: FormatError(
                .limitExceeded(.purchases, allowed: 20_000), path: FieldPath.purchase(20_000),
                offset: offset)
        ) {
            try AppReceipt(payload: more)
        }
    }
}
