internal import ReceiptFields

extension ErrorCode {
    /// The codes of `receipt-server`, which is a separate package and so can't add rows to this table itself.
    static let server = Section(
        "Answers of `receipt-server`",
        [
            ErrorCode(
                "route.unknown", class: nil,
                "The server has no such route.",
                cause: "The path is misspelt.",
                remedy: "Compare the path with the server's documentation.",
                support: .ours),
            ErrorCode(
                "method.notAllowed", class: nil,
                "The route doesn't accept this method.",
                cause: "The client sent GET where POST is expected, or the reverse.",
                remedy: "Use the method that the Allow header names.",
                support: .ours),
            ErrorCode(
                "head.malformed", class: nil,
                "The request's head isn't HTTP/1.1.",
                cause: "The client sent something else, such as TLS, or HTTP/2.",
                remedy: "Send HTTP/1.1.",
                support: .ours),
            ErrorCode(
                "head.host", class: nil,
                "The request's `Host` is missing, repeated or invalid.",
                cause: "The client wrote the request by hand, or sent a URL where a host is expected.",
                remedy: "Send one `Host`, as RFC 9112 (section 3.2) says.",
                support: .ours),
            ErrorCode(
                "head.transferEncoding", class: nil,
                "The request body has a transfer coding other than chunked.",
                cause: "The client compressed the request body for the transfer.",
                remedy: "Send the request body with Content-Length, or chunked.",
                support: .ours),
            ErrorCode(
                "head.tooLarge", class: nil,
                "The request's head is larger than 80 KiB, or has more than 1,000 fields.",
                cause: "The client sent cookies or evidence in the head.",
                remedy: "Send the evidence as the request body.",
                support: .ours),
            ErrorCode(
                "head.tooSlow", class: nil,
                "The request's head didn't arrive in time.",
                cause: "The client or the network is slow.",
                remedy: "Send the request again, or raise the server's `--head-timeout`.",
                support: .busy),
            ErrorCode(
                "body.tooLarge", class: nil,
                "The request's body is larger than the server accepts.",
                cause: "It isn't evidence, or the server's limit is too low.",
                remedy: "If it is genuine, raise the server's `--max-body`.",
                support: .ours),
            ErrorCode(
                "answer.tooLarge", class: nil,
                "The answer is larger than the server may hold.",
                cause: "The evidence has thousands of purchases, or was made to be large.",
                remedy: "Raise the server's `--max-in-flight`.",
                support: .ours),
            ErrorCode(
                "inspection.tooLong", class: nil,
                "The contents of the evidence are larger than the server shows, or have more than 1,000 pieces.",
                cause: "The evidence has thousands of purchases, or was made to be large.",
                remedy: "Use `receipt inspect`, which has no such limit.",
                support: .ours),
            ErrorCode(
                "body.tooSlow", class: nil,
                "The request's body didn't arrive in time.",
                cause: "The client or the network is slow.",
                remedy: "Send the request again, or raise the server's `--body-timeout`.",
                support: .busy),
            ErrorCode(
                "body.incomplete", class: nil,
                "The request's body ended too early.",
                cause: "The connection broke.",
                remedy: "Send the request again.",
                support: .busy),
            ErrorCode(
                "server.memory", class: nil,
                "The server's memory for request bodies and answers is full.",
                cause: "More requests arrive than the server can answer, or clients don't read their answers.",
                remedy: """
                    Send the request again after the time in Retry-After, or raise the server's `--max-in-flight`.
                    """,
                support: .busy),
            ErrorCode(
                "server.queue", class: nil,
                "The server's queue for large request bodies is full.",
                cause: "More large requests arrive than the server can verify.",
                remedy: "Send the request again after the time in Retry-After.",
                support: .busy),
        ])
}
