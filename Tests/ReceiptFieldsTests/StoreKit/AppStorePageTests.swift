import ReceiptFields
import Testing

/// Tests the unsigned information about the next page of the App Store Server API.
@Suite("Pages of the App Store Server API")
struct AppStorePageTests {
    private static func page(_ text: String) throws(FormatError) -> AppStorePage {
        try AppStorePage(json: Array(text.utf8))
    }

    @Test(
        "A page has a next page, or says that it has none, or says nothing",
        arguments: [
            (#"{"notificationHistory":[],"hasMore":true,"paginationToken":"t"}"#, true, "t", nil),
            (#"{"signedTransactions":["a.b.c"],"hasMore":true,"revision":"1_2","bundleId":"b"}"#, true, nil, "1_2"),
            (#"{"revision":"r","hasMore":false,"signedTransactions":[]}"#, false, nil, "r"),
            (#"{"status":0,"signedTransactions":[{"hasMore":true}]}"#, nil, nil, nil),
            (#"{"hasMore":null,"paginationToken":null,"revision":null}"#, nil, nil, nil), ("{}", nil, nil, nil),
        ] as [(String, Bool?, String?, String?)])
    func members(_ text: String, _ hasMore: Bool?, _ token: String?, _ revision: String?) throws {
        let page = try Self.page(text)
        #expect((page.hasMore, page.paginationToken, page.revision) == (hasMore, token, revision))
    }

    @Test(
        "A malformed value is not treated as absent",
        arguments: [
            (#"{"hasMore":"true"}"#, "payload.malformed"), (#"{"hasMore":1}"#, "payload.malformed"),
            (#"{"hasMore":true,"paginationToken":7}"#, "payload.malformed"),
            (#"{"hasMore":true,"paginationToken":""}"#, "payload.malformed"),
            (#"{"revision":["r"]}"#, "payload.malformed"),
            (#"{"hasMore":false,"hasMore":true}"#, "json.repeatedMember"), (#"{"hasMore":true"#, "json.syntax"),
            ("[]", "json.syntax"), ("", "json.syntax"), ("<html>", "json.syntax"),
        ])
    func malformed(_ text: String, _ code: String) {
        let error = #expect(throws: FormatError.self) { try Self.page(text) }
        #expect(error?.code == code)
    }
}
