package import ReceiptFields
import Testing

/// One attribute under test, of the receipt or of its first purchase, and the possible faults of its value.
package struct FieldCase: Sendable, CustomTestStringConvertible {
    private let field: Field

    /// Every row of the field table that has a property.
    package static let all = (AppReceipt.table.fields + InAppPurchase.table.fields).filter {
        $0.rule != .kept && $0.rule != .repeating
    }
    .map(FieldCase.init)

    package var type: Int64 { field.type.rawValue }
    package var rule: Field.Rule { field.rule }
    package var form: Field.Form { field.form }
    package var testDescription: String { "\(type)" }
    package var isInPurchase: Bool { type > 1_700 }

    package var path: FieldPath {
        isInPurchase ? FieldPath.inPurchase(0, field.type) : FieldPath.receipt(field.type)
    }

    /// Returns whether the property is nil, which is possible only for an optional one.
    package func isNil(_ receipt: AppReceipt) -> Bool {
        guard rule != .required, let name = field.member?.description else { return false }
        var present = Members()
        guard isInPurchase else {
            receipt.writeMembers(to: &present)
            return !present.names.contains(name)
        }
        guard let purchase = receipt.purchases.first else { return false }
        purchase.writeMembers(to: &present)
        return !present.names.contains(name)
    }

    /// Collects the names of members that have a value.
    private struct Members: JSONSink {
        var names: Set<String> = []

        mutating func member(_ name: StaticString, _ value: String?) { add(name, value) }
        mutating func member(_ name: StaticString, _ value: Int?) { add(name, value) }
        mutating func member(_ name: StaticString, _ value: Bool?) { add(name, value) }
        mutating func member(_ name: StaticString, _ value: some JSONObject) { add(name, value) }
        mutating func list(_ name: StaticString, _ values: some Sequence<some JSONObject>) { add(name, values) }
        mutating func list(_ name: StaticString, _ texts: [String]) { add(name, texts) }
        mutating func object<Value: JSONObject>(
            _ name: StaticString, _ members: some Sequence<(name: String, value: Value?)>
        ) { add(name, members) }
        mutating func object(_ name: StaticString, texts: some Sequence<(name: String, value: String)>) {
            add(name, texts)
        }
        mutating func member(_ name: StaticString, json: ArraySlice<UInt8>) { add(name, json) }

        private mutating func add(_ name: StaticString, _ value: (some Any)?) {
            if value != nil { names.insert(name.description) }
        }
    }

    // MARK: Samples with every row of the field table, with a value of a usual form for each that they lack

    package static let samplePurchase = complete(SampleSet.purchase, InAppPurchase.table.fields)
    package static let sampleReceipt = complete(
        SampleSet.receipt.with(purchase: samplePurchase), AppReceipt.table.fields)

    private static func complete(_ sample: SampleSet, _ table: [Field]) -> SampleSet {
        let present = Set(sample.rows.map(\.type))
        return table.filter { $0.rule != .kept && !present.contains($0.type.rawValue) }.reduce(sample) {
            sample, field in
            sample.appending(SampleSet.Row(field.type.rawValue, usualValue(field.form)))
        }
    }

    private static func usualValue(_ form: Field.Form) -> [UInt8] {
        switch form {
        case .utf8: TLV.utf8("other")
        case .ia5: TLV.ia5("other")
        case .date: TLV.ia5("2020-01-01T00:00:00Z")
        case .integer: TLV.integer(1)
        default: [UInt8](repeating: 9, count: 20)
        }
    }

    // MARK: Building the damaged receipt

    /// Returns the sample receipt after `change` was applied to the SET that contains the attribute, with that SET and
    /// its offset.
    package func receipt(_ change: (SampleSet) -> SampleSet) -> (payload: [UInt8], set: SampleSet, offset: Int) {
        guard isInPurchase else {
            let set = change(Self.sampleReceipt)
            return (set.encoding, set, 0)
        }
        let set = change(Self.samplePurchase)
        let whole = Self.sampleReceipt.with(purchase: set)
        return (whole.encoding, set, whole.valueStart(whole.index(of: 17)))
    }

    /// True if the attribute must be present and not empty.
    package var isRequired: Bool { rule == .required }

    /// Receipts with one fault in this attribute, and the expected error. If Apple doesn't document the attribute, the
    /// receipt is still read, the error becomes a diagnostic, and the property is nil.
    package var refusals: [(payload: [UInt8], error: FormatError)] {
        (isRequired ? [missing] + empty : []) + malformed + repeated
    }

    private var missing: (payload: [UInt8], error: FormatError) {
        let (payload, set, offset) = receipt { $0.removing(type) }
        let place = isInPurchase ? offset + set.contentStart : 0
        return (payload, FormatError(.missingAttribute, path: path, offset: place))
    }

    private var empty: [(payload: [UInt8], error: FormatError)] {
        emptyText.map { [refusal($0, .emptyAttribute)] } ?? []
    }

    /// The encoding of an empty string, if the value is one.
    package var emptyText: [UInt8]? {
        switch form {
        case .utf8: TLV.utf8("")
        case .ia5, .date: TLV.ia5("")
        default: nil
        }
    }

    private var repeated: [(payload: [UInt8], error: FormatError)] {
        let original = isInPurchase ? Self.samplePurchase : Self.sampleReceipt
        let index = original.index(of: type)
        let equal = original.rows[index]
        let conflicting = SampleSet.Row(type, version: 3, equal.value + [0x00])
        let other = Self.usualValue(form)
        return [equal, conflicting, SampleSet.Row(type, other), SampleSet.Row(type, [])].flatMap { row in
            // Adjacent to it, and separate.
            [index + 1, original.rows.count].map { place in
                let (payload, set, offset) = receipt { $0.inserting(row, at: place) }
                return (payload, FormatError(.repeatedAttribute, path: path, offset: offset + set.start(place)))
            }
        }
    }

    /// Returns the receipt with another value, and its error, at this offset in the value.
    private func refusal(_ value: [UInt8], _ reason: FormatError.Reason, plus: Int = 0)
        -> (payload: [UInt8], error: FormatError)
    {
        let (payload, set, offset) = receipt { $0.replacing(type, value) }
        let place = offset + set.valueStart(set.index(of: type)) + plus
        return (payload, FormatError(reason, path: path, offset: place))
    }

    // MARK: Malformed values

    private var malformed: [(payload: [UInt8], error: FormatError)] {
        switch form {
        case .utf8:
            shapes(0x0C, Array("x".utf8), wrongTag: 0x16)
                + ([[0x61, 0xFF], [0x61, 0xC3, 0x28], [0x61, 0x0A, 0x62]] as [[UInt8]]).map {
                    refusal(TLV.element(0x0C, $0), .invalidString($0))
                } + [
                    // A BMPString, and one of odd length.
                    refusal([0x1E, 0x02, 0x00, 0x61], .unexpectedTag(expected: 0x0C, found: 0x1E)),
                    refusal([0x1E, 0x03, 0x00, 0x61, 0x00], .unexpectedTag(expected: 0x0C, found: 0x1E)),
                    refusal(TLV.utf8(Self.longText), .limitExceeded(.string, allowed: 1_024)),
                ]
        case .ia5:
            shapes(0x16, Array("x".utf8), wrongTag: 0x0C) + [
                refusal(TLV.element(0x16, [0x61, 0xC3, 0xA9]), .invalidString([0x61, 0xC3, 0xA9])),
                refusal(TLV.ia5(Self.longText), .limitExceeded(.string, allowed: 1_024)),
            ]
        case .date:
            shapes(0x16, Array("2024-03-01T12:00:00Z".utf8), wrongTag: 0x0C)
                + Self.badDates.map { refusal(TLV.ia5($0), .invalidDate(Array($0.utf8))) }
        case .integer:
            shapes(0x02, [1], wrongTag: 0x0A)
                + ([
                    [], [0, 1], [0xFF, 0x80], [0] + [UInt8](repeating: 0xFF, count: 8),
                    [1] + [UInt8](repeating: 0, count: 8), [0, 0x80] + [UInt8](repeating: 0, count: 7),
                ] as [[UInt8]]).map { refusal(TLV.element(0x02, $0), .invalidInteger) }
                + outOfRange.map { refusal(TLV.integer($0), .numberOutOfRange($0)) }
                + [refusal(TLV.utf8("1"), .unexpectedTag(expected: 0x02, found: 0x0C))]
        default:
            type == 4
                ? [refusal([], .emptyAttribute)]
                : [0, 1, 19, 21, 32].map {
                    refusal([UInt8](repeating: 0, count: $0), .wrongSize(expected: 20, found: $0))
                }
        }
    }

    private static let longText = String(repeating: "x", count: 1_025)

    private static let badDates = [
        "2024-02-30T12:00:00Z", "2024-05-01T24:00:00Z", "2024-05-01T12:00:60Z", "2024-05-01T12:00:00+99:99",
        "0000-05-01T12:00:00Z", "99999-05-01T12:00:00Z", "2024-05-01T12:00:00Zgarbage", " 2024-05-01T12:00:00Z",
        "٢٠٢٤-05-01T12:00:00Z", "2024-05-01t12:00:00z", "2007-12-31T23:59:59Z", "4002-01-01T00:00:00Z",
        "+2024-05-01T12:00:00Z", "2024-05-01T12:00:+5Z", "2024-05-01T 2:00:00Z",
    ]

    private var outOfRange: [Int64] {
        let large: [Int64] = [1 << 31, 1 << 32, 5_000_000_000, 1 << 53, 502_310_178_040_006_302, .max]
        return [-1, -128, .min]
            + (type == 1701
                ? [0] + large
                : [1713, 1719].contains(type)
                    ? [2, 255, 256] + large : [1707, 1720, 1722].contains(type) ? large : [])
    }

    private func shapes(_ tag: UInt8, _ content: [UInt8], wrongTag: UInt8) -> [(payload: [UInt8], error: FormatError)] {
        let good = TLV.element(tag, content)
        return [
            refusal(TLV.element(wrongTag, content), .unexpectedTag(expected: tag, found: wrongTag)),
            refusal(TLV.element(tag | 0x20, good), .unexpectedTag(expected: tag, found: tag | 0x20)),
            refusal([], .truncated(needed: 2, available: 0)), refusal([tag], .truncated(needed: 2, available: 1)),
            refusal(good.dropLast(), .truncated(needed: good.count, available: good.count - 1)),
            refusal(good + [0], .trailingBytes(1), plus: good.count),
            refusal(good + good, .trailingBytes(good.count), plus: good.count),
            refusal([tag, 0x81, UInt8(content.count)] + content, .invalidLength(.notMinimal)),
            refusal([tag, 0x80] + content + [0, 0], .invalidLength(.indefinite)),
            refusal(TLV.null, .unexpectedTag(expected: tag, found: 0x05)),
            refusal(TLV.octets(good), .unexpectedTag(expected: tag, found: 0x04)),
        ]
    }
}
