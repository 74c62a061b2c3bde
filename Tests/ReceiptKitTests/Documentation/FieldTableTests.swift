import Foundation
import ReceiptFields
import Testing

/// The page *The field table* is the tables in the code.
@Suite("Documentation: The field table")
struct FieldTableTests {
    static let tables: [(table: FieldTable, type: String)] = [
        (AppReceipt.table, "AppReceipt"), (InAppPurchase.table, "InAppPurchase"),
        (TransactionReceiptPayload.table, "TransactionReceiptPayload"),
        (TransactionPayload.table, "TransactionPayload"),
        (RenewalInfoPayload.table, "RenewalInfoPayload"), (AppTransactionPayload.table, "AppTransactionPayload"),
        (NotificationPayload.table, "NotificationPayload"),
        (NotificationPayload.PurchaseData.table, "NotificationPayload/PurchaseData"),
        (NotificationPayload.Summary.table, "NotificationPayload/Summary"),
        (NotificationPayload.ExternalPurchaseToken.table, "NotificationPayload/ExternalPurchaseToken"),
        (NotificationPayload.AppData.table, "NotificationPayload/AppData"),
        (RealtimeRequestPayload.table, "RealtimeRequestPayload"), (AppStorePage.table, "AppStorePage"),
    ]

    @Test("Its tables are those of the code", arguments: FieldTableTests.tables.indices)
    func rows(_ index: Int) throws {
        let (table, type) = Self.tables[index]
        let isNumbered = table.fields.contains { $0.key.description.isEmpty }
        let head = isNumbered ? "| number | property | meaning |" : "| member | property | value |"
        let rows = table.fields.map { field in
            let isBody = field.name == "body"
            let property = field.name.map { "``ReceiptFields/\(type)/\($0)\(isBody ? "-swift.property" : "")``" } ?? ""
            return isNumbered
                ? "| \(field.type.rawValue) | \(property) | \(field.meaning): \(field.form.rawValue), \(field.rule) |"
                : "| `\(field.key)` | \(property) | \(field.form.rawValue), \(field.rule) |"
        }
        let text = ([head, "|---|---|---|"] + rows).joined(separator: "\n")
        #expect(try Pages.article("FieldTable").text.contains("\n\(text)\n"), "it should have:\n\(text)")
    }

    @Test("It explains every rule")
    func rules() throws {
        let page = try Pages.article("FieldTable").text
        for rule in Set(Self.tables.flatMap(\.table.fields).map { "\($0.rule)" }) {
            #expect(page.contains("- **\(rule)**:"))
        }
    }
}
