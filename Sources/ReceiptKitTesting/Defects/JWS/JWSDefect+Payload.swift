/// Defects of the payload as JSON, and of the date that judges the certificates. It is signed after it was spoilt.
extension JWSDefect {
    static let payloads: [JWSDefect] = [
        .payloadNotJSON, .payloadArray, .payloadText, .payloadTrailingData, .payloadTrailingComma,
        .payloadByteOrderMark, .payloadUTF16, .payloadInvalidUTF8, .payloadLoneSurrogate, .payloadNotANumber,
        .payloadDeep, .payloadManyMembers, .repeatedMember, .repeatedMemberEscaped, .repeatedUnknownMember,
        .repeatedNestedMember,
        .signedDateMissing, .creationDateMissing, .signedDateNull, .signedDateText, .signedDateTooEarly,
        .signedDateTooLate, .signedDateInSeconds, .payloadWhiteSpace,
    ]

    /// The payload is not JSON.
    public static let payloadNotJSON = Self(
        "payload-not-json", "The payload is not JSON.", .refused(.payload),
        .unsigned { $0.rawOctets[.payload] = Array("transaction".utf8) })

    /// The payload is an array.
    public static let payloadArray = Self(
        "payload-array", "The payload is an array.", .refused(.payload),
        .unsigned { $0.wrapPayload("[", "]") })

    /// The payload is a string.
    public static let payloadText = Self(
        "payload-text", "The payload is a string.", .refused(.payload),
        .unsigned { $0.rawOctets[.payload] = Array("\"transaction\"".utf8) })

    /// A second object follows in the payload.
    public static let payloadTrailingData = Self(
        "payload-trailing-data", "A second object follows in the payload.", .refused(.payload),
        .unsigned { $0.wrapPayload("", "{}") })

    /// A comma follows the last member.
    public static let payloadTrailingComma = Self(
        "payload-trailing-comma", "A comma follows the last member.", .refused(.payload),
        .unsigned { $0.rawOctets[.payload] = Array(($0.payload.text.dropLast() + ",}").utf8) })

    /// The payload begins with a byte order mark.
    public static let payloadByteOrderMark = Self(
        "payload-byte-order-mark", "The payload begins with a byte order mark.", .refused(.payload),
        .unsigned { $0.wrapPayload("\u{FEFF}", "") })

    /// The payload is in UTF-16.
    public static let payloadUTF16 = Self(
        "payload-utf16", "The payload is in UTF-16.", .refused(.payload),
        .unsigned { $0.rawOctets[.payload] = $0.payload.text.utf8.flatMap { [0, $0] } })

    /// A string of the payload is not UTF-8.
    public static let payloadInvalidUTF8 = Self(
        "payload-invalid-utf8", "A string of the payload is not UTF-8.", .refused(.payload),
        .unsigned { $0.spoilPayloadUTF8() })

    /// A string of the payload has half a surrogate pair.
    public static let payloadLoneSurrogate = Self(
        "payload-lone-surrogate", "A string of the payload has half a surrogate pair.", .refused(.payload),
        .payload { $0.append("note", "\"\\ud800\"") })

    /// A member that nobody reads is NaN.
    public static let payloadNotANumber = Self(
        "payload-not-a-number", "A member that nobody reads is NaN.", .refused(.payload),
        .payload { $0.append("note", "NaN") })

    /// A member that nobody reads nests 1,000 arrays.
    public static let payloadDeep = Self(
        "payload-deep", "A member that nobody reads nests 1,000 arrays.", .refused(.payload),
        .payload { $0.append("note", String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)) })

    /// A member that isn't read is an object with 1,001 members.
    public static let payloadManyMembers = Self(
        "payload-many-members", "A member that isn't read is an object with 1,001 members.", .refused(.payload),
        .payload { $0.append("note", "{\((0...1_000).map { "\"\($0)\":0" }.joined(separator: ","))}") })

    /// `environment` stands there twice.
    public static let repeatedMember = Self(
        "repeated-member", "`environment` stands there twice.", .refused(.payload), in: [.transaction, .renewalInfo],
        .payload { $0.append("environment", "\"Production\"") })

    /// `bundleId` stands there twice, the second time with an escape in its name.
    public static let repeatedMemberEscaped = Self(
        "repeated-member-escaped", "`bundleId` stands there twice, the second time with an escape in its name.",
        .refused(.payload), in: [.transaction, .appTransaction],
        .payload { $0.append("\\u0062undleId", "\"com.example.other\"") })

    /// A member that nobody reads stands there twice.
    public static let repeatedUnknownMember = Self(
        "repeated-unknown-member", "A member that nobody reads stands there twice.", .refused(.payload),
        .payload {
            $0.append("note", "1")
            $0.append("note", "2")
        })

    /// A member stands twice in an object that nobody reads.
    public static let repeatedNestedMember = Self(
        "repeated-nested-member", "A member stands twice in an object that nobody reads.", .refused(.payload),
        .payload { $0.append("note", "{\"a\":1,\"a\":2}") })

    /// The signed date is missing.
    public static let signedDateMissing = Self(
        "signed-date-missing", "The signed date is missing.", .refused(.payload),
        in: [.transaction, .renewalInfo, .notification],
        .payload { $0.remove("signedDate") })

    /// The creation date is missing.
    public static let creationDateMissing = Self(
        "receipt-creation-date-missing", "The creation date is missing.", .refused(.payload), in: [.appTransaction],
        .payload { $0.remove("receiptCreationDate") })

    /// The signed date is null.
    public static let signedDateNull = Self(
        "signed-date-null", "The signed date is null.", .refused(.payload),
        .signedDate("null"))

    /// The signed date is a string.
    public static let signedDateText = Self(
        "signed-date-text", "The signed date is a string.", .refused(.payload),
        .signedDate("\"1714564800000\""))

    /// The signed date lies before the year 1.
    public static let signedDateTooEarly = Self(
        "signed-date-too-early", "The signed date lies before the year 1.", .refused(.payload),
        .signedDate("-62135769600001"))

    /// The signed date lies after the year 9999.
    public static let signedDateTooLate = Self(
        "signed-date-too-late", "The signed date lies after the year 9999.", .refused(.payload),
        .signedDate("253402300800000"))

    /// The signed date is in seconds, which are milliseconds of January 1970.
    public static let signedDateInSeconds = Self(
        "signed-date-in-seconds", "The signed date is in seconds, which are milliseconds of January 1970.",
        .refused(.chain),
        .signedDate("1714564800"))

    /// There is white space around the payload's object.
    public static let payloadWhiteSpace = Self(
        "payload-white-space", "There is white space around the payload's object.", .accepted,
        .unsigned { $0.wrapPayload(" \r\n\t", "\n") })
}

extension JWSDefectSteps {
    /// Replaces the date that judges the certificates.
    fileprivate static func signedDate(_ value: String) -> Self {
        payload { $0.set($0["receiptCreationDate"] == nil ? "signedDate" : "receiptCreationDate", value) }
    }
}

extension TestJWS {
    fileprivate mutating func wrapPayload(_ before: String, _ after: String) {
        rawOctets[.payload] = Array((before + payload.text + after).utf8)
    }

    /// Adds a string of one octet that begins no character.
    fileprivate mutating func spoilPayloadUTF8() {
        payload.append("note", "\"?\"")
        var octets = Array(payload.text.utf8)
        octets[octets.count - 3] = 0xff
        rawOctets[.payload] = octets
    }
}
