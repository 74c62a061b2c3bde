import Foundation
import ReceiptFields
import TestSupport
import Testing

/// Compares the page *Field table* with the tables in the code.
@Suite("Documentation: Field table")
struct FieldTableTests {
    static let tables: [(fields: [Field], type: String)] =
        [
            (AppReceipt.table.fields, "AppReceipt"), (InAppPurchase.table.fields, "InAppPurchase"),
            (TransactionReceiptPayload.table.fields, "TransactionReceiptPayload"),
            (RealtimeRequestPayload.table.fields, "RealtimeRequestPayload"),
            (AppStorePage.table.fields, "AppStorePage"),
        ] + PayloadObject.all.map { ($0.fields, $0.type) }

    /// Properties that differ from a nested type's name only by a capital letter.
    private static let likeTypes: Set = [
        "body", "commitmentInfo", "advancedCommerceInfo", "invitationManagement",
        "AdvancedCommerce/Offer/reason", "AdvancedCommerce/Refund/reason", "AdvancedCommerce/PriceIncreaseInfo/status",
    ]

    /// The accepted values of the column *since* in the tables of JWS.
    private static var versions: Regex<(Substring, Substring)> {
        /\| (2025-03|2026-03|2026-05|API 1\.23|Notifications 2\.1[67]) \|$/
    }

    @Test("Its tables are those of the code", arguments: FieldTableTests.tables.indices)
    func rows(_ index: Int) throws {
        let (fields, type) = Self.tables[index]
        let isNumbered = fields.contains { $0.key.description.isEmpty }
        let head = isNumbered ? "| number | property | meaning |" : "| member | property | value |"
        let rows = fields.map { field in
            let property = (field.name?.description).map { name in
                let isLikeType = Self.likeTypes.contains(name) || Self.likeTypes.contains("\(type)/\(name)")
                return "``ReceiptFields/\(type)/\(name)\(isLikeType ? "-swift.property" : "")``"
            }
            return isNumbered
                ? "| \(field.type.rawValue) | \(property ?? "") | \(field.meaning): \(field.form.rawValue), \(field.rule) |"
                : "| `\(field.key)` | \(property ?? "") | \(field.form.rawValue), \(field.rule) |"
        }
        let text = ([head, "|---|---|---|"] + rows).joined(separator: "\n")
        let isJWS = PayloadObject.all.contains { $0.type == type }
        let page = try Pages.article("FieldTable").text
        #expect(
            (isJWS ? Self.withoutVersions(page) : page).contains("\n\(text)\n"), "it should have:\n\(text)")
    }

    /// Returns the page with the tables of JWS without their last column.
    private static func withoutVersions(_ page: String) -> String {
        page.replacing(
            "| member | property | value | since |\n|---|---|---|---|",
            with: "| member | property | value |\n|---|---|---|"
        )
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.replacing(versions, with: "|") }.joined(separator: "\n")
    }

    @Test("It explains every rule")
    func rules() throws {
        let page = try Pages.article("FieldTable").text
        for rule in Set(Self.tables.flatMap(\.fields).map { "\($0.rule)" }) {
            #expect(page.contains("- **\(rule)**:"))
        }
    }
}
