/// Why a text is not the JSON that is accepted here, and where.
package struct JSONError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// Something else than is allowed there. The words are the reader's, or those of who called it.
        case expected(String)
        /// A value of another kind than the member has in evidence.
        case shape(member: String, expected: String, found: JSONKind)
        /// Something behind the one value of the text.
        case expectedEnd
        /// A member whose name another member of the same object has: the first bytes of the name, without escapes.
        case repeatedName([UInt8])
        case tooDeep(allowed: Int)
        case tooManyMembers(allowed: Int)
        case tooManyElements(allowed: Int)
        case tooLarge(allowed: Int)
        /// A text with bytes that are not UTF-8 (RFC 8259 section 8.1).
        case notUTF8
    }

    package let reason: Reason
    /// Counted in bytes from the beginning of the text.
    package let offset: Int

    package init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
