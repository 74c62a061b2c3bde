internal import ReceiptFields
internal import ReceiptKit
internal import ReceiptReports

/// A reason why a call of the C library has no answer.
enum CallError: CodedError {
    /// There is no verifier.
    case noVerifier
    /// The input is NULL, and its size isn't 0.
    case nullPointer
    /// The input is larger than the call accepts.
    case tooLarge(most: Int)
    /// The time is outside the years 1 to 9999.
    case date
    /// The policy is not valid JSON.
    case json(FormatError)
    /// The policy has a member that doesn't exist.
    case unknownMember(String)
    /// The policy lacks a member that has no default.
    case missingMember(String)
    /// A member of the policy has a value that it can't have.
    case invalidMember(String, expected: String)
    /// Two members of the policy contradict each other.
    case contradiction(String, String)
    /// Each member is valid, but together they don't make a policy.
    case policy(ReceiptPolicy.InvalidPolicy)

    /// Converts the problem of a policy description. Messages use the members' names instead of the options'.
    init(_ problem: PolicyDescription.Problem) {
        switch problem {
        case .missing(_, let demands): self = .missingMember(demands.first?.member.name ?? "")
        case .contradiction(let one, let other): self = .contradiction(one.member.name, other.member.name)
        case .invalid(let demand):
            self = .invalidMember(demand.member.name, expected: PolicyMembers.expected(demand.member.name))
        case .policy(let error): self = .policy(error)
        }
    }

    /// The error as JSON.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in json.error(self) }
        return json.bytes
    }

    /// Nil, because the policy isn't evidence: malformed JSON in it isn't damaged evidence either.
    var `class`: ErrorClass? { nil }

    var words: (code: ErrorCode, text: String) {
        switch self {
        case .noVerifier: (.callNoVerifier, "The verifier is NULL")
        case .nullPointer: (.callNullPointer, "The input is NULL, and its size isn't 0")
        case .tooLarge(let most): (.callTooLarge, "The input is larger than \(most) bytes")
        case .date: (.callDate, "The time is outside the years 1 to 9999; it is expected in milliseconds since 1970")
        case .json(let error): error.words
        case .unknownMember(let name):
            (
                .policyUnknownMember,
                "The policy has an unknown member \(name); its members are \(PolicyMembers.names.joined(separator: ", "))"
            )
        case .missingMember(let name):
            (.policyMissingMember, "The policy lacks \(name), which has no default")
        case .invalidMember(let name, let expected):
            (.policyInvalidMember, "The policy's \(name) isn't \(expected)")
        case .contradiction(let one, let other):
            (.policyContradiction, "The policy has \(one) and \(other), which contradict each other")
        case .policy(let error): error.words
        }
    }
}
