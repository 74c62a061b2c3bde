package import ReceiptFields

extension ErrorCode {
    static let calls = Section(
        "Calling the C library",
        [
            .policyMissingMember, .policyUnknownMember, .policyInvalidMember, .policyContradiction,
            .callNoVerifier, .callNullPointer, .callTooLarge, .callDate,
        ])

    package static let policyMissingMember = ErrorCode(
        "policy.missingMember", class: nil,
        "A policy in JSON lacks a member that has no default.",
        cause: "The member `bundleIDs` or `device` was left out, or is null.",
        remedy: "Name the apps and the device; on a server, `device` is `unchecked`.",
        support: .ours)

    package static let policyUnknownMember = ErrorCode(
        "policy.unknownMember", class: nil,
        "A policy in JSON has a member that doesn't exist.",
        cause: "Its name is misspelt.",
        remedy: "Use one of the members that the message lists.",
        support: .ours)

    package static let policyInvalidMember = ErrorCode(
        "policy.invalidMember", class: nil,
        "A member of a policy in JSON has an invalid value.",
        cause: "A number was written as a string, or a string where a list is expected.",
        remedy: "Write the value as the message says.",
        support: .ours)

    package static let policyContradiction = ErrorCode(
        "policy.contradiction", class: nil,
        "Two members of a policy in JSON contradict each other.",
        cause: "Xcode's certificates were added to a policy for the App Store.",
        remedy: "Create one verifier for Xcode and another for the App Store.",
        support: .ours)

    package static let callNoVerifier = ErrorCode(
        "call.noVerifier", class: nil,
        "The call has no verifier: it is NULL.",
        cause: "Creating the verifier failed, and the error was ignored.",
        remedy: "Read the error from creating the verifier.",
        support: .ours)

    package static let callNullPointer = ErrorCode(
        "call.nullPointer", class: nil,
        "The input is NULL, and its size isn't 0.",
        cause: "The buffer was never filled.",
        remedy: "Pass the bytes, or size 0.",
        support: .ours)

    package static let callTooLarge = ErrorCode(
        "call.tooLarge", class: nil,
        "The input is larger than a call accepts: 64 MiB, or 1 MiB for a policy.",
        cause: "A length of -1 was passed as unsigned.",
        remedy: "Pass the number of bytes; the evidence of one customer fits.",
        support: .ours)

    package static let callDate = ErrorCode(
        "call.date", class: nil,
        "The time of the call is outside the years 1 to 9999.",
        cause: "It is in microseconds or nanoseconds.",
        remedy: "Pass milliseconds since 1970.",
        support: .ours)
}
