public import ReceiptFields

/// An error in the members of a request that aren't evidence. The request is invalid, and its evidence wasn't verified.
public struct RequestError: Error, Hashable, Sendable {
    let reason: Reason
    /// The position of the member's name or value, as a byte offset in the request body.
    public let offset: Int

    enum Reason: Hashable {
        /// The route doesn't accept a member with this name, of which at most 64 bytes are given here. `known` lists the members that the
        /// route accepts.
        case unknownMember([UInt8], known: [String])
        /// The value of a member isn't what the route expects.
        case invalidMember(String, expected: String)
    }
}

extension RequestError: CodedError, CustomStringConvertible {
    /// A stable code: `request.unknownMember` or `request.invalidMember`.
    public var code: String { words.code.name }

    /// One line that says what is wrong, and where.
    public var description: String { words.text }

    package var words: (code: ErrorCode, text: String) {
        switch reason {
        case .unknownMember(let name, let known):
            (
                .requestUnknownMember,
                "Unknown member \(SafeText.quoted(name)) (known: \(known.joined(separator: ", "))) at byte \(offset)"
            )
        case .invalidMember(let member, let expected):
            (.requestInvalidMember, "Expected \(expected) in member \(member), at byte \(offset)")
        }
    }
}
