/// Reads one JSON text (RFC 8259) in one pass without building a tree. The caller decides what to read next, and receives ranges.
///
/// It is stricter than most parsers, so that no two parsers can find different things in one text. It rejects an object in which a name
/// occurs twice, however the name is spelled and even if the object is skipped. It also rejects a byte order mark, half of a surrogate
/// pair, and every encoding but UTF-8.
///
/// All ranges and offsets are relative to the start of the text. They are within the text, and reading bytes checks them again.
package struct JSONReader: ~Escapable {
    let bytes: Span<UInt8>
    /// The position of the first unread byte.
    package internal(set) var position = 0
    private let maximumDepth: Int
    let maximumMembers: Int
    private var depthLeft: Int
    /// True if a value is next and none of it has been read.
    private var isValueDue = true

    @_lifetime(copy bytes)
    private init(_ bytes: Span<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.maximumDepth = max(limits.maximumDepth, 0)
        self.maximumMembers = limits.maximumMembers
        self.depthLeft = self.maximumDepth
    }

    /// Reads the only value of a text, to the last byte. `read` processes the value; anything it doesn't read is skipped.
    package static func read<T>(
        _ text: ArraySlice<UInt8>, limits: JSONLimits, _ read: (inout JSONReader) throws(JSONError) -> T
    ) throws(JSONError) -> T {
        let most = max(limits.maximumSize, 0)
        guard text.count <= most else { throw JSONError(.tooLarge(allowed: most), offset: most) }
        var reader = JSONReader(text.span, limits: limits)
        let result: T
        do throws(JSONError) { result = try read(&reader) } catch {
            // An error about the type of a value is thrown only if the whole text is JSON.
            guard case .shape = error.reason else { throw error }
            var whole = JSONReader(text.span, limits: limits)
            try whole.end()
            throw error
        }
        try reader.end()
        return result
    }

    /// Skips the unread rest, to the last byte of the text.
    private mutating func end() throws(JSONError) {
        try skipIfDue()
        skipWhiteSpace()
        guard position == bytes.count else { throw fault(.expectedEnd) }
    }

    /// Returns the bytes of a range that this reader returned.
    @_lifetime(copy self)
    package func extracting(_ range: Range<Int>) -> Span<UInt8> { bytes.extracting(range) }

    // MARK: Values

    /// Returns the type of the next value. Nil if there is none.
    package mutating func next() -> JSONKind? {
        skipWhiteSpace()
        guard isValueDue, position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return isHere("true") || isHere("false") ? .boolean : nil
        case UInt8(ascii: "n"): return isHere("null") ? .null : nil
        default: return nil
        }
    }

    /// Throws if the next value is JSON of another type.
    ///
    /// - Parameter member: the location of the value, such as `signedTransactions[1]`. Empty for the whole text.
    package mutating func require(
        _ kind: JSONKind, _ expected: @autoclosure () -> String, in member: @autoclosure () -> String
    ) throws(JSONError) {
        guard let found = next(), found != kind else { return }
        throw fault(.shape(member: member(), expected: expected(), found: found))
    }

    /// Reads an object. It calls `member` with each name, for comparison with ``string(_:is:)``. `member` may read the value; otherwise the
    /// value is skipped.
    package mutating func object(
        _ member: (inout JSONReader, JSONString) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open("{", "an object")
        var names = SeenNames()
        var members = 0
        if !accept("}") {
            repeat {
                skipWhiteSpace()
                let start = position
                let name = try stringContents()
                guard members < maximumMembers else {
                    throw JSONError(.tooManyMembers(allowed: maximumMembers), offset: start)
                }
                members += 1
                guard names.insert(name, in: self) else {
                    throw JSONError(.repeatedName(unescaped(name, atMost: 64)), offset: start)
                }
                guard accept(":") else { throw fault(.expected("a colon")) }
                isValueDue = true
                try member(&self, name)
                try skipIfDue()
            } while accept(",")
            guard accept("}") else { throw fault(.expected("a comma or }")) }
        }
        depthLeft += 1
    }

    /// Reads an array. It calls `element` before each value. `element` may read the value; otherwise the value is skipped.
    package mutating func array(_ element: (inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
        try open("[", "an array")
        if !accept("]") {
            repeat {
                isValueDue = true
                try element(&self)
                try skipIfDue()
            } while accept(",")
            guard accept("]") else { throw fault(.expected("a comma or ]")) }
        }
        depthLeft += 1
    }

    package mutating func boolean() throws(JSONError) -> Bool {
        try begin()
        if acceptHere("true") { return true }
        guard acceptHere("false") else { throw fault(.expected("true or false")) }
        return false
    }

    package mutating func null() throws(JSONError) {
        try begin()
        guard acceptHere("null") else { throw fault(.expected("null")) }
    }

    /// Reads the next value of any type, and returns only its range. Recursion ends at the depth limit.
    @discardableResult
    package mutating func skip() throws(JSONError) -> Range<Int> {
        let kind = next()
        let start = position
        switch kind {
        case .object: try object { (_, _) in }
        case .array: try array { _ in }
        case .string: _ = try string()
        case .number: _ = try number()
        case .boolean: _ = try boolean()
        case .null: try null()
        case nil: throw fault(.expected("a value"))
        }
        return start..<position
    }

    // MARK: Steps

    func fault(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, offset: position) }

    /// Moves to the first byte of the next value. Must be called before each value; it throws if a closure reads two values where there is
    /// one.
    mutating func begin() throws(JSONError) {
        skipWhiteSpace()
        guard isValueDue else { throw fault(.expected("no further value")) }
        isValueDue = false
    }

    private mutating func skipIfDue() throws(JSONError) {
        if isValueDue { try skip() }
    }

    private mutating func open(_ bracket: Unicode.Scalar, _ description: String) throws(JSONError) {
        try begin()
        let start = position
        guard accept(bracket) else { throw fault(.expected(description)) }
        guard depthLeft > 0 else { throw JSONError(.tooDeep(allowed: maximumDepth), offset: start) }
        depthLeft -= 1
    }

    @inline(__always)
    private mutating func skipWhiteSpace() {
        while position < bytes.count, WhiteSpace.contains(bytes[position]) { position += 1 }
    }

    /// Skips one character if it comes next, after white space.
    private mutating func accept(_ character: Unicode.Scalar) -> Bool {
        skipWhiteSpace()
        return acceptHere(character)
    }

    @inline(__always)
    mutating func acceptHere(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
        position += 1
        return true
    }

    private mutating func acceptHere(_ word: String) -> Bool {
        guard isHere(word) else { return false }
        position += word.utf8.count
        return true
    }

    private func isHere(_ word: String) -> Bool {
        bytes.count - position >= word.utf8.count && holds(word.utf8, at: position)
    }

    /// Returns true if these bytes are at a position. At least as many bytes must follow it.
    @inline(__always)
    func holds(_ other: some Sequence<UInt8>, at start: Int) -> Bool {
        var place = start
        for byte in other {
            guard bytes[place] == byte else { return false }
            place += 1
        }
        return true
    }
}

/// The types of values (RFC 8259 section 3).
package enum JSONKind: Equatable, Sendable {
    case object
    case array
    case string
    case number
    case boolean
    case null

    /// The name of the type with its article, for a sentence.
    package var words: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "true or false"
        case .null: "null"
        }
    }
}
