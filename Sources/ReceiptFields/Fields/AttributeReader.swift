internal import ReceiptEssentials

/// What goes from one set of attributes to the next. There is one of each in a receipt, and it is moved and not copied: a list of every
/// purchase would be allocated, grown and copied again, and a copy of the bytes be counted.
struct FieldMemory {
    /// What the reader reads, once more, to make slices of, and how much of it is allowed.
    let bytes: ArraySlice<UInt8>
    let limits: ReceiptLimits
    var diagnostics: [FormatError] = []
}

/// What a set of attributes is read into: a receipt, or a purchase.
protocol AttributeOwner: FieldOwner {
    /// The number that sets of numbers begin with.
    static var firstNumber: Int64 { get }

    /// Reads the attribute that comes as often as it likes, before rows are asked for any other.
    mutating func readRepeating(_ fields: inout AttributeReader) throws(FormatError)
}

extension AttributeOwner {
    @inline(__always)
    mutating func readRepeating(_ fields: inout AttributeReader) {}

    /// How a set of numbers counts them: from the first that the table may have.
    @inline(__always)
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
    var memory: FieldMemory
    /// The attribute that is being read.
    private(set) var attribute = RawAttribute(start: 0, type: .environment, version: 0, value: 0..<0)
    /// Whose attributes these are: errors and diagnostics carry the path of the attribute in it.
    private let path: FieldPath
    /// The numbers that were read.
    private(set) var seen = NumberSet()
    /// The undocumented numbers that were given up because they come twice.
    private var repeated = NumberSet()

    @_lifetime(copy reader)
    init(_ reader: DERReader, _ memory: consuming FieldMemory, path: FieldPath) {
        self.reader = reader
        self.memory = memory
        self.path = path
    }

    /// Reads all attributes to the end of the element that the reader is in.
    @inline(__always)
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
                try owner.readRepeating(&self)
                try owner.eachField(&self)
            } catch {
                try giveUp(error, isRepeated: isRepeated, of: &owner)
            }
        }
    }

    @inline(__always)
    mutating func row<Value: FieldValue>(_ field: Field, _ value: inout Value) throws(FormatError) {
        guard field.type == attribute.type else { return }
        guard let read = try Value.read(field.shape, &self) else {
            throw reader.fault(.emptyAttribute, at: attribute.value.lowerBound)
        }
        value = read
    }

    /// Does without an undocumented attribute, whose value has a fault or comes twice. Of others the fault is the receipt's.
    @inline(never)
    private mutating func giveUp<Owner: AttributeOwner>(
        _ error: FormatError, isRepeated: Bool, of owner: inout Owner
    ) throws(FormatError) {
        let index = Owner.index(attribute.type)
        // What is over the whole receipt's budget is not this attribute's fault, and not a reason to do without it.
        if case .limitExceeded(.elements, _) = error.reason { throw located(error) }
        guard Owner.table.lenient.contains(index) else { throw located(error) }
        // Reading a value has not moved the reader, which stands behind the attribute. What was not there before has left nothing.
        if isRepeated {
            var eraser = FieldEraser(type: attribute.type)
            owner.eachField(&eraser)
            repeated.insert(index)
        }
        if memory.diagnostics.count < AppReceipt.maximumDiagnostics { memory.diagnostics.append(located(error)) }
    }

    private func located(_ error: FormatError) -> FormatError {
        error.path == .container ? error.at(path.inside(attribute.type)) : error
    }
}

/// Puts nothing in the place of a field.
private struct FieldEraser: FieldVisitor {
    let type: AttributeType

    mutating func row<Value: FieldValue>(_ field: Field, _ value: inout Value) {
        if field.type == type, let absent = Value.absent { value = absent }
    }
}

/// The values of attributes: each is the encoding of one ASN.1 value that fills the bytes exactly.
extension AttributeReader: FieldSource {
    static var isAttribute: Bool { true }

    @inline(__always)
    mutating func text(_ shape: Field.Shape) throws(FormatError) -> String? {
        let tag = shape.form == .ia5 ? DERTag.ia5String : .utf8String
        return try reader.string(attribute.value, tag, atMost: memory.limits.maximumStringLength)
    }

    @inline(__always)
    mutating func date() throws(FormatError) -> Date? { try reader.date(attribute.value) }

    @inline(__always)
    mutating func flag(_ shape: Field.Shape) throws(FormatError) -> Bool? {
        try reader.number(attribute.value, in: 0...1) == 1
    }

    @inline(__always)
    mutating func wide(_ shape: Field.Shape) throws(FormatError) -> Int64? { try reader.unsigned(attribute.value) }

    @inline(__always)
    mutating func small(_ shape: Field.Shape) throws(FormatError) -> Int? {
        try reader.number(attribute.value, in: shape.range)
    }

    /// The bytes as they stand there, without an ASN.1 value.
    @inline(__always)
    mutating func octets(_ shape: Field.Shape) throws(FormatError) -> ArraySlice<UInt8>? {
        let value = attribute.value
        guard shape.range.contains(Int32(clamping: value.count)) else {
            let reason = FormatError.Reason.wrongSize(expected: Int(shape.range.lowerBound), found: value.count)
            throw reader.fault(reason, at: value.lowerBound)
        }
        return value.isEmpty ? nil : memory.bytes.part(value)
    }
}

extension FieldPath {
    /// The path of an attribute of the receipt, or of the purchase that this path names.
    func inside(_ type: AttributeType) -> FieldPath {
        if case .purchase(let place) = self { .inPurchase(place, type) } else { .receipt(type) }
    }
}
