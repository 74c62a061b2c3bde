import Foundation
import ReceiptFields
import TestSupport
import Testing

@Suite("Errors and output: codes, texts, JSON")
struct ErrorTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let reason: FormatError.Reason
        let code: String
        let text: String
        var testDescription: String { code }

        init(_ reason: FormatError.Reason, _ code: String, _ text: String) {
            self.reason = reason
            self.code = code
            self.text = text
        }
    }

    static let rows: [Row] = [
        Row(.emptyInput, "input.empty", "The input is empty."),
        Row(
            .notReceipt(looksLike: .json), "input.notReceipt",
            "The input is neither a receipt nor a signed transaction; it looks like JSON."),
        Row(
            .transactionReceipt, "input.transactionReceipt",
            "The input is an iOS 6 style transaction receipt (a property list), not an app receipt (PKCS#7)."),
        Row(
            .jsonWebSignature, "input.jws",
            "The input is a JWS, as StoreKit 2 sends them, where an app receipt (PKCS#7) was expected."),
        Row(.hexadecimal, "input.hex", "The input is hexadecimal digits, not bytes."),
        Row(.utf16, "input.utf16", "The input is text in UTF-16, not in UTF-8."),
        Row(
            .quoted, "input.quoted",
            "The input is text in quotation marks, not a JSON string that contains evidence."),
        Row(
            .decoded(.transaction), "input.decoded",
            "The input is a transaction that was decoded; only the JWS that it came in is signed."),
        Row(
            .decoded(.realtimeRequest), "input.decoded",
            "The input is a realtime request that was decoded; only the JWS that it came in is signed."),
        Row(
            .jsonShape(expected: "a string", found: "a number"), "json.shape",
            "Expected a string, found a number at byte 7"),
        Row(
            .jws(.parts(1)), "jws.format", "A JWS has three parts with full stops between them; this text has one"),
        Row(.jws(.parts(4)), "jws.format", "A JWS has three parts with full stops between them; this text has 4"),
        Row(
            .invalidBase64(.character(0x2D)), "input.base64",
            #"Not base64: character "-" of the URL alphabet at byte 7"#),
        Row(.invalidBase64(.character(0x0B)), "input.base64", #"Not base64: character "\x0b" at byte 7"#),
        Row(.invalidBase64(.padding), "input.base64", "Not base64: wrong padding at byte 7"),
        Row(
            .invalidBase64(.spaces), "input.base64",
            "Not base64: there are spaces inside, as where form encoding turned each + into a space at byte 7"),
        Row(.invalidBase64(.trailingBits), "input.base64", "Not canonical base64: unused bits are set at byte 7"),
        Row(
            .limitExceeded(.input, allowed: 5), "limit.input",
            "Over the limit: size of the receipt in bytes (limit 5) at byte 7"),
        Row(
            .limitExceeded(.pairs, allowed: 5), "limit.pairs",
            "Over the limit: number of pairs in the property list (limit 5) at byte 7"),
        Row(
            .invalidPropertyList(expected: "a quote"), "propertyList.syntax",
            "Not the property list of an iOS 6 transaction receipt: expected a quote at byte 7"),
        Row(.repeatedKey([0x61, 0x0A]), "propertyList.repeatedKey", #"The key "a\x0a" occurs twice at byte 7"#),
        Row(
            .transactionReceiptVersion(1), "transactionReceipt.version",
            "The signature has version 1, expected 2, 3 or 4 at byte 7"),
        Row(
            .limitExceeded(.elements, allowed: 5), "limit.elements",
            "Over the limit: number of ASN.1 elements (limit 5) at byte 7"),
        Row(
            .limitExceeded(.depth, allowed: 5), "limit.depth",
            "Over the limit: nesting of ASN.1 elements (limit 5) at byte 7"),
        Row(
            .limitExceeded(.certificateSize, allowed: 5), "limit.certificateSize",
            "Over the limit: size of a certificate in bytes (limit 5) at byte 7"),
        Row(
            .limitExceeded(.certificates, allowed: 5), "limit.certificates",
            "Over the limit: number of certificates (limit 5) at byte 7"),
        Row(
            .limitExceeded(.attribute, allowed: 5), "limit.attribute",
            "Over the limit: size of an attribute in bytes (limit 5) at byte 7"),
        Row(
            .limitExceeded(.string, allowed: 5), "limit.string",
            "Over the limit: length of a string in bytes (limit 5) at byte 7"),
        Row(
            .limitExceeded(.purchases, allowed: 5), "limit.purchases",
            "Over the limit: number of purchases (limit 5) at byte 7"),
        Row(.truncated(needed: 9, available: 4), "der.truncated", "Truncated: 9 bytes announced, 4 left at byte 7"),
        Row(.unexpectedTag(expected: 0x0C, found: 0x16), "der.tag", "Expected ASN.1 tag 0x0c, found 0x16 at byte 7"),
        Row(.invalidTag(0x1F), "der.tag", "ASN.1 tag 0x1f has no place in a receipt at byte 7"),
        Row(.invalidLength(.notMinimal), "der.length", "An ASN.1 length is not in the shortest form at byte 7"),
        Row(.invalidLength(.indefinite), "der.length", "An ASN.1 length is indefinite at byte 7"),
        Row(.invalidLength(.tooLarge), "der.length", "An ASN.1 length is too large at byte 7"),
        Row(
            .invalidLength(.encodedAgain), "der.length",
            "An ASN.1 length is a character: the bytes look like text that was decoded and encoded again at byte 7"),
        Row(.trailingBytes(3), "der.trailing", "3 bytes left over at byte 7"),
        Row(.invalidInteger, "der.integer", "An INTEGER is empty, padded or longer than 8 bytes at byte 7"),
        Row(.invalidValue, "der.value", "The value is not allowed by its ASN.1 type at byte 7"),
        Row(.unsupportedContentType("1.2.3"), "container.contentType", "Unsupported content type 1.2.3 at byte 7"),
        Row(.unsupportedVersion(3), "container.version", "Unsupported version 3, expected 1 at byte 7"),
        Row(.missingContent, "container.noContent", "The container holds no content (detached signature) at byte 7"),
        Row(.missingSigner, "container.noSigner", "There is no signer (SignerInfo) at byte 7"),
        Row(.severalSigners, "container.severalSigners", "More than one SignerInfo, expected exactly one at byte 7"),
        Row(
            .signedAttributes, "container.signedAttributes",
            "The signer has signed attributes, which App Store receipts never have at byte 7"),
        Row(
            .unsupportedSignerIdentifier, "container.signerIdentifier",
            "The signer is not named by issuer and serial number at byte 7"),
        Row(
            .digestAlgorithms, "container.digestAlgorithms",
            "digestAlgorithms is not exactly the signer's digest algorithm at byte 7"),
        Row(.missingAttribute, "attribute.missing", "A required attribute is missing at byte 7"),
        Row(.repeatedAttribute, "attribute.repeated", "The attribute occurs twice at byte 7"),
        Row(.emptyAttribute, "attribute.empty", "A required value is empty at byte 7"),
        Row(
            .invalidString([0x61, 0x0A, 0x22, 0x5C, 0xFF]), "attribute.string",
            #"Invalid text "a\x0a\"\\\xff" at byte 7"#),
        Row(.invalidDate(Array("never".utf8)), "attribute.date", #"Not a date: "never" at byte 7"#),
        Row(.numberOutOfRange(-1), "attribute.number", "The number -1 is out of range at byte 7"),
        Row(.wrongSize(expected: 20, found: 19), "attribute.value", "The value has 19 bytes, expected 20 at byte 7"),
        Row(.jws(.signature(63)), "jws.signature", "The signature has 63 bytes, expected 64 at byte 7"),
        Row(
            .certificateChoice, "container.certificateChoice",
            "The certificate set contains something other than an X.509 certificate at byte 7"),
        Row(
            .unsignedAttributes, "container.unsignedAttributes",
            "The signer has unsigned attributes, which App Store receipts never have at byte 7"),
        Row(
            .crls, "container.crls",
            "The container has revocation lists, which App Store receipts never have at byte 7"),
        Row(
            .otherForm(.otherBody), "payload.kind",
            "The JSON body isn't a notification's, which has its JWS in signedPayload"),
        Row(
            .noEvidence(isEmptyPage: true), "evidence.empty",
            "The JSON body is an empty list; it has no evidence"),
        Row(
            .noEvidence(isEmptyPage: false), "evidence.empty",
            "The JSON body has no member that holds evidence"),
        Row(.invalidJSON(expected: "a comma"), "json.syntax", "Not JSON: expected a comma at byte 7"),
        Row(.repeatedMember([0x61, 0x0A]), "json.repeatedMember", #"The member "a\x0a" occurs twice at byte 7"#),
        Row(.jws(.algorithm([0x61, 0x0A])), "jws.algorithm", #"Algorithm "a\x0a", expected ES256 at byte 7"#),
        Row(.jws(.algorithm(nil)), "jws.algorithm", "No algorithm, expected ES256 at byte 7"),
        Row(.jws(.headerMember("crit")), "jws.header", "The header member crit is not accepted at byte 7"),
        Row(
            .jws(.certificates), "jws.certificates",
            "The header's x5c is not the list of certificates that the App Store sends at byte 7"),
        Row(.missingMember, "payload.missing", "A required member is missing at byte 7"),
        Row(.malformedMember, "payload.malformed", "Malformed at byte 7"),
        Row(
            .otherPayload(found: .realtimeRequest), "payload.realtimeRequest",
            "This is a realtime request, which isn't evidence of a purchase: verify(realtimeRequest:at:) verifies it"
        ),
        Row(
            .otherPayload(found: .renewalInfo), "payload.kind",
            "The payload is of kind renewalInfo, not what was asked for"),
        Row(
            .otherPayload(found: .unknown), "payload.kind",
            "The payload is of an unknown kind, not what was asked for"),
    ]

    @Test("Code and text of every reason", arguments: rows)
    func text(_ row: Row) {
        let error = FormatError(row.reason, offset: 7)
        #expect(error.code == row.code)
        #expect((error.class == nil) == row.code.hasPrefix("request."))
        #expect(error.description == row.text)
        #expect(error.localizedDescription == row.text)
        let located = error.at(FieldPath.inPurchase(3, AttributeType(rawValue: 1704)))
        #expect(located.reason == row.reason)
        #expect(located.offset == 7)
        if row.text.hasSuffix("at byte 7") {
            #expect(
                located.description == row.text.replacing(" at byte 7", with: " in attribute 17[3].1704, at byte 7"))
        } else {
            #expect(located.description == row.text)
        }
    }

    @Test("Kinds of input have names", arguments: [FormatError.InputKind.json, .markup, .pem, .base64, .unknown])
    func kinds(_ kind: FormatError.InputKind) {
        #expect(FormatError(.notReceipt(looksLike: kind), offset: 0).description.contains(kind.rawValue))
    }

    @Test("PAY-21 one line of printable characters, whatever the receipt holds, and bounded")
    func oneLine() {
        let hostile = (UInt8.min...UInt8.max).map { $0 }
        for start in stride(from: 0, to: 256, by: 32) {
            let bytes = Array(hostile[start..<(start + 32)])
            for reason in [FormatError.Reason.invalidString(bytes), .invalidDate(bytes)] {
                let text = FormatError(reason, offset: 0).description
                #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
            }
        }
        let long = FormatError(.invalidString([UInt8](repeating: 0, count: 100_000)), offset: 0).description
        #expect(long.utf8.count < 400)
        #expect(long.contains("…"))
        #expect(SafeText.quoted("abc") == "\"abc\"")
        #expect(SafeText.hex([0x00, 0x0F, 0xF0, 0xFF]) == "000ff0ff")
        #expect(SafeText.quoted([UInt8](repeating: 0x61, count: 64)) == "\"" + String(repeating: "a", count: 64) + "\"")
        #expect(
            SafeText.quoted([UInt8](repeating: 0x61, count: 65)) == "\"" + String(repeating: "a", count: 64) + "…\"")
    }

    @Test("Paths")
    func paths() {
        #expect(FieldPath.container.description == "container")
        #expect(FieldPath.receipt(.creationDate).description == "attribute 12")
        #expect(FieldPath.purchase(0).description == "attribute 17[0]")
        #expect(FieldPath.receipt(.purchase).description == "attribute 17")
        #expect(FieldPath.inPurchase(3, AttributeType(rawValue: 1704)).description == "attribute 17[3].1704")
    }

    // MARK: JSON

    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test("Every field under its Swift name, dates as RFC 3339, ids as texts")
    func encodable() throws {
        let purchase = """
            {"cancellationDate":"2024-03-02T00:00:00.500Z","cancellationReason":1,"expirationDate":"2024-03-29T10:20:30Z",\
            "isInIntroOfferPeriod":true,"isTrialPeriod":false,"originalPurchaseDate":"2024-01-29T10:20:31Z",\
            "originalTransactionID":"1000000000000001","ownershipType":"PURCHASED","productAppID":"5000000000",\
            "productID":"com.example.monthly","productType":"Auto-Renewable Subscription","promotionalOfferID":"spring",\
            "purchaseDate":"2024-02-29T10:20:30Z","purchasedQuantity":2,"transactionID":"1000000000000002",\
            "webOrderLineItemID":"1000000000000003"}
            """
        let cancelled = SampleSet.purchase.replacing(1712, TLV.ia5("2024-03-02T01:00:00.5+0100"))
        let set = SampleSet(SampleSet.receipt.rows.filter { $0.type != 17 } + [SampleSet.Row(17, cancelled.encoding)])
        #expect(
            try Self.json(try AppReceipt(payload: set.encoding)) == """
                {"ageRating":"4+","appID":"6000000000","appVersion":"42","appVersionID":"7","bundleID":"com.example.app",\
                "creationDate":"2024-03-01T12:00:00Z","deviceHash":"202122232425262728292a2b2c2d2e2f30313233",\
                "downloadID":"502310178040006302","environment":"Sandbox",\
                "expirationDate":"4001-01-01T00:00:00Z","opaqueValue":"0102030405060708090a0b0c0d0e0f10",\
                "originalAppVersion":"1.0","originalPurchaseDate":"2013-08-01T07:00:00Z","purchases":[\(purchase)],\
                "rawEnvironment":"ProductionSandbox"}
                """)
    }

    @Test("Absent values are omitted, and diagnostics are included if there are any")
    func encodableSparse() throws {
        let required: Set<Int64> = [0, 2, 3, 4, 5, 12, 17]
        let bare = SampleSet(SampleSet.purchase.rows.filter { $0.type <= 1704 })
        let set = SampleSet(SampleSet.receipt.rows.filter { required.contains($0.type) }.dropLast())
            .with(purchase: bare).appending(SampleSet.Row(1, TLV.utf8("no number")))
        let receipt = try AppReceipt(payload: set.encoding)
        let reason =
            #"Expected ASN.1 tag 0x02, found 0x0c in attribute 1, at byte \#(set.valueStart(set.rows.count - 1))"#
        #expect(
            try Self.json(receipt) == """
                {"appVersion":"42","bundleID":"com.example.app","creationDate":"2024-03-01T12:00:00Z",\
                "deviceHash":"202122232425262728292a2b2c2d2e2f30313233","diagnostics":["\(reason)"],\
                "environment":"Sandbox","opaqueValue":"0102030405060708090a0b0c0d0e0f10","purchases":[\
                {"productID":"com.example.monthly","purchaseDate":"2024-02-29T10:20:30Z","purchasedQuantity":2,\
                "transactionID":"1000000000000002"}],"rawEnvironment":"ProductionSandbox"}
                """)
    }

    @Test(
        "PAY-21 hostile texts make valid JSON",
        arguments: ["\"", "\\", "</script>", "\u{2028}\u{202E}x", "{\"a\":1}", "\u{200D}\u{202E}"])
    func hostileJSON(_ text: String) throws {
        let receipt = try AppReceipt(payload: SampleSet.receipt.replacing(2, TLV.utf8(text)).encoding)
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(receipt))
        let fields = try #require(object as? [String: Any])
        #expect(fields["bundleID"] as? String == text)
    }
}
