import ReceiptEssentials
import ReceiptKitTesting

/// A transaction receipt to be made. When it was bought decides about its version, as it did at Apple's.
struct TransactionReceiptOrder {
    let receipt: TestTransactionReceipt
    let defects: [TransactionReceiptDefect]

    init(
        bundleIdentifier: String, isSandbox: Bool, purchase: TestPurchase?, created: Date?, identifierForVendor: UUID?,
        defects: [TransactionReceiptDefect]
    ) {
        let date = purchase?.purchaseDate ?? created
        let version: TestTransactionReceiptVersion =
            switch date {
            case let date? where date < .utc(2016, 5, 18): .two
            case let date? where date < .utc(2023, 8, 14): .three
            default: .four
            }
        var receipt = TestTransactionReceipt(
            version: version, bundleIdentifier: bundleIdentifier, isSandbox: isSandbox)
        if let date { (receipt.purchaseDate, receipt.originalPurchaseDate) = (date, date) }
        if let purchase { receipt.take(purchase) }
        if let identifierForVendor { receipt.identifierForVendor = identifierForVendor }
        self.receipt = receipt
        self.defects = defects
    }

    var signer: TestCertificate { TestAuthority.standard.transactionReceiptChain(for: receipt.version).signer }

    func issue() throws(TestKitError) -> IssuedEvidence {
        let authority = TestAuthority.standard
        let issued = try authority.issue(receipt, defects: defects)
        var evidence = IssuedEvidence(
            bytes: Array(issued.base64.utf8), root: try authority.rootCertificate, signedDate: receipt.purchaseDate)
        evidence.intermediate = try issued.issuerCertificate
        evidence.defects = defects.map { defect in
            (defect.name, defect.refusedAt.map { "rejected at the step \($0)" } ?? "accepted")
        }
        return evidence
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
