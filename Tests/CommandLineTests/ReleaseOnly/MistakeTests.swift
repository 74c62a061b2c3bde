import Foundation
import ReceiptKitTesting
import ReceiptReports
import TestSupport
import Testing

/// Tests input that people send by mistake: as a file, through standard input, and as a line of a batch.
@Suite("Honest mistakes, at the command line")
struct MistakeTests {
    private static func answers(_ bytes: [UInt8]) throws -> [(way: String, answer: JSON)] {
        let files = ["x": bytes, "jws-root.cer": try Fixtures.file("jws-root.cer")]
        let root = ["--trust-root", "jws-root.cer"]
        var answers = [
            ("file", try Receipt.verify(files, ["x"], root).object),
            ("standard input", try Receipt.verify(files, ["-"], root, input: bytes).object),
        ]
        // A line must be text without line breaks.
        if !bytes.contains(UInt8(ascii: "\n")), String(validating: bytes, as: UTF8.self) != nil {
            let all = files.merging(["root.cer": try Fixtures.file("root.cer")]) { $1 }
            let line = try Receipt.run(Receipt.batchArguments + root, files: all, input: bytes + [0x0A])
            answers.append(("batch", try line.object))
        }
        return answers
    }

    private static func jws() throws -> String {
        try TestAuthority.standard.sign(TestTransaction(.exampleSubscription))
    }

    private static func receipt() throws -> [UInt8] {
        try TestAuthority.standard.sign(TestReceipt(creationDate: .utc(2024, 5, 1), purchases: [.exampleSubscription]))
    }

    @Test("Input that is still evidence is read")
    func read() throws {
        let (jws, receipt) = (try Self.jws(), Data(try Self.receipt()).base64EncodedString())
        let table: [(String, kind: String)] = [
            (" \(jws) ", "transaction"), (jws + "\r", "transaction"), (jws + "\n\n", "transaction"),
            ("\"\(jws)\"", "transaction"), (" \"\(receipt)\" ", "appReceipt"),
            (#"{"evidence":["\#(jws)"]}"#, "list"),
            (#"{"evidence":{"signedTransactionInfo":"\#(jws)"}}"#, "transaction"),
            (#"{"latest_expired_receipt":"\#(receipt)","notification_type":"CANCEL"}"#, "appReceipt"),
        ]
        for (text, kind) in table {
            for (way, answer) in try Self.answers(Array(text.utf8)) {
                #expect(answer.verdict == "verified", "\(way): \(text.prefix(20)): \(answer)")
                #expect(answer["kind"]?.string == kind, "\(way): \(text.prefix(20))")
            }
        }
    }

    @Test("Other input is reported, with a remedy")
    func named() throws {
        let (jws, receipt) = (try Self.jws(), try Self.receipt())
        let base64 = Data(receipt).base64EncodedString()
        let latin1 = String(String.UnicodeScalarView(receipt.map { Unicode.Scalar($0) }))
        let hex = receipt.map { String(format: "%02x", $0) }.joined()
        let table: [([UInt8], code: String, message: String)] = [
            (Array(#"{"receipt-data":"\#(jws)"}"#.utf8), "input.jws", "where an app receipt (PKCS#7) was expected"),
            (
                Array(#"{"transactionId":"1","bundleId":"com.example.app"}"#.utf8), "input.decoded",
                "a transaction that was decoded"
            ),
            (Array(#"{"notificationType":"TEST"}"#.utf8), "input.decoded", "a notification that was decoded"),
            (
                Array(Data(#"{"transactionId":"1"}"#.utf8).base64EncodedString().utf8), "input.decoded",
                "a transaction that was decoded"
            ),
            (Array(base64.replacingOccurrences(of: "+", with: " ").utf8), "input.base64", "turned each + into a space"),
            (Array(latin1.utf8), "der.length", "text that was decoded and encoded again"),
            (Array(hex.utf8), "input.hex", "hexadecimal digits"),
            (base64.utf16.flatMap { [UInt8($0 & 0xFF), 0] }, "input.utf16", "UTF-16"),
            (Array("'\(jws)'".utf8), "input.quoted", "quotation marks"),
            ([0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0, count: 40), "input.notReceipt", "a picture"),
            ([0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 40), "input.notReceipt", "a ZIP archive"),
            (Array("%PDF-1.7 a".utf8), "input.notReceipt", "a PDF"),
            (Array("From: no_reply@email.apple.com".utf8), "input.notReceipt", "an e-mail"),
            (Array("<html>".utf8), "input.notReceipt", "neither a receipt nor a signed transaction"),
            (
                Array(#"{"receipt-data":[48,130]}"#.utf8), "json.shape",
                "Expected a string, found an array in member receipt-data"
            ),
            (Array("eyJhbGciOiJFUzI1NiJ9.e30".utf8), "jws.format", "this text has 2"),
        ]
        for (bytes, code, message) in table {
            for (way, answer) in try Self.answers(bytes) {
                #expect(answer.errorCode == code, "\(way): \(answer)")
                let error = try #require(answer["error"])
                #expect(error["message"]?.string?.contains(message) == true, "\(way): \(error)")
                #expect(error["hint"]?.string != nil)
            }
        }
    }

    @Test("Every mistake has one name, in a file, through standard input and as a line", arguments: try Mistake.all())
    func alike(_ mistake: Mistake) throws {
        for (way, answer) in try Self.answers(mistake.bytes) {
            // An array in a batch is probably the whole file, so it gets a different error.
            if way == "batch", mistake.bytes.first == UInt8(ascii: "[") { continue }
            #expect(answer.errorCode == mistake.code, "\(way): \(answer)")
            let error = try #require(answer["error"])
            #expect(error["class"]?.string == mistake.class, "\(way): \(error)")
            let text = "\(error["message"]?.string ?? "") \(error["hint"]?.string ?? "")"
            for words in mistake.says { #expect(text.contains(words), "\(way): \(text)") }
            for words in mistake.neverSays { #expect(!text.contains(words), "\(way): \(text)") }
            #expect(error["support"]?.string?.isEmpty == false)
        }
    }
}
