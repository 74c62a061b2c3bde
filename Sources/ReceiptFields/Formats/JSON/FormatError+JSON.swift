extension FormatError {
    /// Creates an error from an error of the JSON reader, located in the payload or header that contains the text. Without the text, the
    /// offset is relative to the text's first byte.
    package init(_ error: JSONError, in text: ArraySlice<UInt8> = [], path: FieldPath = .container) {
        var path = path
        if case .shape(let member, _, _) = error.reason, !member.isEmpty { path = .member(member) }
        let reason: Reason =
            switch error.reason {
            case .expected(let words): .invalidJSON(expected: words)
            case .shape(_, let expected, let found): .jsonShape(expected: expected, found: found.words)
            case .expectedEnd: .invalidJSON(expected: "the end of the text")
            case .repeatedName(let name): .repeatedMember(name)
            case .tooDeep(let allowed): .limitExceeded(.jsonDepth, allowed: allowed)
            case .tooManyMembers(let allowed): .limitExceeded(.jsonMembers, allowed: allowed)
            case .tooManyElements(let allowed): .limitExceeded(.evidence, allowed: allowed)
            case .tooLarge(let allowed): .limitExceeded(.jws, allowed: allowed)
            case .notUTF8: .invalidJSON(expected: "UTF-8")
            }
        self.init(reason, path: path, offset: text.startIndex + error.offset)
    }
}

extension JSONError {
    /// The same error, with an offset relative to the text's first byte.
    package var formatError: FormatError { FormatError(self) }
}

extension JSONReader {
    /// Reads a whole text, or a part of one. The caller limits its size.
    package static func read<T>(
        whole text: ArraySlice<UInt8>, _ read: (inout JSONReader) throws(JSONError) -> T
    ) throws(FormatError) -> T {
        do throws(JSONError) {
            return try self.read(text, limits: JSONLimits(maximumSize: text.count), read)
        } catch { throw FormatError(error, in: text) }
    }
}
