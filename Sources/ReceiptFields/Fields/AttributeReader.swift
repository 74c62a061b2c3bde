internal import ReceiptEssentials

/// The state that all sets of attributes in one receipt share.
final class AttributeContext {
    /// The bytes being read, from which slices are made.
    let bytes: ArraySlice<UInt8>
    let limits: ReceiptLimits
    var diagnostics: [FormatError] = []

    init(_ bytes: ArraySlice<UInt8>, _ limits: ReceiptLimits) { (self.bytes, self.limits) = (bytes, limits) }
}

/// A type into which a set of attributes is decoded: a receipt or a purchase.
protocol AttributeOwner: FieldOwner {
    /// The attribute number that corresponds to index 0 of a ``NumberSet``.
    static var firstNumber: Int64 { get }

    /// Reads the attributes that no row of the table reads: the one that may be repeated, and those of which only the bytes are kept.
    mutating func readApart(_ fields: inout AttributeReader) throws(FormatError)
}

extension AttributeOwner {
    mutating func readApart(_ fields: inout AttributeReader) {}

    /// The attribute's index in a ``NumberSet``, relative to the table's first number.
    fileprivate static func index(_ type: AttributeType) -> Int64 { type.rawValue &- firstNumber }

    /// Throws if a required attribute isn't in `seen`. `offset` is the start of the set that lacks it.
    static func requireAll(_ seen: NumberSet, path: FieldPath, offset: Int) throws(FormatError) {
        guard let missing = table.firstMissing(seen) else { return }
        throw FormatError(.missingAttribute, path: path.inside(missing.type), offset: offset)
    }
}

/// Decodes the attributes of a SET into the properties of their rows in the field table.
struct AttributeReader: FieldVisitor, ~Escapable {
    var reader: DERReader
    let context: AttributeContext
    private(set) var attribute = RawAttribute(start: 0, type: .environment, version: 0, value: 0..<0)
    /// The form and range that its value must have.
    private var shape = Field.Shape()
    /// The path of the receipt or purchase. Errors and diagnostics carry the path of the attribute in it.
    private let path: FieldPath
    /// The attribute numbers that were read.
    private(set) var seen = NumberSet()
    /// The undocumented attribute numbers whose values were dropped because they are repeated.
    private var repeated = NumberSet()
    /// True while the row's property is reset instead of read.
    private var isErasing = false

    @_lifetime(copy reader)
    init(_ reader: DERReader, _ context: AttributeContext, path: FieldPath) {
        self.reader = reader
        self.context = context
        self.path = path
    }

    /// Reads all attributes to the end of the current element.
    mutating func readAll<Owner: AttributeOwner>(into owner: inout Owner) throws(FormatError) {
        while !reader.isAtEnd {
            attribute = try reader.attribute()
            let index = Owner.index(attribute.type)
            let isRepeated = seen.contains(index)
            // This attribute was already dropped.
            if isRepeated, repeated.contains(index) { continue }
            seen.insert(index)
            do throws(FormatError) {
                if isRepeated, Owner.table.singleValued.contains(index) {
                    throw reader.fault(.repeatedAttribute, at: attribute.start)
                }
                try owner.readApart(&self)
                try owner.eachField(&self)
            } catch {
                try giveUp(error, isRepeated: isRepeated, of: &owner)
            }
        }
    }

    @inline(__always)
    mutating func row<Value: FieldValue>(_ field: Field, _ value: inout Value) throws(FormatError) {
        guard field.type == attribute.type else { return }
        if isErasing {
            value = Value.absent ?? value
            return
        }
        shape = field.shape
        guard let read = try Value.read(&self) else {
            throw reader.fault(.emptyAttribute, at: attribute.value.lowerBound)
        }
        value = read
    }

    /// Drops an undocumented attribute that is malformed or repeated, and adds a diagnostic. For a documented attribute, it throws the
    /// error.
    private mutating func giveUp<Owner: AttributeOwner>(
        _ error: FormatError, isRepeated: Bool, of owner: inout Owner
    ) throws(FormatError) {
        let index = Owner.index(attribute.type)
        // A limit on the whole receipt was exceeded. That isn't the fault of this attribute, so dropping it is no solution.
        if case .limitExceeded(.elements, _) = error.reason { throw located(error) }
        guard Owner.table.lenient.contains(index) else { throw located(error) }
        // The reader is already after the attribute, because reading a value doesn't move it. A first value that failed was never stored;
        // only a repeated one must be removed.
        if isRepeated {
            isErasing = true
            try owner.eachField(&self)
            isErasing = false
            repeated.insert(index)
        }
        context.diagnostics.add([located(error)])
    }

    private func located(_ error: FormatError) -> FormatError {
        error.path == .container ? error.at(path.inside(attribute.type)) : error
    }
}

/// Reads the values of attributes. Each value is the encoding of one ASN.1 value that fills the bytes exactly.
extension AttributeReader: FieldSource {
    static var isAttribute: Bool { true }

    mutating func text() throws(FormatError) -> String? {
        let tag = shape.form == .ia5 ? DERTag.ia5String : .utf8String
        return try reader.string(attribute.value, tag, atMost: context.limits.maximumStringLength)
    }

    mutating func date() throws(FormatError) -> Date? { try reader.date(attribute.value) }

    mutating func flag() throws(FormatError) -> Bool? { try reader.number(attribute.value, in: 0...1) == 1 }

    mutating func wide() throws(FormatError) -> Int64? { try reader.unsigned(attribute.value) }

    mutating func small() throws(FormatError) -> Int? { try reader.number(attribute.value, in: shape.range) }

    /// Returns the raw bytes, which aren't an ASN.1 value.
    mutating func bytes() throws(FormatError) -> ArraySlice<UInt8>? {
        let value = attribute.value
        guard shape.range.contains(Int32(clamping: value.count)) else {
            let reason = FormatError.Reason.wrongSize(expected: Int(shape.range.lowerBound), found: value.count)
            throw reader.fault(reason, at: value.lowerBound)
        }
        return value.isEmpty ? nil : context.bytes.part(value)
    }
}

extension FieldPath {
    /// Returns the path of an attribute of the receipt, or of the purchase that this path names.
    func inside(_ type: AttributeType) -> FieldPath {
        if case .purchase(let place) = self { .inPurchase(place, type) } else { .receipt(type) }
    }
}
