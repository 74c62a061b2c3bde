/// A cursor over the bytes of one receipt that reads tags, lengths and values (X.690) and allocates nothing.
///
/// It supports DER and, from BER, only the indefinite lengths that the envelope of Xcode's receipts needs. Callers enable these lengths
/// with ``withinEnvelope(_:_:)``. All bounds arithmetic on receipts is in this file. Other code receives ranges inside the bytes, and reads
/// them through ``subscript(_:)``, which checks them again.
///
/// The limits on elements and depth cover everything that is read, including the contents of OCTET STRINGs. If another reader takes over,
/// for instance for the content of a container, it starts with the amounts ``spent``.
package struct DERReader: ~Escapable {
    private let bytes: Span<UInt8>
    /// The number to add to a position in ``bytes`` to get the offset in an error.
    private let base: Int
    /// The position of the first unread byte.
    package private(set) var position: Int
    /// The end of the innermost element that was entered, or of the input.
    package private(set) var end: Int
    private var elementsLeft: Int
    private var depthLeft: Int
    private let maximumElements: Int
    private let maximumDepth: Int
    /// True to truncate a length that points past the end and to record the first such place, so that `inspect` can show the remains of a
    /// truncated receipt. Verification never uses this.
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

    /// The amounts already used of a receipt's limits.
    package struct Spent: Sendable {
        package var elements: Int
        package var depth: Int

        package init(elements: Int = 0, depth: Int = 0) {
            self.elements = elements
            self.depth = depth
        }
    }

    /// The number of elements read so far, and the number of levels open now.
    package var spent: Spent { Spent(elements: maximumElements - elementsLeft, depth: maximumDepth - depthLeft) }

    /// The error for the first length that was truncated, if this reader shows truncated receipts.
    package var firstTruncation: FormatError? {
        truncation.map { fault(.truncated(needed: $0.needed, available: $0.available), at: $0.position) }
    }

    /// True if the innermost entered element was read to its end.
    package var isAtEnd: Bool { position >= end }

    package subscript(_ index: Int) -> UInt8 { bytes[index] }

    /// Returns the bytes of a range that this reader returned.
    @_lifetime(copy self)
    func octets(_ range: Range<Int>) -> Span<UInt8> { bytes.extracting(range) }

    // MARK: Reading one element

    /// Reads the next element, and returns the range of its content.
    package mutating func element(_ tag: DERTag) throws(FormatError) -> Range<Int> {
        let content = try content(tag, at: position, before: end)
        position = content.upperBound
        return content
    }

    /// Reads the remaining OCTET STRINGs in an element of the envelope, the pieces of a constructed one (X.690 section 8.7), and appends
    /// their bytes. There may be a million pieces, of one byte each or empty.
    package mutating func appendPieces(of frame: Frame, to joined: inout [UInt8]) throws(FormatError) {
        while !isAtEnd(of: frame) {
            for index in try element(.octetString) { joined.append(bytes[index]) }
        }
    }

    /// Returns the content of the only element in `octets`, a range that this reader returned before.
    @inline(__always)
    mutating func only(_ tag: DERTag, filling octets: Range<Int>) throws(FormatError) -> Range<Int> {
        let content = try content(tag, at: octets.lowerBound, before: octets.upperBound)
        if content.upperBound != octets.upperBound {
            throw fault(.trailingBytes(octets.upperBound - content.upperBound), at: content.upperBound)
        }
        return content
    }

    /// Reads the next element of any type without examining its content. Returns its tag and its range including the header.
    package mutating func anyElement() throws(FormatError) -> (tag: DERTag, whole: Range<Int>) {
        let start = position
        let header = try header(at: start, before: end)
        position = header.content.upperBound
        return (DERTag(rawValue: header.tag), start..<position)
    }

    /// The tag of the next element, which isn't read. Nil at the end.
    package var nextTag: DERTag? { position < end ? DERTag(rawValue: bytes[position]) : nil }

    /// Reads an INTEGER of at most eight bytes, in two's complement and the shortest form (X.690 section 8.3).
    package mutating func integer() throws(FormatError) -> Int64 {
        let start = position
        return try integer(of: try element(.integer), at: start)
    }

    /// Returns the value of an INTEGER with this content.
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

    /// Reads an attribute:
    ///
    /// ReceiptAttribute ::= SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
    ///
    /// The three fields are read without entering the SEQUENCE. Any type that isn't negative is accepted; a version may be anything from 0
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

    // MARK: Entering and leaving elements

    /// The way in which the current element of the envelope ends. See ``isAtEnd(of:)``.
    package struct Frame {
        fileprivate let isIndefinite: Bool
    }

    /// Reads the next element, of definite length. `read` must read its content to the last byte; anything left is an error.
    package mutating func within<T>(
        _ tag: DERTag, _ read: (inout DERReader) throws(FormatError) -> T
    ) throws(FormatError) -> T {
        let start = position
        return try within(contents: try content(tag, at: start, before: end), at: start, read)
    }

    /// Reads the next element of the envelope to its end. Its length may be indefinite (X.690 section 8.1.3.6).
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

    /// Reads the children of the next element until `find` returns a value for one. The rest is abandoned, and the reader can't be used
    /// afterwards.
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

    /// Reads the content of an element, such as an OCTET STRING, to the last byte.
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

    /// Returns true if the current element of the envelope has no further child.
    package func isAtEnd(of frame: Frame) -> Bool {
        if frame.isIndefinite { return end - position >= 2 && bytes[position] == 0 && bytes[position + 1] == 0 }
        return isAtEnd
    }

    package func finish() throws(FormatError) {
        if position != end { throw fault(.trailingBytes(end - position), at: position) }
    }

    /// Reads the next element and everything inside it, and discards it. This is for parts that the format of receipts allows and that this
    /// library doesn't use. Recursion ends at the depth limit.
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

    /// Returns the content of the element at `start`, which must have this tag.
    @inline(__always)
    private mutating func content(_ tag: DERTag, at start: Int, before end: Int) throws(FormatError) -> Range<Int> {
        let header = try header(at: start, before: end)
        guard header.tag == tag.rawValue else { throw unexpectedTag(expected: tag, at: start) }
        return header.content
    }

    /// Returns true if the tag has one byte, and isn't end-of-contents.
    private static func isAllowed(_ tag: UInt8) -> Bool { tag & 0x1F != 0x1F && tag & 0xDF != 0 }

    /// Reads the tag and length of the element at `start`, and checks that its content ends before `end`.
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

    /// Reads a length of more than one byte (X.690 section 8.1.3.5). DER allows only the shortest form.
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
        // Clamped, because the stated length may exceed `Int` on 32-bit platforms.
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

/// An attribute, as positions in the bytes that a ``DERReader`` reads.
package struct RawAttribute {
    /// The start of its SEQUENCE.
    package let start: Int
    package let type: AttributeType
    package let version: Int
    /// The content of the value's OCTET STRING.
    package let value: Range<Int>
}
