import ReceiptFields
import TestSupport
import Testing

@Suite("Reader: indefinite lengths, budgets, salvage")
struct ReaderEnvelopeTests {
    private static func envelope(_ bytes: [UInt8], limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) -> Int {
        try reading(bytes, limits: limits) { (reader) throws(FormatError) in
            var count = 0
            try reader.withinEnvelope(.sequence) { (reader, frame) throws(FormatError) in
                while !reader.isAtEnd(of: frame) {
                    _ = try reader.anyElement()
                    count += 1
                }
            }
            try reader.finish()
            return count
        }
    }

    @Test("ACC-01 definite and indefinite envelopes hold the same")
    func bothForms() throws {
        for children in [[], [TLV.null], [TLV.null, TLV.integer(5)]] as [[[UInt8]]] {
            let content = TLV.concatenated(children)
            #expect(try Self.envelope(TLV.element(0x30, content)) == children.count)
            #expect(try Self.envelope([0x30, 0x80] + content + [0, 0]) == children.count)
        }
    }

    @Test("Indefinite inside indefinite, and definite around indefinite")
    func nested() throws {
        let inner = TLV.indefinite(0xA0, TLV.null)
        for bytes in [TLV.indefinite(0x30, inner), TLV.sequence(inner)] {
            try reading(bytes) { (reader) throws(FormatError) in
                let areRead = try reader.withinEnvelope(.sequence) { (reader, outer) throws(FormatError) in
                    let isInnerRead = try reader.withinEnvelope(.context0) { (reader, explicit) throws(FormatError) in
                        _ = try reader.element(.null)
                        return reader.isAtEnd(of: explicit)
                    }
                    return [isInnerRead, reader.isAtEnd(of: outer)]
                }
                try reader.finish()
                #expect(areRead == [true, true])
            }
        }
    }

    @Test(
        "Rejected envelopes",
        arguments: [
            RefusedBytes(
                "DER-09 no end-of-contents", [0x30, 0x80, 0x05, 0x00], .truncated(needed: 2, available: 0), at: 4),
            RefusedBytes(
                "DER-09 half of it", [0x30, 0x80, 0x05, 0x00, 0x00], .truncated(needed: 2, available: 1), at: 4),
            RefusedBytes("DER-09 nothing at all", [0x30, 0x80], .truncated(needed: 2, available: 0), at: 2),
            RefusedBytes("DER-10 in a definite one", [0x30, 0x02, 0x00, 0x00], .invalidTag(0), at: 2),
            RefusedBytes("DER-10 00 01", [0x30, 0x80, 0x00, 0x01, 0x00, 0x00], .invalidTag(0), at: 2),
            RefusedBytes("DER-12 behind it", [0x30, 0x80, 0x00, 0x00, 0x00], .trailingBytes(1), at: 4),
            RefusedBytes("DER-12 two end-of-contents", [0x30, 0x80, 0, 0, 0, 0], .trailingBytes(2), at: 4),
            RefusedBytes(
                "DER-08 child indefinite", [0x30, 0x80, 0x30, 0x80, 0, 0, 0, 0], .invalidLength(.indefinite), at: 2),
            RefusedBytes("DER-07 not minimal", [0x30, 0x81, 0x02, 0x05, 0x00], .invalidLength(.notMinimal), at: 0),
            RefusedBytes("DER-22 SET", [0x31, 0x80, 0, 0], .invalidLength(.indefinite), at: 0),
            RefusedBytes("tag alone", [0x30], .truncated(needed: 2, available: 1), at: 0),
        ])
    func refusal(_ refusal: RefusedBytes) {
        #expect(throws: refusal.error) { try Self.envelope(refusal.bytes) }
    }

    @Test("DER-11 a primitive tag has no indefinite form")
    func primitive() {
        #expect(throws: fault(.invalidLength(.indefinite), 0)) {
            try reading([0x04, 0x80, 0x00, 0x00]) { (reader) throws(FormatError) in
                try reader.withinEnvelope(.octetString) { (_, _) throws(FormatError) in }
            }
        }
    }

    @Test("DER-13 an element can't be left before it is read completely")
    func leaving() {
        let definite = TLV.sequence(TLV.null, TLV.null)
        #expect(throws: fault(.trailingBytes(2), 4)) {
            try reading(definite) { (reader) throws(FormatError) in
                _ = try reader.within(.sequence) { (reader) throws(FormatError) in try reader.anyElement() }
            }
        }
        let indefinite = TLV.indefinite(0x30, TLV.null, TLV.null)
        #expect(throws: fault(.unexpectedTag(expected: 0x00, found: 0x05), 4)) {
            try reading(indefinite) { (reader) throws(FormatError) in
                _ = try reader.withinEnvelope(.sequence) { (reader, _) throws(FormatError) in
                    try reader.anyElement()
                }
            }
        }
    }

    // MARK: Budgets

    @Test("DER-02 every element counts, in every way of reading it")
    func elements() throws {
        var limits = ReceiptLimits()
        limits.maximumElements = 6
        let six = TLV.sequence(TLV.null, TLV.set(TLV.null, TLV.integer(1)), TLV.null)
        try walk(six, limits: limits)
        let used = try reading(six, limits: limits) { (reader) throws(FormatError) in
            try reader.skipTree()
            return reader.spent.elements
        }
        #expect(used == 6)
        for (allowed, offset) in [(0, 0), (1, 2), (2, 4), (3, 6), (4, 8), (5, 11)] {
            limits.maximumElements = allowed
            #expect(throws: fault(.limitExceeded(.elements, allowed: allowed), offset)) {
                try walk(six, limits: limits)
            }
        }
        limits.maximumElements = 0
        #expect(throws: fault(.limitExceeded(.elements, allowed: 0), 0)) {
            try Self.envelope([0x30, 0x80, 0, 0], limits: limits)
        }
        limits.maximumElements = 1
        #expect(try Self.envelope([0x30, 0x80, 0, 0], limits: limits) == 0)
        #expect(throws: fault(.limitExceeded(.elements, allowed: 1), 2)) {
            try Self.envelope([0x30, 0x80, 5, 0, 0, 0], limits: limits)
        }
        limits.maximumElements = 2
        #expect(try Self.envelope([0x30, 0x80, 5, 0, 0, 0], limits: limits) == 1)
    }

    @Test("DER-02 the budget continues where another reader stopped")
    func elementsCarried() throws {
        var limits = ReceiptLimits()
        limits.maximumElements = 10
        let used = try reading(TLV.null, limits: limits, spent: DERReader.Spent(elements: 9)) {
            (reader) throws(FormatError) in
            _ = try reader.element(.null)
            return reader.spent.elements
        }
        #expect(used == 10)
        for spent in [10, 11, .max] {
            #expect(throws: fault(.limitExceeded(.elements, allowed: 10), 0)) {
                try reading(TLV.null, limits: limits, spent: DERReader.Spent(elements: spent)) {
                    (reader) throws(FormatError) in
                    try reader.element(.null)
                }
            }
        }
    }

    @Test("DER-03 depth, definite, indefinite and through OCTET STRINGs", arguments: [1, 2, 7, 32])
    func depth(_ allowed: Int) throws {
        var limits = ReceiptLimits()
        limits.maximumDepth = allowed
        func chain(_ count: Int) -> [UInt8] { (0..<count).reduce([]) { inner, _ in TLV.sequence(inner) } }
        try walk(chain(allowed), limits: limits)
        let offset = chain(allowed + 1).count - 2
        #expect(throws: fault(.limitExceeded(.depth, allowed: allowed), offset)) {
            try walk(chain(allowed + 1), limits: limits)
        }

        let bomb = [UInt8](copies: 10_000, of: [0x30, 0x80])
        #expect(throws: fault(.limitExceeded(.depth, allowed: allowed), 2 * allowed)) {
            try reading(bomb, limits: limits) { (reader) throws(FormatError) in
                try Self.enterEnvelopes(&reader)
            }
        }
        let strings = (0..<50).reduce([]) { inner, _ in TLV.octets(inner) }
        do throws(FormatError) {
            try reading(strings, limits: limits) { (reader) throws(FormatError) in
                try Self.enterStrings(&reader)
            }
            Issue.record("depth is not counted through OCTET STRINGs")
        } catch {
            #expect(error.reason == .limitExceeded(.depth, allowed: allowed))
        }
    }

    /// Enters nested elements until an error occurs.
    private static func enterEnvelopes(_ reader: inout DERReader) throws(FormatError) {
        try reader.withinEnvelope(.sequence) { (reader, _) throws(FormatError) in try enterEnvelopes(&reader) }
    }

    /// Enters nested OCTET STRINGs until an error occurs.
    private static func enterStrings(_ reader: inout DERReader) throws(FormatError) {
        let contents = try reader.element(.octetString)
        try reader.within(contents: contents) { (reader) throws(FormatError) in try enterStrings(&reader) }
    }

    @Test("Reading stops after the element searched for, and depth and budget are counted up to it")
    func first() throws {
        let bytes = TLV.set(TLV.null, TLV.integer(5), [0xFF])
        let all = bytes[...]
        func find(_ limits: ReceiptLimits, _ tag: DERTag) throws(FormatError) -> Range<Int>? {
            try DERReader(all.span, limits: limits).first(within: .set) { (reader) throws(FormatError) in
                let isWanted = reader.nextTag == tag
                let element = try reader.anyElement()
                return isWanted ? element.whole : nil
            }
        }
        #expect(try find(ReceiptLimits(), .null) == 2..<4)
        #expect(try find(ReceiptLimits(), .integer) == 4..<7)
        #expect(throws: fault(.truncated(needed: 2, available: 1), 7)) { try find(ReceiptLimits(), .set) }
        var limits = ReceiptLimits()
        limits.maximumElements = 2
        #expect(throws: fault(.limitExceeded(.elements, allowed: 2), 4)) { try find(limits, .integer) }
        limits.maximumDepth = 0
        #expect(throws: fault(.limitExceeded(.depth, allowed: 0), 0)) { try find(limits, .null) }
    }

    @Test("Leaving an element restores the depth, however often")
    func depthReturned() throws {
        var limits = ReceiptLimits()
        limits.maximumDepth = 2
        let many = TLV.element(0x30, joining: [[UInt8]](repeating: TLV.set(TLV.null), count: 500))
        try walk(many, limits: limits)
        let deep = TLV.sequence(TLV.set(TLV.null), TLV.set(TLV.null), TLV.set(TLV.set(TLV.null)))
        #expect(throws: fault(.limitExceeded(.depth, allowed: 2), 12)) { try walk(deep, limits: limits) }
        try reading(TLV.octets(TLV.null), limits: limits) { (reader) throws(FormatError) in
            let content = try reader.element(.octetString)
            for _ in 0..<100 {
                _ = try reader.within(contents: content) { (reader) throws(FormatError) in try reader.element(.null) }
            }
            try reader.finish()
        }
    }

    @Test("DER-03 leaving an indefinite element restores exactly one level")
    func depthReturnedOnce() throws {
        var limits = ReceiptLimits()
        limits.maximumDepth = 2
        let left = [UInt8](Array(repeating: TLV.indefinite(0x30, TLV.indefinite(0x30)), count: 5).joined())
        let deep = TLV.indefinite(0x30, TLV.indefinite(0x30, TLV.indefinite(0x30)))
        #expect(throws: fault(.limitExceeded(.depth, allowed: 2), left.count + 4)) {
            try reading(left + deep, limits: limits) { (reader) throws(FormatError) in
                for _ in 0..<5 {
                    try reader.withinEnvelope(.sequence) { (reader, _) throws(FormatError) in
                        try reader.withinEnvelope(.sequence) { (_, _) throws(FormatError) in }
                    }
                }
                try Self.enterEnvelopes(&reader)
            }
        }
    }

    // MARK: Salvage

    @Test("A salvaging reader cuts lengths at the end and keeps the first such place")
    func salvage() throws {
        let bytes: [UInt8] = [0x30, 0x82, 0x10, 0x00, 0x04, 0x02, 0xAA, 0xBB, 0x30, 0x09, 0x04, 0x7F, 0xCC]
        try reading(bytes, base: 100, salvages: true) { (reader) throws(FormatError) in
            let read = try reader.within(.sequence) { (reader) throws(FormatError) in
                let first = try reader.element(.octetString)
                let second = try reader.within(.sequence) { (reader) throws(FormatError) in
                    try reader.element(.octetString)
                }
                return [first, second]
            }
            #expect(read == [6..<8, 12..<13])
            try reader.finish()
            #expect(reader.firstTruncation == fault(.truncated(needed: 4_100, available: 13), 100))
        }
        #expect(throws: fault(.truncated(needed: 4_100, available: 13), 0)) { try walk(bytes) }
    }

    @Test("Salvaging accepts only lengths that point past the end")
    func salvageIsNarrow() throws {
        let refused: [(bytes: [UInt8], reason: FormatError.Reason)] = [
            ([0x30], .truncated(needed: 2, available: 1)), ([0x30, 0x80, 0x00], .invalidLength(.indefinite)),
            ([0x30, 0x81, 0x01, 0x05], .invalidLength(.notMinimal)),
            ([0x30, 0x82, 0x01], .truncated(needed: 4, available: 3)), ([0x00, 0x00], .invalidTag(0x00)),
        ]
        for (bytes, reason) in refused {
            #expect(throws: fault(reason, 0)) { try walk(bytes) }
            #expect(throws: fault(reason, 0)) {
                try reading(bytes, salvages: true) { (reader) throws(FormatError) in try reader.skipTree() }
            }
        }
        let whole = SampleSet.receipt.encoding
        try reading(whole, salvages: true) { (reader) throws(FormatError) in
            try reader.skipTree()
            try reader.finish()
            #expect(reader.firstTruncation == nil)
        }
    }

    @Test("Salvage at every cut: never past the end, and the cut is reported")
    func salvageEverywhere() throws {
        let whole = SampleSet.receipt.encoding
        for count in 4..<whole.count {
            let cut = Array(whole[..<count])
            try reading(cut, salvages: true) { (reader) throws(FormatError) in
                do throws(FormatError) {
                    try reader.skipTree()
                    try reader.finish()
                } catch {
                    #expect(error.code == "der.truncated")
                }
                #expect(reader.firstTruncation == fault(.truncated(needed: whole.count, available: count), 0))
                #expect(reader.position <= count)
                #expect(reader.end <= count)
            }
        }
    }
}
