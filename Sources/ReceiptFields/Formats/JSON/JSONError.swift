/// An error thrown for text that isn't JSON of the accepted form, with its position.
package struct JSONError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// Something other than what is allowed there. The reader or its caller describes what was expected.
        case expected(String)
        /// A value of a different type than the member has in evidence.
        case shape(member: String, expected: String, found: JSONKind)
        /// Something after the only value of the text.
        case expectedEnd
        /// A member whose name occurs twice in the object, given by the first bytes of its unescaped name.
        case repeatedName([UInt8])
        case tooDeep(allowed: Int)
        case tooManyMembers(allowed: Int)
        case tooManyElements(allowed: Int)
        case tooLarge(allowed: Int)
        /// A string with bytes that aren't UTF-8 (RFC 8259 section 8.1).
        case notUTF8
    }

    package let reason: Reason
    /// The offset in bytes from the start of the text.
    package let offset: Int

    package init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}
