/// Defects of the payload's JSON, and of the date at which the certificates are validated. The payload is signed after
/// the change.
extension JWSDefect {
    static let payloads: [Self] = [
        Self(
            "payload-not-json", "The payload is not JSON.", .payload,
            .unsigned { $0.rawOctets[.payload] = Array("transaction".utf8) }),
        Self("payload-array", "The payload is an array.", .payload, .unsigned { $0.wrap(.payload, "[", "]") }),
        Self(
            "payload-text", "The payload is a string.", .payload,
            .unsigned { $0.rawOctets[.payload] = Array("\"transaction\"".utf8) }),
        Self(
            "payload-trailing-data", "A second object follows in the payload.", .payload,
            .unsigned { $0.wrap(.payload, "", "{}") }),
        Self(
            "payload-trailing-comma", "A comma follows the last member.", .payload,
            .unsigned { $0.rawOctets[.payload] = Array(($0.payload.text.dropLast() + ",}").utf8) }),
        Self(
            "payload-byte-order-mark", "The payload begins with a byte order mark.", .payload,
            .unsigned { $0.wrap(.payload, "\u{FEFF}", "") }),
        Self(
            "payload-utf16", "The payload is in UTF-16.", .payload,
            .unsigned { $0.rawOctets[.payload] = $0.octets(.payload).flatMap { [0, $0] } }),
        Self(
            "payload-invalid-utf8", "A string of the payload is not UTF-8.", .payload,
            .unsigned { $0.spoilUTF8(.payload) }),
        Self(
            "payload-lone-surrogate", "A string of the payload has half a surrogate pair.", .payload,
            .payload { $0.append("note", "\"\\ud800\"") }),
        Self(
            "payload-not-a-number", "An unknown member is NaN.", .payload,
            .payload { $0.append("note", "NaN") }),
        Self(
            "payload-deep", "An unknown member nests 1,000 arrays.", .payload,
            .payload { $0.append("note", .deepArrays) }),
        Self(
            "payload-many-members", "A member that isn't read is an object with 1,001 members.", .payload,
            .payload { $0.append("note", .manyMembers) }),
        Self(
            "repeated-member", "`environment` occurs twice.", .payload,
            in: .with("environment"),
            .payload { $0.append("environment", "\"Production\"") }),
        Self(
            "repeated-member-escaped", "`bundleId` occurs twice, the second time with an escape in its name.",
            .payload, in: .with("bundleId"),
            .payload { $0.append("\\u0062undleId", "\"com.example.other\"") }),
        Self(
            "repeated-unknown-member", "An unknown member occurs twice.", .payload,
            .payload {
                $0.append("note", "1")
                $0.append("note", "2")
            }),
        Self(
            "repeated-nested-member", "A member occurs twice in an unknown object.", .payload,
            .payload { $0.append("note", "{\"a\":1,\"a\":2}") }),
        Self(
            "signed-date-missing", "The signed date is missing.", .payload,
            in: .with("signedDate"), .payload { $0.remove("signedDate") }),
        Self(
            "receipt-creation-date-missing", "The creation date is missing.", .payload,
            in: .with("receiptCreationDate"), .payload { $0.remove("receiptCreationDate") }),
        Self("signed-date-null", "The signed date is null.", .payload, .signedDate("null")),
        Self("signed-date-text", "The signed date is a string.", .payload, .signedDate("\"1714564800000\"")),
        Self(
            "signed-date-too-early", "The signed date lies before the year 1.", .payload, .signedDate("-62135769600001")
        ),
        Self(
            "signed-date-too-late", "The signed date lies after the year 9999.", .payload,
            .signedDate("253402300800000")),
        Self(
            "signed-date-in-seconds", "The signed date is in seconds, which are milliseconds of January 1970.", .chain,
            .signedDate("1714564800")),
        Self(
            "payload-white-space", "There is white space around the payload's object.", nil,
            .unsigned { $0.wrap(.payload, " \r\n\t", "\n") }),
    ]
}

extension DefectChange<JWSDraft> {
    /// Replaces the date at which the certificates are validated.
    fileprivate static func signedDate(_ value: String) -> Self {
        payload { $0.set($0["receiptCreationDate"] == nil ? "signedDate" : "receiptCreationDate", value) }
    }
}
