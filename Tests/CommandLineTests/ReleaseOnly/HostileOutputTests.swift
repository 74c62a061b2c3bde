import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import TestSupport
import Testing
import receipt

/// Tests hostile strings of a receipt in the command line's output: in JSON, in pictures, and in commands for pasting.
@Suite("Hostile texts in the output")
struct HostileOutputTests {
    @Test("Markup stays text, even with combining characters after a bracket")
    func picture() throws {
        let name = "\u{0D4E}<svg onload='alert(1)'/>\u{0301}&\"\u{0301}"
        let receipt = TestReceipt(purchases: [
            .autoRenewable(name, on: .utc(2024, 4, 1), for: .months(1), transactionID: "410000000000001")
        ])
        let policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: try .roots([TestAuthority.standard.rootCertificate]))
        let verified = try ReceiptVerifier(policy: policy)
            .verify(TestAuthority.standard.sign(receipt), at: .utc(2024, 5, 2))
        let ledger = try PurchaseLedger(merging: [verified])
        let svg = LedgerTimeline(ledger, asOf: .utc(2024, 5, 2)).svg
        let escaped = "\u{0D4E}&lt;svg onload='alert(1)'/&gt;\u{0301}&amp;&quot;\u{0301}"
        #expect(
            svg.unicodeScalars.split(separator: "\n").filter { String($0).utf8.contains(UInt8(ascii: "&")) }.count > 0)
        #expect(svg.utf8.firstRange(of: escaped.utf8) != nil)
        #expect(svg.utf8.firstRange(of: "<svg onload".utf8) == nil)
    }

    @Test(
        "A quoted argument is one word for a shell",
        arguments: ["it's", "a'\u{0301}; echo PWNED; '\u{0301}", "'", "''", "\u{0D4E}'\u{0D4E}", "$(x)`y`\"\\"])
    func shellWord(_ word: String) throws {
        let result = try Program.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", "printf '%s|' \(ShellWord.quoted(word))"])
        #expect(Array(result.text.utf8) == Array("\(word)|".utf8))
    }

    @Test(
        "JSON escapes what text escapes, and is the same text all the same",
        arguments: [
            ("é漢😀", #""é漢😀""#), ("\u{7F}\u{85}\u{9B}", #""\u007f\u0085\u009b""#),
            ("\u{202E}\u{2066}\u{200E}\u{61C}", #""\u202e\u2066\u200e\u061c""#),
            ("\u{200B}\u{200D}\u{FEFF}\u{AD}", #""\u200b\u200d\ufeff\u00ad""#),
            ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{E000}\u{378}", #""\ue000\u0378""#),
            ("\u{E0001}\u{10FFFD}", #""\udb40\udc01\udbff\udffd""#),
        ])
    func json(_ text: String, _ json: String) throws {
        var writer = JSONWriter()
        writer.string(text)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
    }

    @Test("Exactly the necessary characters are escaped")
    func allCharacters() {
        for value: UInt32 in 0..<0x3100 {
            guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
            let text = String(Character(scalar))
            #expect((JSONWriter.escaped(text) == text) == (SafeText.printable(text) == text), "\(value)")
        }
    }

    @Test("Escapes don't cause JSON to be copied")
    func linear() {
        func cost(_ text: String) -> Double {
            Stopwatch.microseconds(rounds: 5, iterations: 1) {
                var json = JSONWriter()
                json.array(0..<20_000) { json, _ in json.string(text) }
                #expect(json.bytes.count > 600_000)
            }.best
        }
        let (plain, escaped) = (
            cost("0123456789abcdef0123456789abcdef"), cost("0123456789abcdef0123456789abcde\"")
        )
        // Copying would make it 200 times slower; an escaped string alone takes a few times as long as a plain one.
        #expect(escaped < 40 * plain, "\(escaped) µs, plain \(plain) µs")
    }

    @Test("A picture of many products and gaps grows with their number, not with its square")
    func pictureSize() throws {
        func size(_ count: Int) throws -> Int {
            let start = Date.utc(2010, 1, 1)
            let purchases = (0..<count).map { index in
                TestPurchase.autoRenewable(
                    "com.example.\(index)", on: start.addingTimeInterval(Double(index) * 172_800), for: .days(1),
                    transactionID: "\(410_000_000_000_000 + index)"
                ).with { $0.originalTransactionID = "410000000000000" }
            }
            let policy = try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked,
                trust: try .roots([TestAuthority.standard.rootCertificate]))
            let receipt = TestReceipt(creationDate: .utc(2024, 5, 1), purchases: purchases)
            let verified = try ReceiptVerifier(policy: policy)
                .verify(TestAuthority.standard.sign(receipt), at: .utc(2024, 5, 2))
            let ledger = try PurchaseLedger(merging: [verified])
            let svg = LedgerTimeline(ledger, asOf: .utc(2024, 5, 2)).svg
            #expect(svg.components(separatedBy: "<title>com.example.").count == count + 1)
            return svg.utf8.count
        }
        let (small, large) = (try size(100), try size(400))
        #expect(large < 5 * small, "\(small) and \(large) bytes")
    }
}
