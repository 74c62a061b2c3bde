import Foundation
import Testing

/// CONTRIBUTING's *Adding a field* names the files that a field is in, and there are five.
@Suite("Documentation: Adding a field")
struct AddingFieldTests {
    /// Attribute 10, and a member of a signed transaction.
    private static let fields: [(name: String, files: Set<String>)] = [
        (
            "ageRating",
            [
                "Sources/ReceiptFields/Payloads/Receipt/AppReceipt.swift",
                "Sources/ReceiptKitTesting/Receipt/TestReceipt*.swift",
                "Documentation.docc/Articles/FieldTable.md", "Documentation.docc/Articles/CommandLineAndJSON.md",
                "Documentation.docc/ReceiptFields/AppReceipt.md",
            ]
        ),
        (
            "storefrontID",
            [
                "Sources/ReceiptFields/Payloads/StoreKit/TransactionPayload.swift",
                "Sources/ReceiptKitTesting/JWS/TestTransaction.swift", "Documentation.docc/Articles/FieldTable.md",
                "Documentation.docc/Articles/CommandLineAndJSON.md",
                "Documentation.docc/ReceiptFields/TransactionPayload.md",
            ]
        ),
    ]

    @Test("A field is in five files, beside the test kit's topics and what tests it")
    func files() throws {
        let pages = try Pages.all().map { (file: "Documentation.docc/\($0)", text: $0.text) }
        let sources = try Pages.files("Sources").map { file in
            (file: file, text: try Pages.text(Pages.root.appendingPathComponent(file)))
        }
        for (name, expected) in Self.fields {
            let found = (pages + sources).filter { file, text in
                !file.hasPrefix("Documentation.docc/ReceiptKitTesting/") && text.contains(name)
            }
            #expect(Set(found.map { Self.normalised($0.file) }) == expected, "\(name)")
        }
    }

    /// What the test kit writes of a receipt, and reads of its model, is in extensions of one type.
    private static func normalised(_ file: String) -> String {
        guard file.hasPrefix("Sources/ReceiptKitTesting/Receipt/TestReceipt") else { return file }
        return "Sources/ReceiptKitTesting/Receipt/TestReceipt*.swift"
    }
}
