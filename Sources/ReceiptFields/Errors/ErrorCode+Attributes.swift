extension ErrorCode {
    package static let attributes = Section(
        "The attributes of a receipt",
        [
            .attributeMissing, .attributeRepeated, .attributeEmpty, .attributeString, .attributeDate,
            .attributeNumber, .attributeValue,
        ])

    static let attributeMissing = ErrorCode(
        "attribute.missing", class: .unsupported,
        "A required attribute of the receipt or of a purchase is missing.",
        cause: "Apple's answer lacked it, which is rare, or a test left it out.",
        remedy: "In the app, refresh the receipt.",
        support: .ours)

    static let attributeRepeated = ErrorCode(
        "attribute.repeated", class: .unsupported,
        "An attribute that may occur only once occurs twice.",
        cause: "A test wrote it twice.",
        remedyInTests: "In tests, write the attribute once.",
        support: .forged)

    static let attributeEmpty = ErrorCode(
        "attribute.empty", class: .unsupported,
        "A required attribute is an empty string.",
        cause: "Apple's answer lacked it, which is rare, or a test left it empty.",
        remedy: "In the app, refresh the receipt.",
        support: .ours)

    static let attributeString = ErrorCode(
        "attribute.string", class: .unsupported,
        "A string isn't UTF-8, or contains control characters.",
        cause: "A test wrote other bytes.",
        remedyInTests: "In tests, write printable text.",
        support: .forged)

    static let attributeDate = ErrorCode(
        "attribute.date", class: .unsupported,
        "A string isn't a date as in RFC 3339, or the date doesn't exist.",
        cause: "A test wrote another format.",
        remedyInTests: "In tests, write YYYY-MM-DDThh:mm:ssZ.",
        support: .forged)

    static let attributeNumber = ErrorCode(
        "attribute.number", class: .unsupported,
        "A number is out of the range of its attribute.",
        cause: "A test wrote it, for instance a quantity of 0.",
        remedyInTests: "In tests, write a number that is valid for the attribute.",
        support: .forged)

    static let attributeValue = ErrorCode(
        "attribute.value", class: .unsupported,
        "The device hash doesn't have 20 bytes.",
        cause: "A test wrote it.",
        remedyInTests: "In tests, write a SHA-1 hash.",
        support: .forged)
}
