import Foundation
import ReceiptKitTesting
import TestSupport
import Testing
import receipt

/// Tests the questions of a customer's support about many files.
@Suite("receipt verify and ledger, for support")
struct SupportTests {
    private static let options = [
        "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer", "--trust-root", "jws-root.cer",
    ]

    private static func files() throws -> [String: [UInt8]] {
        var files = [
            "root.cer": try Fixtures.file("root.cer"), "jws-root.cer": try Fixtures.file("jws-root.cer"),
            "d/3-page.html": Array("<html>".utf8),
        ]
        files["d/1-trial.receipt"] = try Fixtures.file("receipts/trial.receipt")
        files["d/2-flipped.receipt"] = try Fixtures.file("receipts/refused-content-flipped.receipt")
        files["d/4-other.jws"] = try Fixtures.file("jws/refused-other-app.jws")
        return files
    }

    @Test("--short has a line for each file: verdict, code, class, products and name")
    func short() throws {
        let result = try Receipt.run(["verify", "d", "--short"] + Self.options, files: try Self.files())
        #expect(result.status == 66)
        let cells = result.lines.map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
        #expect(
            cells == [
                ["verified", "-", "-", "com.example.monthly", "d/1-trial.receipt"],
                ["refused", "signature.invalid", "damaged", "-", "d/2-flipped.receipt"],
                ["unreadable", "input.notReceipt", "notEvidence", "-", "d/3-page.html"],
                ["refused", "bundleIdentifier.mismatch", "policy", "-", "d/4-other.jws"],
            ])
    }

    @Test(
        "--only prints the files with a verdict, in every format, and counts all",
        arguments: [("verified", ["1"]), ("rejected", ["2", "4"]), ("unreadable", ["3"])])
    func only(_ word: String, _ places: [String]) throws {
        let files = try Self.files()
        let short = try Receipt.run(["verify", "d", "--short", "--only", word] + Self.options, files: files)
        #expect(short.lines.map { $0.firstMatch(of: /d\/(\d)/).map { String($0.1) } } == places)
        #expect(short.status == 66)
        #expect(short.errors.contains("1 verified, 2 refused") && short.errors.contains("1 unreadable"))
        let json = try Receipt.run(["verify", "d", "--format", "json", "--only", word] + Self.options, files: files)
        #expect(try json.objects.map { $0["file"]?.string?.dropFirst(2).prefix(1) } == places.map { $0[...] })
    }

    @Test(
        "Contradicting options are reported",
        arguments: [
            ["verify", "x", "--short", "--format", "json"], ["verify", "--batch", "--short"],
            ["verify", "--batch", "--only", "rejected"], ["verify", "x", "--only", "refused"],
            ["verify", "x", "--only", "verified", "--format", "verify-receipt"], ["ledger", "x", "--group", "--merge"],
            ["ledger", "--batch", "--group"], ["ledger", "x", "--group", "--svg", "a.svg"],
        ])
    func misuse(_ arguments: [String]) throws {
        let result = try Receipt.run(arguments + ["--any-bundle-id", "--any-device"])
        #expect(result.status == 64, "\(result.errors)")
    }

    @Test("--group builds a ledger for each customer's files, which share an original transaction")
    func group() throws {
        func signed(_ purchase: TestPurchase) throws -> [UInt8] {
            Array(try TestAuthority.standard.sign(TestTransaction(purchase)).utf8)
        }
        let monthly = TestPurchase.subscription(
            "com.example.monthly", from: .utc(2024, 1, 1), periods: 2, transactionID: "410000000000001")
        let other = TestPurchase.autoRenewable(
            "com.example.monthly", on: .utc(2024, 2, 1), transactionID: "410000000000009")
        var files = [
            "jws-root.cer": try Fixtures.file("jws-root.cer"), "root.cer": try Fixtures.file("root.cer"),
            "d/3.html": Array("<html>".utf8),
        ]
        files["d/1.jws"] = try signed(monthly[0])
        files["d/2.jws"] = try signed(other)
        files["d/4.jws"] = try signed(monthly[1])
        let arguments = ["ledger", "d", "--group", "--as-of", "2024-02-15"] + Self.options
        let result = try Receipt.run(arguments + ["--format", "json"], files: files)
        #expect(result.status == 66)
        let objects = try result.objects
        #expect(objects.map(\.verdict) == ["verified", "verified", "unreadable"])
        #expect(objects[0]["files"]?.array?.map(\.string) == ["d/1.jws", "d/4.jws"])
        #expect(objects[0]["ledger"]?["purchases"]?.array?.count == 2)
        #expect(objects[1]["file"]?.string == "d/2.jws" && objects[2]["file"]?.string == "d/3.html")
        let text = try Receipt.run(arguments, files: files).text
        #expect(text.contains("2 files, one ledger\n  d/1.jws\n  d/4.jws\n"))
    }

    @Test("A run without a terminal reports its progress once a minute")
    func heartbeat() {
        var heartbeat = Progress.Heartbeat()
        let due = [0, 59, 60, 61, 119, 120.5, 180, 181, 400, 401].filter { heartbeat.isDue(at: $0) }
        #expect(due == [60, 120.5, 181, 400])
    }
}
