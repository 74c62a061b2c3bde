import Foundation
import ReceiptFields
import TestSupport
import Testing

@Suite("StoreKit 2's payloads: members without a type")
struct UnknownMemberTests {
    /// A payload of each kind with only the required members.
    private static let payloads: [(kind: PayloadKind, members: String)] = [
        (
            .transaction,
            #""transactionId":"1","originalTransactionId":"1","bundleId":"a","productId":"p","purchaseDate":0,"signedDate":0,"environment":"Sandbox""#
        ),
        (.renewalInfo, #""originalTransactionId":"1","autoRenewProductId":"p","signedDate":0,"environment":"Sandbox""#),
        (
            .appTransaction,
            #""receiptType":"Sandbox","bundleId":"a","receiptCreationDate":0,"originalApplicationVersion":"1""#
        ),
        (
            .notification,
            #""notificationType":"TEST","notificationUUID":"1","signedDate":0,"data":{"environment":"Sandbox","bundleId":"a"}"#
        ),
        (
            .realtimeRequest,
            #""originalTransactionId":"1","appAppleId":1,"productId":"p","userLocale":"en-US","requestIdentifier":"0c5ff2a3-4a3a-4f0a-9d5c-8b1b0b0f6a11","environment":"Sandbox","signedDate":0"#
        ),
    ]

    private static func members(of kind: PayloadKind) throws -> String {
        try #require(payloads.first { $0.kind == kind }?.members)
    }

    /// Returns the JSON of a payload as the programs write it, and as an encoder does.
    private static func json(_ text: String) throws -> (written: String, encoded: String) {
        func both(_ payload: some JSONObject & Encodable) throws -> (written: String, encoded: String) {
            var json = JSONWriter()
            json.object(payload)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (
                String(decoding: json.bytes, as: UTF8.self),
                String(decoding: try encoder.encode(payload), as: UTF8.self)
            )
        }
        return try both(UnverifiedPayload(json: Array(text.utf8)).decoded)
    }

    @Test("Every kind shows them, and omits the list if all members have a type", arguments: payloads.map(\.kind))
    func kinds(_ kind: PayloadKind) throws {
        let members = try Self.members(of: kind)
        let plain = try Self.json("{\(members)}")
        #expect(!plain.written.contains("unknownMembers") && !plain.encoded.contains("unknownMembers"))
        for text in [#"{"tomorrow":1,\#(members)}"#, #"{\#(members),"tomorrow":1}"#] {
            let (written, encoded) = try Self.json(text)
            #expect(written == plain.written.dropLast() + #","unknownMembers":{"tomorrow":1}}"#)
            #expect(encoded.contains(#""unknownMembers":{"tomorrow":1}"#))
        }
    }

    /// Members of a transaction, the unknown ones that are shown, and an encoder's result if it differs.
    private static let shown: [(members: String, written: String, encoded: String?)] = [
        (#""b":"x","a":null,"c":true"#, #"{"b":"x","a":null,"c":true}"#, #"{"a":null,"b":"x","c":true}"#),
        (
            #""n":9223372036854775807,"m":-1"#, #"{"n":9223372036854775807,"m":-1}"#,
            #"{"m":-1,"n":9223372036854775807}"#
        ),
        (#""n":0.25"#, #"{"n":0.25}"#, nil), (#""n":1e999"#, #"{"n":1e999}"#, #"{"n":"1e999"}"#),
        (#""o":{"x":[1,{"y":[]}],"z":{}}"#, #"{"o":{"x":[1,{"y":[]}],"z":{}}}"#, nil),
        ("\"o\" : {\n \"x y\" : [ 1,\t\" \\\" \" ] }", #"{"o":{"x y":[1," \" "]}}"#, nil),
        (#""\u0061":1"#, #"{"\u0061":1}"#, #"{"a":1}"#),
        ("\"é\u{202E}\":\"\u{202E}\"", #"{"é\u202e":"\u202e"}"#, "{\"é\u{202E}\":\"\u{202E}\"}"),
        // A name may contain a dot.
        (#""price.new":1,"price":{"new":2}"#, #"{"price.new":1}"#, nil),
        // A member with a type but an invalid value isn't unknown: it has a diagnostic.
        (#""currency":{"tomorrow":1}"#, "", nil),
        (#""commitmentInfo":{"tomorrow":1,"billingPeriodNumber":1}"#, #"{"commitmentInfo":{"tomorrow":1}}"#, nil),
        (#""commitmentInfo":[{"tomorrow":1}]"#, "", nil),
        (
            #""advancedCommerceInfo":{"items":[{"SKU":"a"},{"SKU":"b","new":1},5,{"refunds":[{"new":2}]}]}"#,
            #"{"advancedCommerceInfo":{"items":[{},{"new":1},{},{"refunds":[{"new":2}]}]}}"#, nil
        ),
        (#""advancedCommerceInfo":{"items":[{"SKU":"a"}]}"#, "", nil),
        (#""advancedCommerceInfo":{"items":{"new":1}}"#, "", nil),
    ]

    @Test("They have the shape of the payload, and their values are as they were signed", arguments: shown.indices)
    func shapes(_ index: Int) throws {
        let (members, expected, encodedElsewise) = Self.shown[index]
        let (written, encoded) = try Self.json("{\(try Self.members(of: .transaction)),\(members)}")
        guard !expected.isEmpty else {
            #expect(!written.contains("unknownMembers") && !encoded.contains("unknownMembers"), "\(written)")
            return
        }
        #expect(written.contains(#""unknownMembers":"# + expected), "\(written)")
        #expect(encoded.contains(#""unknownMembers":"# + (encodedElsewise ?? expected)), "\(encoded)")
    }

    @Test("In a notification, nested JWS aren't unknown members, and other members are")
    func notification() throws {
        let text = """
            {"notificationType":"DID_RENEW","notificationUUID":"1","signedDate":0,"tomorrow":[],"data":{"environment":"Sandbox",\
            "bundleId":"a","signedTransactionInfo":"e.y.J","tomorrow":{}}}
            """
        let (written, _) = try Self.json(text)
        #expect(written.hasSuffix(#","unknownMembers":{"tomorrow":[],"data":{"tomorrow":{}}}}"#), "\(written)")
    }

    @Test("The output grows with the payload, and not faster")
    func size() throws {
        let members = try Self.members(of: .transaction)
        func count(_ elements: Int) throws -> Int {
            let refunds = Array(repeating: #"{"a":0}"#, count: elements).joined(separator: ",")
            let text = #"{\#(members),"advancedCommerceInfo":{"items":[{"refunds":[\#(refunds)]}]},"x":[\#(refunds)]}"#
            let payload = try TransactionPayload(json: Array(text.utf8))
            let unknown = try #require(payload.unknownMembers)
            #expect(unknown.count < text.utf8.count)
            return unknown.count
        }
        #expect(try count(20_000) - 20 * count(1_000) < 0)
    }
}
