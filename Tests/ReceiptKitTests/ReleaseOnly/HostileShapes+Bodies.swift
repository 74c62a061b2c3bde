import Foundation
import ReceiptKitTesting
import TestSupport

extension HostileShape {
    /// Hostile JSON bodies, requests for a ledger, and iOS 6 transaction receipts, which are read before a signature is
    /// checked.
    static let bodies: [HostileShape] = [
        HostileShape("JWS-12 a name in escapes", .evidence, "evidence.empty") { named(3_100_000) },
        HostileShape("JWS-12 the longest name in escapes", .evidence, "evidence.empty") { named(large) },
        HostileShape("JWS-12 a name in escapes, of a request", .ledger, "json.shape") { named(3_100_000) },
        HostileShape("a list of numbers", .ledger, "limit.evidence") { list("evidence", "0", size: 16_600_000) },
        HostileShape("a list of texts with an escape", .ledger, "limit.evidence") {
            list("evidence", #""\/""#, size: 16_600_000)
        },
        HostileShape("a list of objects", .ledger, "limit.evidence") { list("evidence", "{}", size: 16_600_000) },
        HostileShape("transactions without end", .evidence, "limit.evidence") { list("signedTransactions", #""""#) },
        HostileShape("notifications without end", .evidence, "limit.evidence") { list("notificationHistory", "{}") },
        HostileShape("groups without end", .evidence, "limit.evidence") { list("data", "{}") },
        HostileShape("statuses without end", .evidence, "limit.evidence") {
            Array(#"{"data":[{"lastTransactions":["#.utf8) + repeated("{}", size: large) + Array("]}]}".utf8)
        },
        HostileShape("numbers in a member that nobody knows", .evidence, "evidence.empty") { list("a", "1") },
        HostileShape("numbers behind evidence that Apple has elsewhere", .evidence, "evidence.empty") {
            let jws = try TestAuthority.standard.sign(TestTransaction(.exampleSubscription))
            return Array(#"{"jws":"\#(jws)","#.utf8) + list("a", "1").dropFirst()
        },
        HostileShape("texts that begin as receipts", .evidence, "evidence.empty") {
            list("a", "\"MII" + String(repeating: "T", count: 70) + "\"")
        },
        HostileShape("texts that begin as JWS", .evidence, "evidence.empty") {
            list("a", "\"eyJ" + String(repeating: "a", count: 70) + "\"")
        },
        HostileShape("texts that begin as JSON", .evidence, "evidence.empty") {
            list("a", "\"{" + String(repeating: "a", count: 70) + "\"")
        },
        HostileShape("JSON in texts of JSON", .evidence, "evidence.empty") {
            (0..<3).reduce(list("a", "1", size: large / 2)) { text, _ in
                Array((#"{"a":"# + TestJSONObject.string(String(decoding: text, as: UTF8.self)) + "}").utf8)
            }
        },
        HostileShape("JSON in base64 in JSON", .evidence, "evidence.empty") {
            let text = Array("{\n\"a\":".utf8) + list("a", "1", size: large / 2) + Array("}".utf8)
            return Array(#"{"a":"\#(Data(text).base64EncodedString())"}"#.utf8)
        },
        HostileShape("a list that isn't a body", .evidence, "json.shape") {
            Array("[".utf8) + repeated("[\"MII" + String(repeating: "T", count: 70) + "\"]", size: large)
                + Array("]".utf8)
        },
        HostileShape("an iOS 6 receipt of keys of one length", .transactionReceipt, "accepted") {
            let list = try TestAuthority.standard.issue(TestTransactionReceipt()).list
            return TestPropertyList(similarKeys(950_000).map { TestPropertyList.Pair($0, "1") } + list.pairs).bytes
        },
        HostileShape("an iOS 6 receipt that signs keys of one length", .transactionReceipt, "accepted") {
            var receipt = TestTransactionReceipt()
            for key in similarKeys(690_000) { receipt.changes[key] = "1" }
            return try TestAuthority.standard.issue(receipt).bytes
        },
    ]

    /// An honest iOS 6 transaction receipt of about this size, most of it one signed value.
    static func honestTransactionReceipt(size: Int) throws -> [UInt8] {
        var receipt = TestTransactionReceipt()
        receipt.changes["more"] = String(repeating: "a", count: max(0, size / 4 * 3 - 4_000))
        return try TestAuthority.standard.issue(receipt).bytes
    }

    /// An object of one member, whose name has six bytes for each character.
    private static func named(_ size: Int) -> [UInt8] {
        Array(#"{""#.utf8) + repeated(#"\u0041"#, size: size, separator: "") + Array(#"":0}"#.utf8)
    }

    private static func list(_ name: String, _ element: String, size: Int = large) -> [UInt8] {
        Array("{\"\(name)\":[".utf8) + repeated(element, size: size) + Array("]}".utf8)
    }

    private static func repeated(_ element: String, size: Int, separator: String = ",") -> [UInt8] {
        BulkReceipt.repeated(Array((element + separator).utf8), size: size) + Array(element.utf8)
    }

    /// As many keys as there is room for, which differ in their last bytes alone.
    private static func similarKeys(_ size: Int) -> [String] {
        let start = String(repeating: "k", count: size / 230)
        return (100..<330).map { start + String($0) }
    }
}
