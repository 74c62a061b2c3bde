import ReceiptFields
import TestSupport
import Testing

/// One attribute under test, of the receipt or of its first purchase, and what may be wrong with its value.
struct FieldCase: Sendable, CustomTestStringConvertible {
    let field: Field

    /// Every row of the field table that a property holds.
    static let all = (Field.receipt + Field.purchase).filter { $0.rule != .kept && $0.rule != .repeating }
        .map(FieldCase.init)

    var type: Int64 { field.type.rawValue }
    var rule: Field.Rule { field.rule }
    var form: Field.Form { field.form }
    var testDescription: String { "\(type)" }
    var isInPurchase: Bool { type > 1_700 }

    var path: AttributePath {
        isInPurchase ? AttributePath.inPurchase(0, field.type) : AttributePath.receipt(field.type)
    }

    /// Whether the property is nil, as only one that is not required can be.
    func isNil(_ receipt: AppReceipt) -> Bool {
        guard rule != .required, let name = field.name else { return false }
        var present = Members()
        guard isInPurchase else {
            receipt.writeMembers(to: &present)
            return !present.names.contains(name)
        }
        guard let purchase = receipt.purchases.first else { return false }
        purchase.writeMembers(to: &present)
        return !present.names.contains(name)
    }

    /// The names of those members that have a value.
    private struct Members: JSONSink {
        var names: Set<String> = []

        mutating func member(_ name: StaticString, _ value: String?) { add(name, value) }
        mutating func member(_ name: StaticString, _ value: Int?) { add(name, value) }
        mutating func member(_ name: StaticString, _ value: Bool?) { add(name, value) }
        mutating func member(_ name: StaticString, _ value: some JSONObject) { add(name, value) }
        mutating func list(_ name: StaticString, _ values: some Sequence<some JSONObject>) { add(name, values) }
        mutating func list(_ name: StaticString, _ texts: [String]) { add(name, texts) }

        private mutating func add(_ name: StaticString, _ value: (some Any)?) {
            if value != nil { names.insert(name.description) }
        }
    }

    // MARK: Making the receipt with the defect

    /// The samples with every row of the field table: one of a usual form for each that they lack.
    static let samplePurchase = complete(SampleSet.purchase, Field.purchase)
    static let sampleReceipt = complete(SampleSet.receipt.with(purchase: samplePurchase), Field.receipt)

    private static func complete(_ sample: SampleSet, _ table: [Field]) -> SampleSet {
        let present = Set(sample.rows.map(\.type))
        return table.filter { $0.rule != .kept && !present.contains($0.type.rawValue) }.reduce(sample) {
            sample, field in
            sample.appending(SampleSet.Row(field.type.rawValue, usualValue(field.form)))
        }
    }

    static func usualValue(_ form: Field.Form) -> [UInt8] {
        switch form {
        case .utf8: TLV.utf8("other")
        case .ia5: TLV.ia5("other")
        case .date: TLV.ia5("2020-01-01T00:00:00Z")
        case .integer: TLV.integer(1)
        case .octets, .purchase: [UInt8](repeating: 9, count: 20)
        }
    }

    /// The sample receipt with `change` done to the SET that holds the attribute, and where that SET begins in it.
    func receipt(_ change: (SampleSet) -> SampleSet) -> (payload: [UInt8], set: SampleSet, offset: Int) {
        guard isInPurchase else {
            let set = change(Self.sampleReceipt)
            return (set.encoding, set, 0)
        }
        let set = change(Self.samplePurchase)
        let whole = Self.sampleReceipt.with(purchase: set)
        return (whole.encoding, set, whole.valueStart(whole.index(of: 17)))
    }

    /// What is wrong with the value, and where in it.
    struct Malformed {
        let value: [UInt8]
        let reason: FormatError.Reason
        var offset = 0
    }

    var malformed: [Malformed] {
        switch form {
        case .octets, .purchase: []
        case .utf8:
            shapes(0x0C, Array("x".utf8), wrongTag: 0x16) + [
                Malformed(value: TLV.element(0x0C, [0x61, 0xFF]), reason: .invalidString([0x61, 0xFF]))
            ]
        case .ia5:
            shapes(0x16, Array("x".utf8), wrongTag: 0x0C) + [
                Malformed(value: TLV.element(0x16, [0x61, 0xC3, 0xA9]), reason: .invalidString([0x61, 0xC3, 0xA9]))
            ]
        case .date:
            shapes(0x16, Array("2024-03-01T12:00:00Z".utf8), wrongTag: 0x0C) + [
                Malformed(
                    value: TLV.ia5("2024-02-30T12:00:00Z"), reason: .invalidDate(Array("2024-02-30T12:00:00Z".utf8)))
            ]
        case .integer:
            shapes(0x02, [1], wrongTag: 0x0A) + [
                Malformed(value: [0x02, 0x00], reason: .invalidInteger),
                Malformed(value: [0x02, 0x02, 0x00, 0x01], reason: .invalidInteger),
                Malformed(value: TLV.element(0x02, [0] + [UInt8](repeating: 0xFF, count: 8)), reason: .invalidInteger),
                Malformed(value: TLV.integer(-1), reason: .numberOutOfRange(-1)),
                Malformed(value: TLV.integer(.min), reason: .numberOutOfRange(.min)),
                Malformed(value: TLV.utf8("1"), reason: .unexpectedTag(expected: 0x02, found: 0x0C)),
            ]
        }
    }

    private func shapes(_ tag: UInt8, _ content: [UInt8], wrongTag: UInt8) -> [Malformed] {
        let good = TLV.element(tag, content)
        return [
            Malformed(value: TLV.element(wrongTag, content), reason: .unexpectedTag(expected: tag, found: wrongTag)),
            Malformed(value: TLV.element(tag | 0x20, good), reason: .unexpectedTag(expected: tag, found: tag | 0x20)),
            Malformed(value: [], reason: .truncated(needed: 2, available: 0)),
            Malformed(value: [tag], reason: .truncated(needed: 2, available: 1)),
            Malformed(value: good.dropLast(), reason: .truncated(needed: good.count, available: good.count - 1)),
            Malformed(value: good + [0], reason: .trailingBytes(1), offset: good.count),
            Malformed(value: good + good, reason: .trailingBytes(good.count), offset: good.count),
            Malformed(value: [tag, 0x81, UInt8(content.count)] + content, reason: .invalidLength(.notMinimal)),
            Malformed(value: [tag, 0x80] + content + [0, 0], reason: .invalidLength(.indefinite)),
            Malformed(value: TLV.null, reason: .unexpectedTag(expected: tag, found: 0x05)),
            Malformed(value: TLV.octets(good), reason: .unexpectedTag(expected: tag, found: 0x04)),
        ]
    }
}
