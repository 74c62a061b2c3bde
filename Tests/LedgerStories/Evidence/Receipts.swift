import ReceiptKit
import ReceiptKitTesting

/// Creates app receipts of the customer: everything as of the creation date.
struct Receipts {
    let customer: Customer

    /// - Parameter isOther: True for another account of the customer, which bought nothing that renews.
    func receipt(at date: Seconds, device: UInt8, isOther: Bool, _ dice: inout StoryDice) throws -> StoryPiece {
        var rows: [TestPurchase] = []
        var copies: [StoryPiece.Copy] = []
        for (index, purchase) in customer.purchases.enumerated() where purchase.charged <= date {
            // A consumable disappears once the app has finished it.
            let isGone = purchase.product == StoryProduct.coins && (date > purchase.start + 86_400 || dice.chance(50))
            // A receipt has one purchase per line item.
            let isSame =
                purchase.isAddition
                && customer.purchases[..<index].contains { $0.lineItem == purchase.lineItem }
            if isGone || isOther || isSame { continue }
            rows.append(row(purchase, at: date, &dice))
            copies.append(copy(index, at: date))
        }
        if isOther { rows.append(other) }
        let isSandbox = customer.place == .sandbox
        let receipt = TestReceipt(
            bundleIdentifier: Verified.app, environment: isSandbox ? .sandbox : .production,
            device: Array(repeating: device, count: 16), creationDate: LedgerStories.date(date),
            purchases: rows)
        return StoryPiece(
            evidence: try Verified.receipt(receipt), kind: isOther ? .otherReceipt : .receipt, date: date,
            text: "receipt of device \(device), purchases: \(rows.count)", copies: copies)
    }

    private func copy(_ index: Int, at date: Seconds) -> StoryPiece.Copy {
        let purchase = customer.purchases[index]
        return StoryPiece.Copy(
            purchase: index, date: date, isReceipt: true, isRevoked: revocation(purchase, at: date) != nil,
            isTyped: purchase.ownership == "FAMILY_SHARED", isUpgraded: false, end: purchase.end(at: date))
    }

    /// Returns the revocation that a receipt shows. Sandbox receipts never show revocations (Apple,
    /// `cancellation_date`), and no receipt shows those of consumables.
    private func revocation(_ purchase: StoryPurchase, at date: Seconds) -> StoryPurchase.Revocation? {
        guard customer.place == .production, purchase.product != StoryProduct.coins else { return nil }
        return purchase.revocation.flatMap { $0.holds(at: date) ? $0 : nil }
    }

    private func row(_ purchase: StoryPurchase, at date: Seconds, _ dice: inout StoryDice) -> TestPurchase {
        let type: TestProductType =
            switch purchase.product.kind {
            case _ where purchase.product == StoryProduct.suite: TestProductType(rawValue: 7)
            case .unknown: TestProductType(rawValue: 8)
            case .subscription: .autoRenewable
            case .nonConsumable: .nonConsumable
            case .consumable: .consumable
            case .nonRenewing: .nonRenewable
            }
        var row = TestPurchase(
            productID: purchase.product.id, productType: type, purchaseDate: LedgerStories.date(purchase.start),
            transactionID: purchase.id, expirationDate: purchase.end(at: date).map(LedgerStories.date))
        row.originalTransactionID = purchase.original
        row.originalPurchaseDate = LedgerStories.date(purchase.originalDate)
        row.webOrderLineItemID = purchase.lineItem ?? 0
        row.purchasedQuantity = purchase.quantity
        row.ownershipType = purchase.ownership == "FAMILY_SHARED" ? 1 : purchase.ownership == "PURCHASED" ? 0 : nil
        if purchase.offer?.type == 1 {
            row.isTrialPeriod = purchase.offer?.discount == "FREE_TRIAL"
            row.isInIntroOfferPeriod = !row.isTrialPeriod
        }
        if let revocation = revocation(purchase, at: date) {
            row.cancellationDate = LedgerStories.date(revocation.date)
            row.cancellationReason = Int64(revocation.reason)
        }
        if let restored = purchase.restored.last(where: { $0.from <= date }) {
            // As in 2014, or with its own identifiers.
            let isOld = dice.chance(50)
            row.transactionID = isOld ? purchase.id : restored.value
            row.purchaseDate = LedgerStories.date(isOld ? date : restored.from)
        }
        return row
    }

    private var other: TestPurchase {
        TestPurchase(
            productID: "souvenir", productType: .nonConsumable, purchaseDate: LedgerStories.date(customer.start),
            transactionID: "490000000000001")
    }
}
