/// A cursor over the bytes of one receipt that reads tag, length and value (X.690) and allocates nothing.
///
/// It knows DER, and of BER only what the envelope of Xcode's receipts needs: indefinite lengths, where the caller asks
/// for them with ``withinEnvelope(_:_:)``. All bounds arithmetic on receipts is in this file. Every other place receives
/// ranges that lie inside the bytes, and reads them through ``subscript(_:)``, which is checked again.
///
/// The budgets for elements and depth cover everything that is read, OCTET STRING contents included: where another reader takes
/// over, as for the content of a container, it starts with what was ``spent``.
package struct DERReader: ~Escapable {
    private let bytes: Span<UInt8>
    /// What is added to a position in ``bytes`` to get the offset that an error names.
    private let base: Int
    /// The first byte that was not read yet.
    package private(set) var position: Int
    /// The end of what is being read: of the innermost entered element, or of the input.
    package private(set) var end: Int
    private var elementsLeft: Int
    private var depthLeft: Int
    private let maximumElements: Int
    private let maximumDepth: Int
    /// With it, a length that points past the end is cut there and the first such place is kept, so that `inspect`
    /// can show what a truncated receipt still holds. Verification never asks for this.
    private let salvages: Bool
    private var truncation: (position: Int, needed: Int, available: Int)?

    @_lifetime(copy bytes)
    package init(
        _ bytes: Span<UInt8>, base: Int = 0, limits: ReceiptLimits, spent: Spent = Spent(), salvages: Bool = false
    ) {
        self.bytes = bytes
        self.base = base
        self.position = 0
        self.end = bytes.count
        self.elementsLeft = limits.maximumElements - min(spent.elements, limits.maximumElements)
        self.depthLeft = limits.maximumDepth - min(spent.depth, limits.maximumDepth)
        self.maximumElements = limits.maximumElements
        self.maximumDepth = limits.maximumDepth
        self.salvages = salvages
    }

    /// What was taken from the budgets of the receipt.
    package struct Spent: Sendable {
        package var elements: Int
        package var depth: Int

        package init(elements: Int = 0, depth: Int = 0) {
            self.elements = elements
            self.depth = depth
        }
    }

    /// The elements that were read so far, and the levels that are open now.
    package var spent: Spent { Spent(elements: maximumElements - elementsLeft, depth: maximumDepth - depthLeft) }

    /// The first place where a length was cut, in a reader that salvages.
    package var firstTruncation: FormatError? {
        truncation.map { fault(.truncated(needed: $0.needed, available: $0.available), at: $0.position) }
    }

    /// Whether the innermost entered element was read to its end.
    package var isAtEnd: Bool { position >= end }

    package subscript(_ index: Int) -> UInt8 { bytes[index] }

    /// The bytes of a range that this reader handed out.
    @_lifetime(copy self)
    func octets(_ range: Range<Int>) -> Span<UInt8> { bytes.extracting(range) }

    // MARK: Reading one element

    /// The next element's content. The reader stands behind it afterwards.
    package mutating func element(_ tag: DERTag) throws(FormatError) -> Range<Int> {
        let content = try content(tag, at: position, before: end)
        position = content.upperBound
        return content
    }

    /// Reads the OCTET STRINGs that are left in the element of the envelope, and appends their bytes: the pieces of a
    /// constructed one (X.690 section 8.7). There may be a million of them, of one byte each or none.
    package mutating func appendPieces(of frame: Frame, to joined: inout [UInt8]) throws(FormatError) {
        while !isAtEnd(of: frame) {
            for index in try element(.octetString) { joined.append(bytes[index]) }
        }
    }

    /// The content of the one element that fills `octets`, which this reader handed out before.
    @inline(__always)
    mutating func only(_ tag: DERTag, filling octets: Range<Int>) throws(FormatError) -> Range<Int> {
        let content = try content(tag, at: octets.lowerBound, before: octets.upperBound)
        if content.upperBound != octets.upperBound {
            throw fault(.trailingBytes(octets.upperBound - content.upperBound), at: content.upperBound)
        }
        return content
    }

    /// The next element whatever its tag, its contents not looked at: its tag and the range from its first byte to its last.
    package mutating func anyElement() throws(FormatError) -> (tag: DERTag, whole: Range<Int>) {
        let start = position
        let header = try header(at: start, before: end)
        position = header.content.upperBound
        return (DERTag(rawValue: header.tag), start..<position)
    }

    /// The tag of the next element, without reading it, or nil at the end.
    package var nextTag: DERTag? { position < end ? DERTag(rawValue: bytes[position]) : nil }

    /// INTEGER ::= two's complement, shortest form (X.690 section 8.3), here of at most eight bytes.
    package mutating func integer() throws(FormatError) -> Int64 {
        let start = position
        return try integer(of: try element(.integer), at: start)
    }

    /// The value of an INTEGER with this content.
    @inline(__always)
    func integer(of content: Range<Int>, at start: Int) throws(FormatError) -> Int64 {
        guard !content.isEmpty, content.count <= 8 else { throw fault(.invalidInteger, at: start) }
        let first = bytes[content.lowerBound]
        var value = Int64(Int8(bitPattern: first))
        if content.count > 1 {
            let second = bytes[content.lowerBound + 1]
            let isPadded = (first == 0x00 && second < 0x80) || (first == 0xFF && second >= 0x80)
            if isPadded { throw fault(.invalidInteger, at: start) }
            for index in (content.lowerBound + 1)..<content.upperBound { value = (value << 8) | Int64(bytes[index]) }
        }
        return value
    }

    /// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
    ///
    /// The three fields without entering and leaving. Any type that is not negative is kept; a version may be anything from 0
    /// to 2^31 - 1 (type 4 has version 2).
    @inline(__always)
    package mutating func attribute() throws(FormatError) -> RawAttribute {
        let start = position
        guard depthLeft > 0 else { throw tooDeep(at: start) }
        let sequence = try content(.sequence, at: start, before: end)
        let type = try content(.integer, at: sequence.lowerBound, before: sequence.upperBound)
        let typeNumber = try number(of: type, at: sequence.lowerBound, in: 0...Int64.max)
        let version = try content(.integer, at: type.upperBound, before: sequence.upperBound)
        let versionNumber = try number(of: version, at: type.upperBound, in: 0...Int64(Int32.max))
        let value = try content(.octetString, at: version.upperBound, before: sequence.upperBound)
        guard value.upperBound == sequence.upperBound else {
            throw fault(.trailingBytes(sequence.upperBound - value.upperBound), at: value.upperBound)
        }
        position = sequence.upperBound
        return RawAttribute(
            start: start, type: AttributeType(rawValue: typeNumber), version: Int(versionNumber), value: value)
    }

    @inline(__always)
    func number(of content: Range<Int>, at start: Int, in range: ClosedRange<Int64>) throws(FormatError)
        -> Int64
    {
        let number = try integer(of: content, at: start)
        guard range.contains(number) else { throw fault(.numberOutOfRange(number), at: start) }
        return number
    }

    // MARK: Going into an element and out again

    /// How the element of the envelope that is being read ends: see ``isAtEnd(of:)``.
    package struct Frame {
        fileprivate let isIndefinite: Bool
    }

    /// Reads the next element, of definite length. `read` reads what is inside, to the last byte: what it leaves is an error.
    package mutating func within<T>(
        _ tag: DERTag, _ read: (inout DERReader) throws(FormatError) -> T
    ) throws(FormatError) -> T {
        let start = position
        return try within(contents: try content(tag, at: start, before: end), at: start, read)
    }

    /// Reads the next element, of the envelope, whose length may be indefinite (X.690 section 8.1.3.6), to its end.
    package mutating func withinEnvelope<T>(
        _ tag: DERTag, _ read: (inout DERReader, Frame) throws(FormatError) -> T
    ) throws(FormatError) -> T {
        guard end - position >= 2, bytes[position] == tag.rawValue, bytes[position + 1] == 0x80, tag.isConstructed
        else {
            let frame = Frame(isIndefinite: false)
            return try within(tag) { (reader) throws(FormatError) in try read(&reader, frame) }
        }
        guard elementsLeft > 0 else { throw tooMany(at: position) }
        elementsLeft -= 1
        try goDeeper(at: position)
        position += 2
        let value = try read(&self, Frame(isIndefinite: true))
        guard end - position >= 2 else {
            throw fault(.truncated(needed: 2, available: end - position), at: position)
        }
        guard bytes[position] == 0, bytes[position + 1] == 0 else {
            throw unexpectedTag(expected: .endOfContents, at: position)
        }
        position += 2
        depthLeft += 1
        return value
    }

    /// Reads the children of the next element until `find` makes something of one, and abandons the rest: nothing can be read
    /// with this reader afterwards.
    package consuming func first<T>(
        within tag: DERTag, _ find: (inout DERReader) throws(FormatError) -> T?
    ) throws(FormatError) -> T? {
        let start = position
        let content = try content(tag, at: start, before: end)
        try goDeeper(at: start)
        position = content.lowerBound
        end = content.upperBound
        while !isAtEnd {
            if let found = try find(&self) { return found }
        }
        return nil
    }

    /// Reads these contents of an element, an OCTET STRING's for instance, to the last byte.
    package mutating func within<T>(
        contents: Range<Int>, at start: Int? = nil, _ read: (inout DERReader) throws(FormatError) -> T
    ) throws(FormatError) -> T {
        try goDeeper(at: start ?? contents.lowerBound)
        let outerEnd = end
        position = contents.lowerBound
        end = contents.upperBound
        let value = try read(&self)
        if position != end { throw fault(.trailingBytes(end - position), at: position) }
        end = outerEnd
        depthLeft += 1
        return value
    }

    /// Whether the element of the envelope that is being read has no further child.
    package func isAtEnd(of frame: Frame) -> Bool {
        if frame.isIndefinite { return end - position >= 2 && bytes[position] == 0 && bytes[position + 1] == 0 }
        return isAtEnd
    }

    package func finish() throws(FormatError) {
        if position != end { throw fault(.trailingBytes(end - position), at: position) }
    }

    /// Reads the next element and everything inside it, and keeps nothing: for parts that the receipt's format allows
    /// and that nothing here uses. Recursion ends at the depth budget.
    package mutating func skipTree() throws(FormatError) {
        let start = position
        let header = try header(at: start, before: end)
        guard DERTag(rawValue: header.tag).isConstructed else {
            position = header.content.upperBound
            return
        }
        try within(contents: header.content, at: start) { (reader) throws(FormatError) in
            while !reader.isAtEnd { try reader.skipTree() }
        }
    }

    // MARK: Tag and length

    /// The content of the element at `start`, which must have this tag.
    @inline(__always)
    private mutating func content(_ tag: DERTag, at start: Int, before end: Int) throws(FormatError) -> Range<Int> {
        let header = try header(at: start, before: end)
        guard header.tag == tag.rawValue else { throw unexpectedTag(expected: tag, at: start) }
        return header.content
    }

    /// True if the tag has one byte, and isn't that of end-of-contents.
    private static func isAllowed(_ tag: UInt8) -> Bool { tag & 0x1F != 0x1F && tag & 0xDF != 0 }

    /// Reads tag and length of the element at `start`, and checks that its contents end before `end`.
    @inline(__always)
    private mutating func header(at start: Int, before end: Int) throws(FormatError) -> (
        tag: UInt8, content: Range<Int>
    ) {
        let available = end - start
        guard available >= 2 else { throw fault(.truncated(needed: 2, available: available), at: start) }
        let tag = bytes[start]
        let first = bytes[start + 1]
        guard elementsLeft > 0 else { throw tooMany(at: start) }
        guard Self.isAllowed(tag) else { throw fault(.invalidTag(tag), at: start) }
        elementsLeft -= 1
        let length = Int(first)
        if first < 0x80, length <= available - 2 {
            return (tag, (start + 2)..<(start + 2 + length))
        }
        return (tag, try longContent(first: first, at: start, before: end))
    }

    /// The length forms of more than one byte (X.690 section 8.1.3.5), of which DER allows only the shortest.
    @inline(never)
    private mutating func longContent(
        first: UInt8, at start: Int, before end: Int
    ) throws(FormatError) -> Range<Int> {
        let octets = first < 0x80 ? 0 : Int(first & 0x7F)
        guard first != 0x80 else { throw fault(.invalidLength(.indefinite), at: start) }
        guard octets <= 4 else { throw fault(.invalidLength(.tooLarge), at: start) }
        guard end - start >= 2 + octets else {
            throw fault(.truncated(needed: 2 + octets, available: end - start), at: start)
        }
        var length: UInt64 = octets == 0 ? UInt64(first) : 0
        for index in 0..<octets { length = (length << 8) | UInt64(bytes[start + 2 + index]) }
        if octets > 0, length < 0x80 || (octets > 1 && length >> (8 * UInt64(octets - 1)) == 0) {
            throw fault(.invalidLength(.notMinimal), at: start)
        }
        let content = start + 2 + octets
        if length <= UInt64(end - content) { return content..<(content + Int(length)) }
        // Clamped, for what is announced may be beyond what Int holds where it has 32 bits.
        let needed = Int(clamping: length + UInt64(2 + octets))
        guard salvages else { throw fault(.truncated(needed: needed, available: end - start), at: start) }
        truncation = truncation ?? (start, needed, end - start)
        return content..<end
    }

    private mutating func goDeeper(at start: Int) throws(FormatError) {
        guard depthLeft > 0 else { throw tooDeep(at: start) }
        depthLeft -= 1
    }

    // MARK: Errors

    @inline(never)
    package func fault(_ reason: FormatError.Reason, at position: Int) -> FormatError {
        FormatError(reason, offset: base + position)
    }

    @inline(never)
    private func tooDeep(at start: Int) -> FormatError {
        fault(.limitExceeded(.depth, allowed: maximumDepth), at: start)
    }

    @inline(never)
    private func tooMany(at start: Int) -> FormatError {
        fault(.limitExceeded(.elements, allowed: maximumElements), at: start)
    }

    @inline(never)
    private func unexpectedTag(expected: DERTag, at start: Int) -> FormatError {
        fault(.unexpectedTag(expected: expected.rawValue, found: bytes[start]), at: start)
    }
}

/// An attribute as positions in the bytes that a ``DERReader`` reads.
package struct RawAttribute {
    /// Where its SEQUENCE begins.
    package let start: Int
    package let type: AttributeType
    package let version: Int
    /// The bytes of the value's OCTET STRING.
    package let value: Range<Int>
}
