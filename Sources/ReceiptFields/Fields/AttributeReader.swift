internal import ReceiptEssentials

/// The bytes being read, from which slices are made, and the limits. All sets of attributes in one receipt share it.
final class AttributeContext: Sendable {
    let bytes: ArraySlice<UInt8>
    let limits: ReceiptLimits

    init(_ bytes: ArraySlice<UInt8>, _ limits: ReceiptLimits) { (self.bytes, self.limits) = (bytes, limits) }
}

/// The parts of a receipt that no row reads.
struct ReceiptParts {
    /// The value of attribute 2, with its ASN.1 header.
    var bundleIdentifier: ArraySlice<UInt8> = []
    var purchases: [InAppPurchase] = []
    /// The diagnostics of the purchases.
    var diagnostics: [FormatError] = []
    /// The storage for one purchase's attributes, which the next purchase reuses.
    var room: [Range<Int>] = []
}

/// A type into which a set of attributes is decoded: a receipt or a purchase.
protocol AttributeOwner: FieldOwner {
    /// The parts that no row reads.
    associatedtype Parts

    /// The attribute number that corresponds to index 0 of a ``NumberSet``.
    static var firstNumber: Int64 { get }

    /// Checks an attribute before its row reads it, and reads the attribute that may be repeated.
    static func readApart(
        _ attribute: RawAttribute, _ fields: inout AttributeReader<Self>, _ parts: inout Parts
    ) throws(FormatError)
}

extension AttributeOwner {
    static func readApart(_ attribute: RawAttribute, _ fields: inout AttributeReader<Self>, _ parts: inout Parts) {}
}

/// Decodes the attributes of a SET into the properties of their rows in the field table. It first finds all attributes, and then reads
/// their values row by row.
struct AttributeReader<Owner: AttributeOwner>: FieldVisitor, ~Escapable {
    var reader: DERReader
    let context: AttributeContext
    /// The path of the receipt or purchase. Errors and diagnostics carry the path of the attribute in it.
    private let path: FieldPath
    /// The value of the current row's attribute, and the form and range that it must have.
    private var value = 0..<0
    private var shape = Field.Shape()
    /// The values of the attributes by their index in a ``NumberSet``.
    private(set) var values: [Range<Int>]
    /// The attribute numbers that were found, and those with a value to read.
    private var seen = NumberSet()
    private var present = NumberSet()
    /// The undocumented attribute numbers whose values were dropped because they are repeated.
    private var repeated = NumberSet()
    /// The first error in the file.
    private var fault: FormatError?
    /// The first required attribute that is missing. Strings and dates are reported before bytes.
    private var missing: Field?
    private(set) var diagnostics: [FormatError] = []

    /// - Parameter room: storage that a reader of the same type has used before.
    @_lifetime(copy reader)
    init(_ reader: DERReader, _ context: AttributeContext, path: FieldPath, room: consuming [Range<Int>] = []) {
        self.reader = reader
        self.context = context
        self.path = path
        values = room.isEmpty ? Array(repeating: 0..<0, count: Owner.table.numbers) : room
    }

    /// Decodes all attributes up to the end of the current element, and throws the first error in the file.
    mutating func read(_ parts: inout Owner.Parts) throws(FormatError) -> Owner {
        do throws(FormatError) {
            while !reader.isAtEnd { try add(try reader.attribute(), &parts) }
        } catch { reject(error) }
        let owner = Owner(&self, nil)
        if let fault { throw fault }
        if diagnostics.count > 1 { diagnostics.sort { $0.offset < $1.offset } }
        return owner
    }

    /// Returns the error for a required attribute that is missing. `offset` is the start of the set.
    func missing(offset: Int) -> FormatError? {
        missing.map { FormatError(.missingAttribute, path: path.inside($0.type), offset: offset) }
    }

    @inline(__always)
    private mutating func add(_ attribute: RawAttribute, _ parts: inout Owner.Parts) throws(FormatError) {
        let index = attribute.type.rawValue &- Owner.firstNumber
        let isRepeated = seen.contains(index)
        // This attribute was already dropped.
        if isRepeated, repeated.contains(index) { return }
        seen.insert(index)
        do throws(FormatError) {
            if isRepeated, Owner.table.singleValued.contains(index) {
                throw reader.fault(.repeatedAttribute, at: attribute.start)
            }
            try Owner.readApart(attribute, &self, &parts)
        } catch {
            let error = located(error, attribute.type)
            guard !isOfBudget(error), Owner.table.lenient.contains(index) else { throw error }
            diagnostics.append(error)
            if isRepeated { repeated.insert(index) }
            return
        }
        guard values.indices.contains(Int(clamping: index)) else { return }
        present.insert(index)
        values[Int(clamping: index)] = attribute.value
    }

    @inline(__always)
    mutating func visit<Value: FieldValue>(_ field: Field, _: @autoclosure () -> Value?) -> Value? {
        let index = field.type.rawValue &- Owner.firstNumber
        guard present.contains(index) else {
            if field.rule == .required, !seen.contains(index) { lack(field) }
            return nil
        }
        value = values[Int(clamping: index)]
        shape = field.shape
        do throws(FormatError) {
            let read = try Value.read(&self)
            if read == nil, field.rule == .required { throw reader.fault(.emptyAttribute, at: value.lowerBound) }
            return repeated.contains(index) ? nil : read
        } catch {
            giveUp(error, field)
            return nil
        }
    }

    private mutating func lack(_ field: Field) {
        if missing == nil || missing?.form == .octets && field.form != .octets { missing = field }
    }

    /// Drops an undocumented attribute that is malformed, and adds a diagnostic. For a documented attribute, keeps the error.
    private mutating func giveUp(_ error: FormatError, _ field: Field) {
        let error = located(error, field.type)
        if field.rule == .lenient, !isOfBudget(error) { return diagnostics.append(error) }
        reject(error)
    }

    /// Keeps the first error in the file. If the element budget is exceeded, this error takes precedence over others, because no value can
    /// be read after it.
    private mutating func reject(_ error: FormatError) {
        if let fault, isOfBudget(fault) || !isOfBudget(error) && error.offset >= fault.offset { return }
        fault = error
    }

    /// True if the error is that the receipt as a whole exceeds a limit. Exceeding that limit isn't the fault of one attribute, so dropping
    /// the attribute wouldn't help.
    private func isOfBudget(_ error: FormatError) -> Bool {
        if case .limitExceeded(.elements, _) = error.reason { true } else { false }
    }

    private func located(_ error: FormatError, _ type: AttributeType) -> FormatError {
        error.path == .container ? error.at(path.inside(type)) : error
    }
}

/// Reads the values of attributes. Each value is the encoding of one ASN.1 value that fills the bytes exactly.
extension AttributeReader: FieldSource {
    static var isAttribute: Bool { true }

    mutating func text() throws(FormatError) -> String? {
        let tag = shape.form == .ia5 ? DERTag.ia5String : .utf8String
        return try reader.string(value, tag, atMost: context.limits.maximumStringLength)
    }

    mutating func date() throws(FormatError) -> Date? { try reader.date(value) }

    mutating func flag() throws(FormatError) -> Bool? { try reader.number(value, in: 0...1) == 1 }

    mutating func wide() throws(FormatError) -> Int64? { try reader.unsigned(value) }

    mutating func small() throws(FormatError) -> Int? { try reader.number(value, in: shape.range) }

    /// Returns the raw bytes, which aren't an ASN.1 value.
    mutating func bytes() throws(FormatError) -> ArraySlice<UInt8>? {
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
