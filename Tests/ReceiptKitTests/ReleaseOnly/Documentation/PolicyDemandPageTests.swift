import Foundation
import ReceiptReports
import TestSupport
import Testing

@Suite("The demands of a policy in the documentation")
struct PolicyDemandPageTests {
    /// Returns the demand's location in JSON, with `…` for its value.
    private static func json(_ member: PolicyDemand.Member) -> String {
        switch member {
        case .named(let name): "\"\(name)\": …"
        case .part(let part, let name): "\"\(name)\": {\"\(part)\": …}"
        case .word(let word, let name): "\"\(name)\": \"\(word)\""
        }
    }

    @Test("The page of the command line shows the table")
    func page() throws {
        var table = "| option | member of a policy in JSON | meaning |\n|---|---|---|\n"
        for demand in PolicyDemand.all {
            let value = demand.valueName.map { " \($0.uppercased().replacingOccurrences(of: "|", with: "\\|"))" } ?? ""
            table += "| `--\(demand.option)\(value)` | `\(Self.json(demand.member))` | \(demand.help) |\n"
        }
        let page = try Pages.article("CommandLineAndJSON").text
        let heading = "\n## Options that say what to accept\n"
        let parts = page.components(separatedBy: heading)
        let section = try #require(parts.last).components(separatedBy: "\n## ")
        // The table comes between the section's first paragraph and its last one.
        let old = section[0].components(separatedBy: "\n\n").map {
            $0.hasPrefix("| option |") ? String(table.dropLast()) : $0
        }
        let text =
            parts[0] + heading + ([old.joined(separator: "\n\n")] + section.dropFirst()).joined(separator: "\n## ")
        if ProcessInfo.processInfo.environment["RECEIPTKIT_WRITE_ANSWERS"] == "1" {
            let file = Pages.folder.appendingPathComponent("Articles/CommandLineAndJSON.md")
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(page.contains(table))
        #expect(page == text)
    }
}
