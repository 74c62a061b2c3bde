import Foundation
import ReceiptFields
import TestSupport
import Testing

/// Compares the page *Field table* with the tables in the code. If RECEIPTKIT_WRITE_ANSWERS is set, writes the tables
/// first.
@Suite("Documentation: Field table")
struct FieldTableTests {
    static let tables: [(fields: [Field], type: String)] =
        [
            (AppReceipt.table.fields, "AppReceipt"), (InAppPurchase.table.fields, "InAppPurchase"),
            (TransactionReceiptPayload.table.fields, "TransactionReceiptPayload"),
            (AppStorePage.table.fields, "AppStorePage"),
        ] + PayloadObject.all.map { ($0.fields, $0.type) }

    /// Properties that differ from a nested type's name only by a capital letter.
    private static let likeTypes: Set = [
        "body", "commitmentInfo", "advancedCommerceInfo", "invitationManagement",
        "AdvancedCommerce/Offer/reason", "AdvancedCommerce/Refund/reason", "AdvancedCommerce/PriceIncreaseInfo/status",
    ]

    /// Returns the rows of a table without the column *since*, which the tables of JWS have.
    private static func rows(_ fields: [Field], _ type: String) -> [String] {
        fields.map { field in
            let property = (field.name?.description).map { name in
                let isLikeType = likeTypes.contains(name) || likeTypes.contains("\(type)/\(name)")
                return "``ReceiptFields/\(type)/\(name)\(isLikeType ? "-swift.property" : "")``"
            }
            return field.key.description.isEmpty
                ? "| \(field.type.rawValue) | \(property ?? "") | \(field.meaning): \(field.form.rawValue), \(field.rule) |"
                : "| `\(field.key)` | \(property ?? "") | \(field.form.rawValue), \(field.rule) |"
        }
    }

    @Test("Its tables are those of the code")
    func tables() throws {
        let page = try Pages.article("FieldTable").text
        var blocks = page.dropLast().components(separatedBy: "\n\n")
        for (fields, type) in Self.tables {
            let rows = Self.rows(fields, type)
            // Replace the table that has most of these rows, and keep its column *since*.
            let counts = blocks.map { block in rows.count { block.contains("\n" + $0) } }
            let index = try #require(counts.indices.max { counts[$0] < counts[$1] })
            guard counts[index] > 0 else {
                blocks += [
                    "### \(type)", (["| member | property | value |", "|---|---|---|"] + rows).joined(separator: "\n"),
                ]
                continue
            }
            let old = blocks[index].components(separatedBy: "\n")
            let hasSince = old[0].hasSuffix("| since |")
            let new = rows.map { row in old.first { $0.hasPrefix(row) } ?? (hasSince ? row + " |" : row) }
            blocks[index] = (old.prefix(2) + (hasSince ? new : rows)).joined(separator: "\n")
        }
        let text = blocks.joined(separator: "\n\n") + "\n"
        if ProcessInfo.processInfo.environment["RECEIPTKIT_WRITE_ANSWERS"] == "1" {
            let file = Pages.folder.appendingPathComponent("Articles/FieldTable.md")
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(page == text)
    }

    @Test("It explains every rule")
    func rules() throws {
        let page = try Pages.article("FieldTable").text
        for rule in Set(Self.tables.flatMap(\.fields).map { "\($0.rule)" }) {
            #expect(page.contains("- **\(rule)**:"))
        }
    }
}
