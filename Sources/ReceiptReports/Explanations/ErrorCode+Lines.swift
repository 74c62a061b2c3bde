package import ReceiptFields

extension ErrorCode {
    static let lines = Section(
        "Lines of a batch",
        [
            .lineEmpty, .lineTooLong, .lineInvalidJSON, .lineRepeatedMember, .lineTooManyMembers,
            .lineMissingReceipt, .lineReceiptNotText, .lineEvidenceNotText, .lineAmbiguous, .lineInvalidID,
            .lineMissingKey, .lineKeyOrder,
        ])

    package static let lineEmpty = ErrorCode(
        "line.empty", class: nil,
        "The line is empty.",
        cause: "The file has empty lines.",
        remedy: "Remove them, or ignore their answers.",
        support: .ours)

    package static let lineTooLong = ErrorCode(
        "line.tooLong", class: nil,
        "The line is longer than any evidence can be.",
        cause: "Line breaks between the records are missing.",
        remedy: "Write each record on one line.",
        support: .ours)

    package static let lineInvalidJSON = ErrorCode(
        "line.invalidJSON", class: nil,
        "The line isn't a JSON object.",
        cause: "It was cut off, or the file is one JSON array.",
        remedy: "Write one JSON object on each line: `jq -c '.[]'`.",
        support: .ours)

    package static let lineRepeatedMember = ErrorCode(
        "line.repeatedMember", class: nil,
        "A member occurs twice in the line's object.",
        cause: "Two exports were joined.",
        remedy: "Write each member once.",
        support: .ours)

    package static let lineTooManyMembers = ErrorCode(
        "line.tooManyMembers", class: nil,
        "An object of the line has more than 1,000 members.",
        cause: "The line isn't a record.",
        remedy: "Write only `id`, `key` and `evidence`.",
        support: .ours)

    package static let lineMissingReceipt = ErrorCode(
        "line.missingReceipt", class: nil,
        "The line's object has neither `evidence` nor `receipt`, and isn't one of Apple's JSON bodies.",
        cause: "The member has another name.",
        remedy: "Name it `evidence`.",
        support: .ours)

    package static let lineReceiptNotText = ErrorCode(
        "line.receiptNotText", class: nil,
        "The line's `receipt` isn't a string.",
        cause: "The column was exported as null or as a number.",
        remedy: "Write it as base64.",
        support: .ours)

    package static let lineEvidenceNotText = ErrorCode(
        "line.evidenceNotText", class: nil,
        "The line's `evidence` is of a type that can't hold evidence.",
        cause: "The column was exported as null or as a number.",
        remedy: "Write it as a string or as one of Apple's JSON bodies.",
        support: .ours)

    package static let lineAmbiguous = ErrorCode(
        "line.ambiguous", class: nil,
        "The line has evidence in more than one member.",
        cause: "Several columns were exported.",
        remedy: "Set all but one of them to null.",
        support: .ours)

    package static let lineInvalidID = ErrorCode(
        "line.invalidID", class: nil,
        "The line's `id` is neither a string nor a number.",
        cause: "The column was exported as an object.",
        remedy: "Write it as a string.",
        support: .ours)

    package static let lineMissingKey = ErrorCode(
        "line.missingKey", class: nil,
        "The line has no `key`, or one that isn't a string.",
        cause: "Lines are merged by key, and the column is missing.",
        remedy: "Write the customer's identifier as `key`.",
        support: .ours)

    package static let lineKeyOrder = ErrorCode(
        "line.keyOrder", class: nil,
        "The lines aren't sorted by `key`.",
        cause: "They were sorted by number or in a language's order.",
        remedy: "Add `--sort-keys`, which holds all evidence in memory, or sort the lines by the bytes of their keys.",
        support: .ours)
}
