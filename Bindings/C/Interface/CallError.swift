internal import ReceiptFields
internal import ReceiptKit
internal import ReceiptReports

/// Why a call of the C library has no answer.
enum CallError: Error {
    /// There is no verifier.
    case noVerifier
    /// The input is NULL, and its size isn't 0.
    case nullPointer
    /// The input has more bytes than the call accepts.
    case tooLarge(most: Int)
    /// The time is outside the years 1 to 9999.
    case date
    /// The policy is no JSON.
    case json(FormatError)
    /// The policy has a member that doesn't exist.
    case unknownMember(String)
    /// The policy lacks a member that has no default.
    case missingMember(String)
    /// A member of the policy has a value that it can't have.
    case invalidMember(String, expected: String)
    /// Two members of the policy contradict each other.
    case contradiction(String, String)
    /// The members are right, and make no policy.
    case policy(ReceiptPolicy.InvalidPolicy)

    /// The error as JSON.
    var json: [UInt8] {
        let (code, message) = words
        return ErrorExplanation.json(code: code, message: message)
    }

    private var words: (code: String, message: String) {
        switch self {
        case .noVerifier: ("call.noVerifier", "The verifier is NULL")
        case .nullPointer: ("call.nullPointer", "The input is NULL, and its size isn't 0")
        case .tooLarge(let most): ("call.tooLarge", "The input has more than \(most) bytes")
        case .date: ("call.date", "The time is outside the years 1 to 9999; it is expected in milliseconds since 1970")
        case .json(let error): (error.code, error.description)
        case .unknownMember(let name):
            (
                "policy.unknownMember",
                "The policy has a member \(name), which doesn't exist; its members are \(Policy.members.joined(separator: ", "))"
            )
        case .missingMember(let name):
            ("policy.missingMember", "The policy lacks \(name), which has no default")
        case .invalidMember(let name, let expected):
            ("policy.invalidMember", "The policy's \(name) isn't \(expected)")
        case .contradiction(let one, let other):
            ("policy.contradiction", "The policy has \(one) and \(other), which contradict each other")
        case .policy(let error): (error.code, error.description)
        }
    }
}
