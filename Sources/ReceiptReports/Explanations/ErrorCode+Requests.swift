internal import ReceiptFields

extension ErrorCode {
    static let requests = Section(
        "Requests for `receipt-server`",
        [
            .requestUnknownMember, .requestInvalidMember,
        ])

    static let requestUnknownMember = ErrorCode(
        "request.unknownMember", class: nil,
        "A request with `evidence` has a member that its route doesn't know.",
        cause: "The member is misspelt, or belongs to another route.",
        remedy: "Use the members that the message lists.",
        support: .ours)

    static let requestInvalidMember = ErrorCode(
        "request.invalidMember", class: nil,
        "A member of a request has an invalid value.",
        cause: "A date was written in another format.",
        remedy: "Write the member as the message says.",
        support: .ours)
}
