internal import ReceiptEssentials

/// What the sets of attributes of one receipt share.
final class AttributeContext {
    /// What the reader reads, once more, to make slices of, and how much of it is allowed.
    let bytes: ArraySlice<UInt8>
    let limits: ReceiptLimits
    var diagnostics: [FormatError] = []

    init(_ bytes: ArraySlice<UInt8>, _ limits: ReceiptLimits) { (self.bytes, self.limits) = (bytes, limits) }
}

/// What a set of attributes is read into: a receipt, or a purchase.
protocol AttributeOwner: FieldOwner {
    /// The number that sets of numbers begin with.
    static var firstNumber: Int64 { get }

    /// Reads what no row reads: the attribute that comes as often as it likes, and the bytes of others.
    mutating func readApart(_ fields: inout AttributeReader) throws(FormatError)
}

extension AttributeOwner {
    mutating func readApart(_ fields: inout AttributeReader) {}

    /// How a set of numbers counts them: from the first that the table may have.
    fileprivate static func index(_ type: AttributeType) -> Int64 { type.rawValue &- firstNumber }

    /// Checks that what must be there was `seen`. `offset` is where the set begins that lacks it.
    static func requireAll(_ seen: NumberSet, path: FieldPath, offset: Int) throws(FormatError) {
        guard let missing = table.firstMissing(seen) else { return }
        throw FormatError(.missingAttribute, path: path.inside(missing.type), offset: offset)
    }
}

/// Reads the attributes of a SET into the properties that the field table has for them.
struct AttributeReader: FieldVisitor, ~Escapable {
    var reader: DERReader
    let context: AttributeContext
    private(set) var attribute = RawAttribute(start: 0, type: .environment, version: 0, value: 0..<0)
    /// What is asked of its value.
    private var shape = Field.Shape()
    /// Whose attributes these are: errors and diagnostics carry the path of the attribute in it.
    private let path: FieldPath
    /// The numbers that were read.
    private(set) var seen = NumberSet()
    /// The undocumented numbers that were given up because they come twice.
    private var repeated = NumberSet()
    /// Whether nothing is put in the place of the attribute's value.
    private var isErasing = false

    @_lifetime(copy reader)
    init(_ reader: DERReader, _ context: AttributeContext, path: FieldPath) {
        self.reader = reader
        self.context = context
        self.path = path
    }

    /// Reads all attributes to the end of the element that the reader is in.
    mutating func readAll<Owner: AttributeOwner>(into owner: inout Owner) throws(FormatError) {
        while !reader.isAtEnd {
            attribute = try reader.attribute()
            let index = Owner.index(attribute.type)
            let isRepeated = seen.contains(index)
            // Given up already.
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

    /// Does without an undocumented attribute, whose value has a fault or comes twice. Of others the fault is the receipt's.
    private mutating func giveUp<Owner: AttributeOwner>(
        _ error: FormatError, isRepeated: Bool, of owner: inout Owner
    ) throws(FormatError) {
        let index = Owner.index(attribute.type)
        // What is over the whole receipt's budget is not this attribute's fault, and not a reason to do without it.
        if case .limitExceeded(.elements, _) = error.reason { throw located(error) }
        guard Owner.table.lenient.contains(index) else { throw located(error) }
        // Reading a value has not moved the reader, which stands behind the attribute. What was not there before has left nothing.
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

/// The values of attributes: each is the encoding of one ASN.1 value that fills the bytes exactly.
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

    /// The bytes as they stand there, without an ASN.1 value.
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
    /// The path of an attribute of the receipt, or of the purchase that this path names.
    func inside(_ type: AttributeType) -> FieldPath {
        if case .purchase(let place) = self { .inPurchase(place, type) } else { .receipt(type) }
    }
}
