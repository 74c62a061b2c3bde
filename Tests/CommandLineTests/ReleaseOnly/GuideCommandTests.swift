import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Runs the scripts of *Migrating from verifyReceipt* and *Testing your purchase code* as printed, with the `receipt`
/// under test.
@Suite("Documentation: scripts of the guides")
struct GuideCommandTests {
    /// Returns a page's blocks of a language.
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
        let receipt = """
            receipt() {
                case $1 in verify) set -- "$@" $MORE ;; esac
                '\(Receipt.executable.path)' "$@"
            }

            """
        return try Program.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", folders + receipt + script], files: files,
            environment: ["COLUMNS": "", "MORE": "--trust-root root.cer --trust-root jws-root.cer"])
    }

    @Test("The comparison prints the renewal, which is in Apple's answer but not in the receipt")
    func comparison() throws {
        let script = try #require(blocks("sh", "MigratingFromVerifyReceipt").first { $0.contains("receipt compare") })
        let shown = try #require(blocks("text", "MigratingFromVerifyReceipt").first)
        let story = TestStory(
            .autoRenewable("com.example.monthly", on: .utc(2024, 1, 15), transactionID: "410000000000100")
        ).renewing()
        let receipt = Data(try TestAuthority.standard.sign(story.receipt(at: .utc(2024, 1, 16)))).base64EncodedString()
        let later = try #require(story.transactions(at: .utc(2024, 2, 16)).last)
        func request(_ evidence: String) -> [UInt8] {
            Array(#"{"receipt-data":"\#(receipt)","password":"x"\#(evidence)}"#.utf8)
        }
        let roots = ["root.cer": try Fixtures.file("root.cer"), "jws-root.cer": try Fixtures.file("jws-root.cer")]
        // Apple would respond with the renewal. Later evidence gives the same response here.
        let known = #","evidence":["\#(try TestAuthority.standard.sign(later))"]"#
        let answer = try Receipt.run(
            [
                "verify", "later.json", "--bundle-id", "com.example.app", "--any-device", "--trust-root", "root.cer",
                "--trust-root", "jws-root.cer", "--format", "verify-receipt",
            ], files: roots.merging(["later.json": request(known)]) { $1 })
        #expect(answer.status == 0)
        let files = roots.merging(["7.request": request(""), "7.answer": answer.output]) { $1 }
        let result = try run(script, files: files)
        #expect(result.text.trimmingCharacters(in: .newlines) == shown, "\(result.errors)")

        let same = files.merging(["7.request": request(known)]) { $1 }
        #expect(try run(script, files: same).output == [])
    }

    @Test("Subscriptions from a shell, in their grace period and refunded", arguments: [(0, "grace"), (1, "revoked")])
    func issued(_ block: Int, _ state: String) throws {
        let script = try blocks("sh", "TestingYourPurchaseCode")[block]
        let result = try run(script)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains(state), "\(result.text)")
    }
}
