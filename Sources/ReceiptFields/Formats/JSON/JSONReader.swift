/// Reads one JSON text (RFC 8259) in one pass, and builds nothing: who calls it says what is read next, and gets ranges.
///
/// It is stricter than decoders are, so that no two readers of one text can find different things in it: a name that stands
/// twice in an object is rejected, however it is spelled and also in an object that is skipped; so are a byte order mark,
/// half a surrogate pair and every encoding but UTF-8.
///
/// All ranges and offsets count from the beginning of the text. They lie inside of it, and reading bytes is checked again.
package struct JSONReader: ~Escapable {
    let bytes: Span<UInt8>
    /// The first byte that was not read yet.
    package internal(set) var position = 0
    private let maximumDepth: Int
    let maximumMembers: Int
    private var depthLeft: Int
    /// Whether a value comes next of which nothing is read yet.
    private var isValueDue = true

    @_lifetime(copy bytes)
    private init(_ bytes: Span<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.maximumDepth = max(limits.maximumDepth, 0)
        self.maximumMembers = limits.maximumMembers
        self.depthLeft = self.maximumDepth
    }

    /// Reads the one value of a text, to the last byte. `read` makes something of the value; what it does not read is passed over.
    package static func read<T>(
        _ text: ArraySlice<UInt8>, limits: JSONLimits, _ read: (inout JSONReader) throws(JSONError) -> T
    ) throws(JSONError) -> T {
        let most = max(limits.maximumSize, 0)
        guard text.count <= most else { throw JSONError(.tooLarge(allowed: most), offset: most) }
        var reader = JSONReader(text.span, limits: limits)
        let result: T
        do throws(JSONError) { result = try read(&reader) } catch {
            // Only what is JSON throughout has a shape.
            guard case .shape = error.reason else { throw error }
            var whole = JSONReader(text.span, limits: limits)
            try whole.end()
            throw error
        }
        try reader.end()
        return result
    }

    /// Passes over what was not read, to the last byte of the text.
    private mutating func end() throws(JSONError) {
        try skipIfDue()
        skipWhiteSpace()
        guard position == bytes.count else { throw fault(.expectedEnd) }
    }

    /// The bytes of a range that this reader handed out.
    @_lifetime(copy self)
    package func extracting(_ range: Range<Int>) -> Span<UInt8> { bytes.extracting(range) }

    // MARK: Values

    /// What the next value is, or nil where there is none.
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

    /// Makes sure that the next value is of a kind, if it is JSON at all.
    ///
    /// - Parameter member: what has the value, such as `signedTransactions[1]`; empty for the whole text.
    package mutating func require(
        _ kind: JSONKind, _ expected: @autoclosure () -> String, in member: @autoclosure () -> String
    ) throws(JSONError) {
        guard let found = next(), found != kind else { return }
        throw fault(.shape(member: member(), expected: expected(), found: found))
    }

    /// Reads an object. `member` is called with each name, which ``string(_:is:)`` compares, and may read the value; if it
    /// does not, the value is passed over.
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

    /// Reads an array. `element` is called before each value, and may read it; if it does not, the value is passed over.
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

    /// Reads the next value, whatever it is, and keeps nothing of it but its range. Recursion ends at the depth limit.
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

    /// To be called before each value: stands at its first byte afterwards. A closure that reads two values where there is
    /// one fails here.
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

    /// Passes over one character, if it comes next behind white space.
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

    /// Whether these bytes stand at a place behind which there are as many.
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

/// The kinds of values (RFC 8259 section 3).
package enum JSONKind: Equatable, Sendable {
    case object
    case array
    case string
    case number
    case boolean
    case null

    /// The kind with its article, for a sentence.
    package var words: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a text"
        case .number: "a number"
        case .boolean: "true or false"
        case .null: "null"
        }
    }
}
