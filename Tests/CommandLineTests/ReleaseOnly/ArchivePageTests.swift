import Foundation
import TestSupport
import Testing

/// Runs the commands of the pages *Archives and the command line* and *Analyzing purchases* as printed. `Tests/tables` runs the Python.
@Suite("Documentation: Archives and the command line")
struct ArchivePageTests {
    @Test("Every shell block runs, and a batch that was interrupted ends as one that wasn't")
    func commands() throws {
        let root = Fixtures.folder.deletingLastPathComponent()
        // In the order of their files: the table is made of the folder and the customers.
        let page = try ["ArchivesAndCommandLine", "AnalyzingPurchases"].map {
            try String(contentsOf: root.appendingPathComponent("Documentation.docc/Articles/\($0).md"), encoding: .utf8)
        }.joined()
        let blocks = page.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        #expect(blocks.count == 5)

        let receipt = try Fixtures.file("receipts/production.receipt")
        let line = Data(receipt).base64EncodedString()
        let jws = try String(decoding: Fixtures.file("jws/renewal.jws"), as: UTF8.self)
        let customers = ["b", "a", "b"].map { "{\"key\":\"\($0)\",\"evidence\":\"\(jws)\"}\n" }.joined()
        let files = [
            "root.cer": try Fixtures.file("root.cer"), "jws-root.cer": try Fixtures.file("jws-root.cer"),
            "receipts/1.der": receipt, "receipts/2.der": receipt,
            "archive.jsonl": Array("\(line)\n{\"id\":7,\"receipt\":\"\(line)\"}\n\(jws)\n".utf8),
            "customers.jsonl": Array(customers.utf8),
        ]
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("receipts"), withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
        func lines(_ name: String) throws -> [Substring] {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).split(
                whereSeparator: \.isNewline)
        }

        // Adds the roots that the test kit's evidence needs.
        let program = """
            set -e
            cd '\(folder.path)'
            receipt() { '\(Receipt.executable.path)' "$@" --at 2026-01-01 --trust-root root.cer --trust-root jws-root.cer; }

            """
        var verdicts: [Substring] = []
        for block in blocks {
            if block.contains("--resume-from") {
                verdicts = try lines("verdicts.jsonl")
                let interrupted = verdicts[0] + "\n" + verdicts[1].prefix(20)
                try Data(interrupted.utf8).write(to: folder.appendingPathComponent("verdicts.jsonl"))
            }
            let result = try Program.run(URL(fileURLWithPath: "/bin/sh"), ["-c", program + block])
            #expect(result.status == 0, "\(block): \(result.errors)")
        }
        #expect(verdicts.count == 3 && verdicts.allSatisfy { $0.contains("\"verdict\":\"verified\"") })
        #expect(try lines("whole.jsonl") == verdicts)
        #expect(try lines("ledgers.jsonl").count == 2)
        #expect(try lines("purchases.csv").count == 3)
    }
}
