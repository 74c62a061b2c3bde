import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests input that people send by mistake: it is read if it is still evidence, and otherwise the error says what it
/// is.
@Suite("Honest mistakes")
struct HonestMistakeTests {
    private static let now = Date.utc(2024, 6, 1)

    private static func verifier() throws -> ReceiptVerifier {
        ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: [JWSSubject.app], device: .unchecked,
                trust: .roots(TestAuthority.standard.rootCertificates)))
    }

    private static func verify(_ bytes: some Collection<UInt8>) throws -> VerifiedEvidence {
        try verifier().verify(evidence: bytes, at: now)
    }

    private static func jws() throws -> String {
        try TestAuthority.standard.sign(TestTransaction(.exampleSubscription))
    }

    private static func receipt(_ purchases: Int = 1) throws -> [UInt8] {
        let all = (0..<purchases).map { TestPurchase.nonConsumable("com.example.\($0)", on: .utc(2024, 1, 1)) }
        return try TestAuthority.standard.sign(TestReceipt(creationDate: .utc(2024, 5, 1), purchases: all))
    }

    @Test("White space around a JWS, and quotation marks around evidence, are passed over and change no digest")
    func around() throws {
        let (jws, receipt) = (try Self.jws(), Data(try Self.receipt()).base64EncodedString())
        for text in [jws, receipt, #"{"signedTransactionInfo":"\#(jws)"}"#] {
            let expected = try Self.verify(text.utf8)
            for space in [" ", "\t", "\n", "\r\n", " \n\t "] {
                for other in [space + text, text + space, space + text + space] {
                    let found = try Self.verify(other.utf8)
                    #expect(found == expected && found.contentDigest == expected.contentDigest)
                    #expect(try Self.verify((space + TestJSONObject.string(other) + space).utf8) == expected)
                }
            }
        }
        let spaced = "\n \(jws)\t"
        let escaped = TestJSONObject.string(spaced)
        let expected = VerifiedEvidence.transaction(try Self.verifier().verify(transaction: jws, at: Self.now))
        #expect(try Self.verify(#"{"signedTransactionInfo":\#(escaped)}"#.utf8) == expected)
        #expect(try Self.verify(#"{"signedTransactions":[\#(escaped)]}"#.utf8) == .list([expected]))
        #expect(try Self.verify(#"{"evidence":\#(escaped)}"#.utf8) == expected)
    }

    @Test("White space inside a JWS is an error, and so it is around one that a signature covers")
    func inside() throws {
        let jws = try Self.jws()
        for place in [10, jws.count / 2, jws.count - 10] {
            for space in [" ", "\n", "\t", "\r"] {
                let text = jws.prefix(place) + space + jws.dropFirst(place)
                let error = #expect(throws: VerificationError.self) { try Self.verify(text.utf8) }
                #expect(error?.code == "input.base64")
            }
        }
        var notification = TestNotification()
        notification.changes.set(
            "data", #"{"bundleId":"com.example.app","environment":"Production","signedTransactionInfo":" \#(jws)"}"#)
        let signed = try TestAuthority.standard.sign(notification)
        let error = #expect(throws: VerificationError.self) { try Self.verify(signed.utf8) }
        #expect(error?.code == "input.base64")
    }

    @Test(
        "Text in quotation marks that is no JSON string of evidence",
        arguments: ["\"", "\"a", "'a'", "\"a\" b", "\"\\\"a\\\"\""])
    func quoted(_ text: String) {
        #expect(throws: VerificationError.malformed(FormatError(.quoted, offset: 0))) { try Self.verify(text.utf8) }
    }

    @Test("Only JSON of at most 64 KiB is searched for the members of a payload", arguments: [0, 1])
    func largeDecoded(_ more: Int) {
        let (start, end) = (#"{"transactionId":"1","signedDate":1,"a":""#, #""}"#)
        let padding = String(repeating: "a", count: 65_536 + more - start.utf8.count - end.utf8.count)
        let error = #expect(throws: VerificationError.self) { try Self.verify((start + padding + end).utf8) }
        #expect(error?.code == (more == 0 ? "input.decoded" : "evidence.empty"))
    }

    @Test("A text that begins with an apostrophe, in a JSON body")
    func quotedInBody() {
        let error = #expect(throws: VerificationError.self) { try Self.verify(#"{"evidence":["'a'"]}"#.utf8) }
        #expect(error?.code == "input.quoted")
    }

    @Test("Quoted text in UTF-16 is UTF-16 first")
    func quotedUTF16() {
        for order in [[0, 1], [1, 0]] {
            let text = "\"MIITMIIT\"".utf8.flatMap { character in order.map { $0 == 0 ? character : 0 } }
            #expect(throws: VerificationError.malformed(FormatError(.utf16, offset: 0))) { try Self.verify(text) }
        }
    }

    @Test("A latest receipt that is no text is named, where there is no other evidence")
    func latestReceipt() {
        for member in ["latest_receipt", "latest_expired_receipt"] {
            for value in ["7", "{}", "[\"MIIT\"]", "true"] {
                let error = #expect(throws: VerificationError.self) {
                    try Self.verify("{\"\(member)\":\(value)}".utf8)
                }
                #expect(error?.code == "json.shape")
                #expect(error.map { "\($0)" }?.contains(member) == true)
            }
        }
    }

    @Test("If each + became a space, all receipts fail with the same error")
    func pluses() throws {
        var counts: Set<Int> = []
        for purchases in 0..<40 {
            let base64 = Data(try Self.receipt(purchases)).base64EncodedString()
            let text = base64.replacingOccurrences(of: "+", with: " ")
            counts.insert(base64.count { $0 == "+" } % 4)
            guard let space = text.firstIndex(of: " ") else { continue }
            let offset = text.utf8.distance(from: text.startIndex, to: space)
            let expected = FormatError(.invalidBase64(.spaces), offset: offset)
            #expect(throws: VerificationError.malformed(expected)) { try Self.verify(text.utf8) }
            #expect(throws: VerificationError.malformed(expected)) {
                try Self.verifier().verify(base64: text, at: Self.now)
            }
        }
        #expect(counts == [0, 1, 2, 3])
    }

    @Test("Base64 with a space between its lines is whole, of a receipt in DER and in BER")
    func spacesBetweenLines() throws {
        let issued = try TestAuthority.standard.issue(TestReceipt(creationDate: .utc(2024, 5, 1)))
        var inBER = issued.signedData
        inBER.envelope = .ber(chunkSize: 100)
        for bytes in [issued.bytes, inBER.encoded] {
            let base64 = Data(bytes).base64EncodedString()
            let lines = stride(from: 0, to: base64.count, by: 76).map { base64.dropFirst($0).prefix(76) }
            #expect(try Self.verify(lines.joined(separator: " ").utf8) == Self.verify(base64.utf8))
        }
    }

    @Test("A receipt that a program decoded as text")
    func text() throws {
        let receipt = try Self.receipt()
        let latin1 = String(String.UnicodeScalarView(receipt.map { Unicode.Scalar($0) }))
        for text in [latin1, String(decoding: receipt, as: UTF8.self)] {
            #expect(throws: VerificationError.malformed(FormatError(.invalidLength(.encodedAgain), offset: 0))) {
                try Self.verify(text.utf8)
            }
        }
    }

    static let decoded: [(String, PayloadKind)] = [
        (#"{"transactionId":"1","bundleId":"com.example.app","signedDate":1}"#, .transaction),
        (#"{"autoRenewProductId":"p","originalTransactionId":"1"}"#, .renewalInfo),
        (#"{"receiptType":"Production","bundleId":"com.example.app"}"#, .appTransaction),
        (#"{"notificationType":"TEST","data":{"signedTransactionInfo":"a.b.c"}}"#, .notification),
    ]

    @Test("The JSON of a payload isn't signed, whether it comes as it is, in base64 or as evidence", arguments: decoded)
    func unsigned(_ text: String, _ kind: PayloadKind) {
        let base64 = Data(text.utf8).base64EncodedString()
        let url = base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        for one in [text, " " + text, base64, url.replacingOccurrences(of: "=", with: ""), #"{"evidence":\#(text)}"#] {
            #expect(throws: VerificationError.malformed(FormatError(.decoded(kind), offset: 0)), "\(one)") {
                try Self.verify(one.utf8)
            }
        }
    }

    @Test("A mistake is named in the member that has it, too")
    func members() throws {
        let receipt = try Self.receipt()
        let hex = receipt.map { String(format: "%02x", $0) }.joined()
        let json = #"{"transactionId":"1"}"#
        let table: [(member: String, text: String, reason: FormatError.Reason)] = [
            ("receipt-data", json, .decoded(.transaction)), ("receipt-data", hex, .hexadecimal),
            ("receipt-data", "%PDF-1.7", .notReceipt(looksLike: .pdf)), ("receipt-data", "\"MIIT\"", .quoted),
            ("receipt-data", "<html>", .notReceipt(looksLike: .markup)),
            ("receipt-data", "MIME-Version: 1.0", .notReceipt(looksLike: .mail)),
            ("signedTransactionInfo", json, .decoded(.transaction)),
            ("signedPayload", #"{"notificationType":"TEST"}"#, .decoded(.notification)),
            ("signedTransactionInfo", Data(json.utf8).base64EncodedString(), .decoded(.transaction)),
        ]
        for (member, text, reason) in table {
            #expect(
                throws: VerificationError.malformed(FormatError(reason, offset: 0)), "\(member): \(text.prefix(20))"
            ) {
                try Self.verify("{\"\(member)\":\(TestJSONObject.string(text))}".utf8)
            }
        }
    }

    @Test("If each + of an iOS 6 receipt became a space, its member is named")
    func transactionReceiptPluses() throws {
        let list = try TestAuthority.standard.issue(TestTransactionReceipt()).bytes
        let text = String(decoding: list, as: UTF8.self).replacingOccurrences(of: "+", with: " ")
        let error = #expect(throws: FormatError.self) { try UnverifiedTransactionReceipt(Array(text.utf8)) }
        #expect(error?.reason == .invalidBase64(.spaces))
    }

    @Test("A JWS instead of an app receipt gets a hint where to send it")
    func jwsAsReceipt() throws {
        let expected = VerificationError.malformed(FormatError(.jsonWebSignature, offset: 0))
        #expect(expected.code == "input.jws")
        let jws = try Self.jws()
        #expect(throws: expected) { try Self.verifier().verify(base64: jws, at: Self.now) }
        #expect(throws: expected) { try Self.verifier().verify(Array(jws.utf8), at: Self.now) }
        #expect(throws: expected) { try Self.verify(#"{"receipt-data":"\#(jws)"}"#.utf8) }
    }
}
