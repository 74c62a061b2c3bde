import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Verifies the receipt and the transactions of a story, and checks that they agree field by field, on every day of it.
@Suite("Stories, verified")
struct StoryAgreementTests {
    static let monthly = TestPurchase.autoRenewable("com.example.monthly", on: .utc(2024, 1, 31))

    static let stories: [TestStory] = [
        TestStory(monthly),
        TestStory(monthly.trial()).renewing(times: 3),
        TestStory(monthly.promotional(offerID: "spring")).renewing(), TestStory(monthly.introductory()).renewing(),
        TestStory(monthly).renewing(times: 2).changing(
            to: "com.example.yearly", on: .utc(2024, 4, 10), every: .years(1)
        )
        .refunded(prorated: 75),
        TestStory(monthly).changing(to: "com.example.basic").lapsing(for: .days(70)).renewing(times: 2).refunded(
            reason: 1),
        TestStory(monthly).renewing().refunded().reversingRefund(on: .utc(2024, 3, 10)).renewing(),
        TestStory(monthly).renewing().revokingFamilyShare(on: .utc(2024, 3, 5)),
        TestStory(.nonConsumable("com.example.pro", on: .utc(2024, 2, 1))).refunded(),
        TestStory(.nonConsumable("com.example.pro", on: .utc(2024, 2, 1))).familyShared(),
        TestStory(.consumable("com.example.coins", on: .utc(2024, 2, 1))),
        TestStory(.nonRenewable("com.example.season", on: .utc(2024, 2, 1))).refunded(prorated: 30),
    ]

    /// The values that a receipt's purchase and a transaction share.
    struct Row: Equatable {
        var ids: [String?]
        var productID: String
        var dates: [Date?]
        var purchasedQuantity: Int?
        var productType: ProductType?
        var ownershipType: OwnershipType?
        var revocation: RevocationReason?
        var isTrial: Bool
        var isIntroductory: Bool
        var promotionalOfferID: String?
    }

    @Test(arguments: stories)
    func agreement(_ story: TestStory) throws {
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked,
                trust: .roots(TestAuthority.standard.rootCertificates)))
        let start = try #require(story.purchases().first).purchaseDate
        let days = max(1, Int(story.lastDate.timeIntervalSince(start) / 86_400))
        for day in Set([0, days / 3, days / 2, days]) {
            let date = day == days ? story.lastDate : TestPeriod.days(day).date(after: start)
            let receipt = try verifier.verify(TestAuthority.standard.sign(story.receipt(at: date)), at: date)
            var transactions: [VerifiedTransaction] = []
            for transaction in story.transactions(at: date) {
                transactions.append(
                    try verifier.verify(transaction: TestAuthority.standard.sign(transaction), at: date))
            }
            #expect(receipt.creationDate == date)
            #expect(transactions.allSatisfy { $0.signedDate == date })
            let rows = receipt.purchases.sorted { $0.purchaseDate < $1.purchaseDate }.map(Row.init)
            #expect(rows == transactions.map { Row($0.transaction) })
            #expect(rows.count == story.purchases(at: date).count)
            guard let renewalInfo = story.renewalInfo(at: date), let last = transactions.last else { continue }
            _ = try verifier.verify(
                transaction: TestAuthority.standard.sign(try #require(story.transactions(at: date).last)),
                renewalInfo: TestAuthority.standard.sign(renewalInfo), at: date)
            #expect(renewalInfo.productID == last.productID)
        }
    }
}

extension StoryAgreementTests.Row {
    init(_ purchase: InAppPurchase) {
        self.init(
            ids: [
                purchase.transactionID, purchase.originalTransactionID,
                purchase.webOrderLineItemID.flatMap { $0 == 0 ? nil : String($0) },
            ],
            productID: purchase.productID,
            dates: [
                purchase.purchaseDate, purchase.originalPurchaseDate, purchase.expirationDate,
                purchase.cancellationDate,
            ],
            purchasedQuantity: purchase.purchasedQuantity, productType: purchase.productType,
            ownershipType: purchase.ownershipType,
            revocation: purchase.cancellationReason, isTrial: purchase.isTrialPeriod == true,
            isIntroductory: purchase.isInIntroOfferPeriod == true, promotionalOfferID: purchase.promotionalOfferID)
    }

    init(_ transaction: TransactionPayload) {
        let offer = transaction.offer
        self.init(
            ids: [transaction.transactionID, transaction.originalTransactionID, transaction.webOrderLineItemID],
            productID: transaction.productID,
            dates: [
                transaction.purchaseDate, transaction.originalPurchaseDate, transaction.expirationDate,
                transaction.revocationDate,
            ],
            purchasedQuantity: transaction.purchasedQuantity, productType: transaction.productType,
            ownershipType: transaction.ownershipType, revocation: transaction.revocationReason,
            isTrial: offer?.type == .introductory && offer?.paymentMode == .freeTrial,
            isIntroductory: offer?.type == .introductory && offer?.paymentMode != .freeTrial,
            promotionalOfferID: offer?.type == .promotional ? offer?.id : nil)
    }
}
