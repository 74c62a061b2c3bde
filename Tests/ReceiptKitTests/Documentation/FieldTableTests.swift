import Foundation
import ReceiptFields
import Testing

/// The page *The field table* is the table in the code.
@Suite("Documentation: The field table")
struct FieldTableTests {
    @Test(
        "Its tables are those of the code",
        arguments: [(Field.receipt, "AppReceipt"), (Field.purchase, "InAppPurchase")])
    func tables(_ fields: [Field], _ type: String) throws {
        let rows = fields.map { field in
            let property = field.name.map { "``ReceiptFields/\(type)/\($0)``" } ?? ""
            let number = field.type.rawValue
            return "| \(number) | \(property) | \(field.meaning): \(field.form.rawValue), \(field.rule) |"
        }
        let table = (["| number | property | meaning |", "|---|---|---|"] + rows)
            .joined(separator: "\n")
        #expect(try Pages.article("FieldTable").text.contains("\n\(table)\n"), "it should have: \(table)")
    }

    @Test("It explains every rule")
    func rules() throws {
        let page = try Pages.article("FieldTable").text
        for rule in Set((Field.receipt + Field.purchase).map { "\($0.rule)" }) {
            #expect(page.contains("- **\(rule)**:"))
        }
    }
}
