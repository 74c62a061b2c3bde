import ArgumentParser
import ReceiptEssentials
import ReceiptKitTesting

/// Issues an iOS 6 transaction receipt.
extension IssueCommand {
    func transactionReceipt() throws -> IssuedEvidence {
        let (receipt, defects) = try transactionReceiptOrder
        let authority = TestAuthority.standard
        do throws(TestKitError) {
            let issued = try authority.issue(receipt, defects: defects)
            return IssuedEvidence(
                bytes: Array(issued.base64.utf8), root: try authority.rootCertificate, signedDate: receipt.purchaseDate,
                intermediate: try issued.issuerCertificate,
                defects: defects.map { defect in
                    (defect.name, defect.refusedAt.map { "rejected at the step \($0)" } ?? "accepted")
                })
        } catch { throw ValidationError("\(error).") }
    }

    /// The receipt to sign, and the defects to add. The purchase date decides the version of the signature, as it did for Apple's receipts.
    var transactionReceiptOrder: (receipt: TestTransactionReceipt, defects: [TransactionReceiptDefect]) {
        get throws {
            guard [.production, .sandbox].contains(environment) else {
                throw ValidationError("Transaction receipts have no environment \(environment).")
            }
            let date = purchases.first?.purchaseDate ?? created
            let version: TestTransactionReceiptVersion =
                switch date {
                case let date? where date < .utc(2016, 5, 18): .two
                case let date? where date < .utc(2023, 8, 14): .three
                default: .four
                }
            var receipt = TestTransactionReceipt(
                version: version, bundleIdentifier: bundleID, isSandbox: environment == .sandbox)
            if let date { (receipt.purchaseDate, receipt.originalPurchaseDate) = (date, date) }
            if let purchase = purchases.first { receipt.take(purchase) }
            if let identifier = device?.identifierForVendor { receipt.identifierForVendor = identifier }
            return (receipt, try defectOptions.map { try $0.of("transactionReceipt") })
        }
    }
}

extension TestTransactionReceipt {
    fileprivate mutating func take(_ purchase: TestPurchase) {
        productID = purchase.productID
        purchasedQuantity = Int(clamping: purchase.purchasedQuantity)
        transactionID = purchase.transactionID
        originalTransactionID = purchase.originalTransactionID ?? transactionID
        originalPurchaseDate = purchase.originalPurchaseDate ?? purchaseDate
        expirationDate = purchase.expirationDate
        webOrderLineItemID = purchase.webOrderLineItemID == 0 ? nil : purchase.webOrderLineItemID
    }
}
