import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// The scripts of *Migrating from verifyReceipt* and *Testing your purchase code*, as printed, with `receipt` as the one under test.
@Suite("Documentation: scripts of the guides")
struct GuideCommandTests {
    /// The blocks of a language on a page.
    private func blocks(_ language: String, _ page: String) throws -> [String] {
        let file = Fixtures.folder.deletingLastPathComponent().appendingPathComponent(
            "Documentation.docc/Articles/\(page).md")
        return try String(contentsOf: file, encoding: .utf8).components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }

    private func run(_ script: String, files: [String: [UInt8]] = [:]) throws -> Program.Result {
        let folders =
            "mkdir requests apple; for f in *.request; do mv $f requests/${f%.request}.json; done 2>/dev/null; "
            + "for f in *.answer; do mv $f apple/${f%.answer}.json; done 2>/dev/null\n"
        let receipt = "receipt() { '\(Receipt.executable.path)' \"$@\" $MORE; }\n"
        return try Program.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", folders + receipt + script], files: files,
            environment: ["COLUMNS": "", "MORE": files["root.cer"] == nil ? "" : "--trust-root root.cer"])
    }

    @Test("The comparison prints what Apple's answer has and the receipt does not: the renewal")
    func comparison() throws {
        let script = try #require(blocks("sh", "MigratingFromVerifyReceipt").first { $0.contains("compared()") })
        let shown = try #require(blocks("text", "MigratingFromVerifyReceipt").first)
        let story = TestStory(
            .autoRenewable("com.example.monthly", on: .utc(2024, 1, 15), transactionID: "410000000000100")
        ).renewing()
        func request(_ date: Date) throws -> [UInt8] {
            let receipt = Data(try TestAuthority.standard.sign(story.receipt(at: date))).base64EncodedString()
            return Array(#"{"receipt-data":"\#(receipt)","password":"x"}"#.utf8)
        }
        let root = try Fixtures.file("root.cer")
        // Apple would answer with the renewal, as this does for a later receipt.
        let answer = try Receipt.run(
            [
                "verify", "later.json", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer",
                "--format", "verify-receipt",
            ], files: ["later.json": try request(.utc(2024, 2, 16)), "root.cer": root])
        #expect(answer.status == 0)
        let files = ["7.request": try request(.utc(2024, 1, 16)), "7.answer": answer.output, "root.cer": root]
        let result = try run(script, files: files)
        #expect(result.text.trimmingCharacters(in: .newlines) == shown, "\(result.errors)")

        let same = files.merging(["7.answer": answer.output, "7.request": try request(.utc(2024, 2, 16))]) { $1 }
        #expect(try run(script, files: same).output == [])
    }

    @Test("A subscription in its grace period, from a shell")
    func grace() throws {
        let script = try #require(blocks("sh", "TestingYourPurchaseCode").first)
        let result = try run(script)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("grace"), "\(result.text)")
    }
}
