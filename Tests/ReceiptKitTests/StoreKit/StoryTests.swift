import Foundation
import ReceiptKitTesting
import Testing

/// Checks that a story's receipt and transactions agree at every date.
@Suite("Test kit: stories")
struct StoryTests {
    private static let monthly = TestPurchase.autoRenewable("com.example.monthly", on: .utc(2024, 1, 31))

    @Test("The story of the page")
    func example() throws {
        let monthly = TestPurchase.autoRenewable(
            "com.example.monthly", on: .utc(2024, 1, 31))
        let story = TestStory(monthly)
            .renewing(times: 2)
            .changing(
                to: "com.example.yearly", on: .utc(2024, 4, 10),
                every: .years(1)
            )
            .refunded(prorated: 75)
        let authority = TestAuthority.standard
        let receipt = try authority.sign(story.receipt())
        let signed = try story.transactions().map { try authority.sign($0) }
        let bodies = try story.notifications().map {
            try authority.notificationBody($0)
        }

        #expect(!receipt.isEmpty)
        #expect(signed.count == 4)
        #expect(bodies.count == 5)
        let dates = story.purchases().map(\.purchaseDate)
        #expect(dates == [.utc(2024, 1, 31), .utc(2024, 2, 29), .utc(2024, 3, 31), .utc(2024, 4, 10)])
        let transactions = story.transactions()
        #expect(transactions.map(\.isUpgraded) == [nil, nil, true, nil])
        #expect(transactions.map(\.transactionReason) == ["PURCHASE", "RENEWAL", "RENEWAL", "PURCHASE"])
        #expect(Set(transactions.map(\.originalTransactionID)).count == 1)
        #expect(Set(transactions.map(\.transactionID)).count == 4)
        #expect(Set(transactions.map(\.webOrderLineItemID)).count == 4)
        let last = try #require(transactions.last)
        // Three quarters of the year remain.
        #expect(last.revocationDate == .utc(2024, 7, 10, 6))
        #expect((last.revocationType, last.revocationPercentage) == ("REFUND_PRORATED", 75_000))
        #expect(last.expirationDate == .utc(2025, 4, 10))
    }

    @Test("Renewals count from the first date, and again from where a customer comes back")
    func dates() {
        let story = TestStory(Self.monthly).renewing().renewing().lapsing(for: .days(40)).renewing(times: 2)
        #expect(
            story.purchases().map(\.purchaseDate) == [
                .utc(2024, 1, 31), .utc(2024, 2, 29), .utc(2024, 3, 31), .utc(2024, 6, 9), .utc(2024, 7, 9),
            ])
        #expect(
            story.transactions().map(\.transactionReason) == ["PURCHASE", "RENEWAL", "RENEWAL", "PURCHASE", "RENEWAL"])
    }

    @Test("Evidence contains nothing that happened after its date")
    func knowledge() {
        let story = TestStory(Self.monthly).renewing().changing(to: "com.example.yearly", on: .utc(2024, 3, 10))
            .refunded(on: .utc(2024, 3, 12), reason: 1).reversingRefund(on: .utc(2024, 3, 20))
        let before = story.transactions(at: .utc(2024, 3, 9))
        #expect(before.map(\.isUpgraded) == [nil, nil])
        #expect(before.allSatisfy { $0.signedDate == .utc(2024, 3, 9) })
        #expect(story.transactions(at: .utc(2024, 3, 11)).map(\.isUpgraded) == [nil, true, nil])
        #expect(story.transactions(at: .utc(2024, 3, 11)).map(\.revocationDate) == [nil, nil, nil])
        let refunded = story.transactions(at: .utc(2024, 3, 15))[2]
        #expect((refunded.revocationDate, refunded.revocationReason) == (.utc(2024, 3, 12), 1))
        #expect((refunded.revocationType, refunded.revocationPercentage) == ("REFUND_FULL", 100_000))
        let reversed = story.transactions(at: .utc(2024, 3, 21))[2]
        #expect((reversed.revocationDate, reversed.revocationReason) == (nil, nil))
        #expect((reversed.revocationType, reversed.revocationPercentage) == (nil, nil))
        #expect(story.receipt(at: .utc(2024, 2, 1)).purchases == [Self.monthly])
    }

    @Test("A family share that is revoked")
    func familyShare() {
        let story = TestStory(Self.monthly).renewing().revokingFamilyShare(on: .utc(2024, 3, 5))
        #expect(story.purchases().map(\.ownershipType) == [1, 1])
        #expect(story.purchases().map(\.cancellationDate) == [nil, .utc(2024, 3, 5)])
        let transactions = story.transactions()
        #expect(transactions.map(\.ownershipType) == ["FAMILY_SHARED", "FAMILY_SHARED"])
        #expect(transactions.map(\.revocationType) == [nil, "FAMILY_REVOKE"])
        #expect(transactions.map(\.revocationPercentage) == [nil, nil])
    }

    @Test("Renewal info shows the next event of the story")
    func renewalInfo() throws {
        let story = TestStory(Self.monthly).renewing().changing(to: "com.example.weekly", every: .weeks(1))
            .lapsing(for: .days(90)).renewing()
        func info(_ date: Date) throws -> TestRenewalInfo { try #require(story.renewalInfo(at: date)) }
        #expect(try info(.utc(2024, 2, 1)).autoRenewProductID == "com.example.monthly")
        #expect(try info(.utc(2024, 3, 1)).autoRenewProductID == "com.example.weekly")
        let last = try info(.utc(2024, 4, 2))
        #expect((last.autoRenewStatus, last.expirationIntent, last.renewalDate) == (0, nil, nil))
        #expect(try info(.utc(2024, 4, 10)).expirationIntent == 1)
        #expect(try info(.utc(2024, 4, 10)).recentSubscriptionStartDate == .utc(2024, 1, 31))
        let back = try #require(story.renewalInfo())
        #expect(back.autoRenewStatus == 1)
        #expect(back.recentSubscriptionStartDate == .utc(2024, 7, 6))
        #expect(TestStory(.nonConsumable("com.example.pro", on: .utc(2024, 1, 1))).renewalInfo() == nil)
    }

    @Test("A downgrade begins where the period ends, and upgrades nothing")
    func downgrade() {
        let story = TestStory(Self.monthly).changing(to: "com.example.basic")
        #expect(story.purchases().map(\.purchaseDate) == [.utc(2024, 1, 31), .utc(2024, 2, 29)])
        #expect(story.transactions().map(\.isUpgraded) == [nil, nil])
        #expect(story.transactions().map(\.transactionReason) == ["PURCHASE", "RENEWAL"])
    }

    @Test("A consumable that was refunded")
    func consumable() {
        let story = TestStory(.consumable("com.example.coins", on: .utc(2024, 1, 1))).refunded()
        #expect(story.lastDate == .utc(2024, 1, 2, 1))
        #expect(story.transactions().map(\.revocationDate) == [.utc(2024, 1, 2)])
        #expect(story.transactions().map(\.type) == ["Consumable"])
    }
}
