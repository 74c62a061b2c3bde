extension ErrorCode {
    package static let input = Section(
        "Reading the input",
        [
            .inputEmpty, .inputNotReceipt, .inputTransactionReceipt, .inputJws, .inputDecoded, .inputHex,
            .inputUtf16, .inputQuoted, .inputBase64, .evidenceEmpty, .fileUnreadable,
        ])

    static let inputEmpty = ErrorCode(
        "input.empty", class: .notEvidence,
        "The input has no bytes.",
        cause: "The app found no receipt file, or the request body was empty.",
        remedy: "In the app, refresh the receipt with SKReceiptRefreshRequest, or send a StoreKit 2 transaction.",
        support: .absent)

    static let inputNotReceipt = ErrorCode(
        "input.notReceipt", class: .notEvidence,
        "The input is neither a receipt nor anything else that the App Store signs.",
        cause: """
            It is an HTML page, a PDF, a picture, an archive, an e-mail, a form or an identifier, it was decoded twice, or \
            it is a JSON body with evidence in two places.
            """,
        remedy: "Send the evidence unchanged: as bytes, as base64, as a JWS or in a JSON body.",
        support: .noEvidence)

    static let inputTransactionReceipt = ErrorCode(
        "input.transactionReceipt", class: .unsupported,
        "The input is an iOS 6 transaction receipt where an app receipt was expected.",
        cause: "An old app sends the transactionReceipt of its SKPaymentTransaction.",
        remedy: "Send it as `evidence`; in Swift, use `verify(evidence:at:)`.",
        support: .ours)

    static let inputJws = ErrorCode(
        "input.jws", class: .unsupported,
        "The input is a JWS where an app receipt was expected.",
        cause: "The app sends StoreKit 2's jwsRepresentation in place of the receipt.",
        remedy: """
            Send the JWS itself as `evidence`, or as `signedTransactionInfo`; in Swift, use `verify(evidence:at:)`.
            """,
        support: .ours)

    static let inputDecoded = ErrorCode(
        "input.decoded", class: .notEvidence,
        "The input is the content of evidence without its signature, such as the JSON of a payload.",
        cause: "The app sends StoreKit's jsonRepresentation, or a program decoded a JWS, a receipt or a notification.",
        remedy: "Send `jwsRepresentation`, or the notification's `signedPayload`.",
        support: .ours)

    static let inputHex = ErrorCode(
        "input.hex", class: .damaged,
        "The input is hexadecimal digits.",
        cause: "A debugger, a database, a log or the description of `Data` printed bytes.",
        remedy: "Send the bytes themselves, or base64 of them.",
        support: .ours)

    static let inputUtf16 = ErrorCode(
        "input.utf16", class: .damaged,
        "The input is text in UTF-16.",
        cause: "A Windows program wrote the file.",
        remedy: "Save the text in UTF-8.",
        support: .ours)

    static let inputQuoted = ErrorCode(
        "input.quoted", class: .damaged,
        "The input is text in quotation marks that isn't a JSON string with evidence in it.",
        cause: "It was encoded twice, it was cut off, or the quotation marks aren't those of JSON.",
        remedy: "Send the text without quotation marks.",
        support: .ours)

    static let inputBase64 = ErrorCode(
        "input.base64", class: .damaged,
        "The text isn't base64 in the standard alphabet and canonical form (RFC 4648 section 4).",
        cause: """
            Form encoding turned each + into a space, the text is still percent-encoded or has the name of its form \
            field in front, it is in the URL alphabet, an e-mail broke its lines, or it was cut off.
            """,
        remedy: """
            Send only the text, as it was before any encoding for a form, a URL or an e-mail; a JWS has no line \
            breaks. Compare its length on both sides.
            """,
        support: .damaged)

    static let evidenceEmpty = ErrorCode(
        "evidence.empty", class: .notEvidence,
        "The JSON body has no evidence in it.",
        cause: """
            It is an empty page of a history, a customer's empty list of evidence without `products`, an error of Apple's, a \
            purchase of another store, or its evidence is in a member that Apple doesn't use.
            """,
        remedy: """
            Leave empty pages out, name `products` if the customer has no evidence, and put evidence from elsewhere into a member \
            named `evidence`.
            """,
        support: .absent)

    package static let fileUnreadable = ErrorCode(
        "file.unreadable", class: nil,
        "The file can't be read.",
        cause: "The file doesn't exist, or your user may not read it.",
        remedy: "Check the path and the permissions.",
        support: .ours)
}
