/// A receipt or a purchase while its attributes are being read: what both do with an attribute before and after its value.
protocol FieldDraft {
    /// The number that stands for bit 0 of the masks.
    static var firstNumber: Int64 { get }
    /// Which numbers may come once.
    static var singleValued: UInt64 { get }
    /// Which numbers are given up, with a diagnostic, where others are an error.
    static var undocumented: UInt64 { get }

    /// One bit for each number that was read.
    var seen: UInt64 { get set }
    /// One bit for each undocumented number that was given up because it comes twice.
    var repeated: UInt64 { get set }
    var diagnostics: [FormatError] { get set }

    mutating func readValue(_ attribute: RawAttribute, _ reader: inout DERReader, _ source: Source) throws(FormatError)
    mutating func forget(_ type: AttributeType)
}

/// The bytes that a reader reads, once more, to make strings and slices of, and how much of them is allowed.
struct Source {
    let bytes: ArraySlice<UInt8>
    let limits: ReceiptLimits

    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
    }
}

extension FieldDraft {
    /// Reads one attribute, of the receipt or of the purchase that `owner` names. Errors and diagnostics carry its path.
    mutating func read(
        _ attribute: RawAttribute, _ reader: inout DERReader, _ source: Source, of owner: AttributePath
    ) throws(FormatError) {
        let index = attribute.type.rawValue &- Self.firstNumber
        let bit = index >= 0 && index < 64 ? UInt64(1) << UInt64(index) : 0
        let isRepeated = seen & bit != 0
        seen |= bit
        do throws(FormatError) {
            if isRepeated, Self.singleValued & bit != 0 {
                throw reader.fault(.repeatedAttribute, at: attribute.start)
            }
            try readValue(attribute, &reader, source)
        } catch {
            let located = error.path == .container ? error.at(owner.inside(attribute.type)) : error
            // What is over the whole receipt's budget is no fault of this attribute, and no reason to do without it.
            if case .limitExceeded(.elements, _) = error.reason { throw located }
            guard Self.undocumented & bit != 0 else { throw located }
            // Reading a value has not moved the reader, which stands behind the attribute.
            forget(attribute.type)
            if isRepeated {
                if repeated & bit != 0 { return }
                repeated |= bit
            }
            if diagnostics.count < AppReceipt.maximumDiagnostics { diagnostics.append(located) }
        }
    }

    /// The bits of those fields whose rule is one of `rules`.
    static func mask(_ fields: [Field], _ rules: Set<Field.Rule>) -> UInt64 {
        fields.reduce(0) { rules.contains($1.rule) ? $0 | 1 << UInt64($1.type.rawValue - firstNumber) : $0 }
    }
}

extension AttributePath {
    /// The path of an attribute of the receipt, or of the purchase that this path names.
    func inside(_ type: AttributeType) -> AttributePath {
        if case .purchase(let place) = self { .inPurchase(place, type) } else { .receipt(type) }
    }
}

/// A value that must not be empty.
func required<T>(_ value: T?, _ attribute: RawAttribute, _ reader: DERReader) throws(FormatError) -> T {
    guard let value else { throw reader.fault(.emptyAttribute, at: attribute.value.lowerBound) }
    return value
}

/// A value whose attribute must be there. `offset` is where the set begins that lacks it.
func present<T>(_ value: T?, _ path: AttributePath, offset: Int) throws(FormatError) -> T {
    guard let value else { throw FormatError(.missingAttribute, path: path, offset: offset) }
    return value
}
