import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import TestSupport
import Testing

/// Tests access outside of periods, and access that ends later than its period: grace periods, renewals charged ahead,
/// and commitments.
@Suite("Timelines: access beyond periods")
struct TimelineAccessTests {
    private static let monthly = "com.example.monthly"

    private static func ledger(_ bodies: [String]) throws -> PurchaseLedger {
        let policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: try .roots(TestAuthority.standard.rootCertificates))
        let verifier = ReceiptVerifier(policy: policy)
        return try PurchaseLedger(merging: bodies.map { try verifier.verify(evidence: $0.utf8, at: .utc(2025, 1, 1)) })
    }

    /// Returns the texts of the picture, with wrapped sentences joined.
    private static func words(_ svg: String) -> String {
        svg.matches(of: /<text[^>]*>([^<]*)/).map { String($0.1) }.joined(separator: " ")
    }

    private static func titles(_ svg: String, _ word: String) -> [String] {
        svg.matches(of: /<title>([^<]*)/).map { String($0.1) }.filter { $0.contains(word) }
    }

    private static func text(_ ledger: PurchaseLedger, _ date: Date) throws -> String {
        try #require(LedgerTimeline(ledger, asOf: date).texts(columns: 80) { $1 }.first)
    }

    /// Returns April's period, with a renewal that fails on 1 May.
    private static func failing(for time: TestPeriod, until date: Date) throws -> PurchaseLedger {
        let story = TestStory(.autoRenewable(monthly, on: .utc(2024, 4, 1), transactionID: "410000000000001"))
            .failingToRenew(for: time, gracePeriod: .days(16)).renewing()
        let signed = Date.utc(2024, 5, 2)
        let status = try TestAuthority.standard.subscriptionBody(
            try #require(story.transactions(at: signed).last), try #require(story.renewalInfo(at: signed)))
        return try ledger([status] + story.transactions(at: date).map { try TestAuthority.standard.sign($0) })
    }

    @Test("A grace period is drawn until its end, and named with its date, also when it is over")
    func grace() throws {
        let ledger = try Self.failing(for: .days(60), until: .utc(2024, 5, 2))
        for date in [Date.utc(2024, 4, 10), .utc(2024, 5, 10), .utc(2024, 9, 1)] {
            let svg = LedgerTimeline(ledger, asOf: date).svg
            #expect(
                Self.titles(svg, "grace")
                    == ["com.example.monthly, grace period: 2024-05-01T00:00:00Z to 2024-05-17T00:00:00Z"])
            #expect(svg.contains(">grace period until 2024-05-17<"))
            #expect(svg.contains("class=\"grace-period"))
            #expect(try Self.text(ledger, date).contains("≈ grace period"))
        }
        let during = Self.words(LedgerTimeline(ledger, asOf: .utc(2024, 5, 10)).svg)
        #expect(during.contains("Entitled to com.example.monthly until 2024-05-17, in the grace period."))
        #expect(during.contains("In the grace period of com.example.monthly until 2024-05-17."))
        // The App Store retries the charge, and each attempt may fail.
        #expect(during.contains("Auto-renew is on.") && !during.contains("Will renew"))
        let after = Self.words(LedgerTimeline(ledger, asOf: .utc(2024, 5, 20)).svg)
        #expect(after.contains("Undetermined: com.example.monthly, a billing recovery may be missing."))
    }

    @Test("In billing retry the text says that auto-renew is on, not that it will renew")
    func retry() throws {
        let story = TestStory(.autoRenewable(Self.monthly, on: .utc(2024, 4, 1), transactionID: "410000000000001"))
            .failingToRenew(for: .days(60)).renewing()
        let signed = Date.utc(2024, 5, 2)
        let status = try TestAuthority.standard.subscriptionBody(
            try #require(story.transactions(at: signed).last), try #require(story.renewalInfo(at: signed)))
        let timeline = LedgerTimeline(try Self.ledger([status]), asOf: signed)
        let words = "In billing retry until 2024-06-30, without access. Auto-renew is on."
        #expect(Self.words(timeline.svg).contains(words), "\(Self.words(timeline.svg))")
        #expect(timeline.texts(columns: 80) { $1 }[0].contains("\n  Auto-renew is on.\n"))
    }

    @Test(
        "A recovery in the grace period hides it, and a later one keeps it",
        arguments: [(TestPeriod.days(3), [String]()), (.days(20), ["2024-05-01T00:00:00Z to 2024-05-17T00:00:00Z"])])
    func recovery(_ time: TestPeriod, _ dates: [String]) throws {
        let ledger = try Self.failing(for: time, until: .utc(2024, 5, 25))
        #expect(ledger.count == 2)
        #expect(
            Self.titles(LedgerTimeline(ledger, asOf: .utc(2024, 5, 25)).svg, "grace")
                == dates.map { "com.example.monthly, grace period: \($0)" })
    }

    @Test("A renewal that was charged ahead has its mark until its period begins")
    func ahead() throws {
        let renewal = TestPurchase.autoRenewable(Self.monthly, on: .utc(2024, 3, 1), transactionID: "410000000000002")
            .with { ($0.originalTransactionID, $0.originalPurchaseDate) = ("410000000000001", .utc(2024, 1, 1)) }
        var transaction = TestTransaction(renewal, signedDate: .utc(2024, 2, 29, 18))
        transaction.transactionReason = "RENEWAL"
        let ledger = try Self.ledger([TestAuthority.standard.sign(transaction)])
        let svg = LedgerTimeline(ledger, asOf: .utc(2024, 2, 29, 20)).svg
        #expect(
            Self.titles(svg, "charged ahead")
                == ["com.example.monthly, charged ahead: 2024-02-29T18:00:00Z to 2024-03-01T00:00:00Z"])
        #expect(
            Self.words(svg).contains(
                "Subscribed to com.example.monthly until 2024-04-01. Charged ahead: the period begins on 2024-03-01."))
        #expect(try Self.text(ledger, .utc(2024, 3, 10)).contains("» charged ahead"))
        let before = Self.words(LedgerTimeline(ledger, asOf: .utc(2024, 2, 29, 17)).svg)
        #expect(before.contains("No known period has begun. The next period begins on 2024-02-29."), "\(before)")
        #expect(before.contains("Undetermined: com.example.monthly, a renewal may be missing."))
    }

    @Test("A commitment's end is drawn once, and access ends earlier")
    func commitment() throws {
        let end = Int(Date.utc(2024, 10, 1).timeIntervalSince1970 * 1000)
        let periods = try (4...5).map { month in
            var transaction = TestTransaction(
                TestPurchase.autoRenewable(
                    Self.monthly, on: .utc(2024, month, 1), transactionID: "41000000000000\(month)"
                ).with { $0.originalTransactionID = "410000000000004" })
            transaction.billingPlanType = "MONTHLY"
            transaction.commitmentInfo =
                #"{"billingPeriodNumber":\#(month - 3),"totalBillingPeriods":6,"commitmentExpiresDate":\#(end)}"#
            return try TestAuthority.standard.sign(transaction)
        }
        let ledger = try Self.ledger(periods)
        let svg = LedgerTimeline(ledger, asOf: .utc(2024, 5, 10)).svg
        #expect(Self.titles(svg, "commitment") == ["com.example.monthly, commitment end: 2024-10-01T00:00:00Z"])
        #expect(svg.contains("<line class=\"commitment-end\""))
        #expect(svg.contains(">commitment until 2024-10-01<"))
        #expect(
            Self.words(svg).contains("Subscribed to com.example.monthly until 2024-06-01. Committed until 2024-10-01."))
        #expect(try Self.text(ledger, .utc(2024, 5, 10)).contains("╡ commitment end"))
        #expect(!Self.words(LedgerTimeline(ledger, asOf: .utc(2024, 7, 1)).svg).contains("Committed"))
    }

    @Test(
        "A fully refunded consumable is revoked, otherwise partly refunded",
        arguments: [
            ("REFUND_FULL", 100_000, "revoked"), ("REFUND_PRORATED", 33_000, "partly refunded"),
            ("REFUND_FULL", 33_000, "partly refunded"), ("REFUND_FULL", nil, "revoked"), (nil, nil, "revoked"),
            ("REFUND_PRORATED", nil, "partly refunded"), (nil, 100_000, "revoked"),
        ] as [(String?, Int64?, String)])
    func consumable(_ type: String?, _ percentage: Int64?, _ word: String) throws {
        let coins = TestPurchase.nonConsumable("com.example.coins", on: .utc(2024, 2, 10)).with {
            $0.productType = .consumable
        }
        var transaction = TestTransaction(coins, signedDate: .utc(2024, 3, 11))
        (transaction.revocationDate, transaction.revocationReason) = (.utc(2024, 3, 10), 0)
        (transaction.revocationType, transaction.revocationPercentage) = (type, percentage)
        let jws = try TestAuthority.standard.sign(transaction)
        let svg = LedgerTimeline(try Self.ledger([jws]), asOf: .utc(2024, 5, 2)).svg
        #expect(svg.contains(">\(word) 2024-03-10<"))
        #expect(Self.titles(svg, "coins").allSatisfy { $0.contains(", \(word) 2024-03-10T00:00:00Z") })
        #expect(svg.contains("<circle class=\"\(word == "revoked" ? "revoked" : "consumable")\""))
        #expect(Self.words(svg).contains("revoked") == (word == "revoked"))
        let result = try Receipt.run(
            ["ledger", "x", "--any-bundle-id", "--any-device", "--trust-root", "root.cer"],
            files: ["x": Array(jws.utf8), "root.cer": try Fixtures.file("jws-root.cer")])
        #expect(result.text.contains("2024-02-10 00:00Z  \(word) 2024-03-10"), "\(result.text)")
    }

    @Test("A non-renewing subscription is drawn for as long as the question says")
    func nonRenewing() throws {
        let season = TestPurchase.nonConsumable("com.example.season", on: .utc(2024, 2, 3)).with {
            $0.productType = .nonRenewable
        }
        let ledger = try Self.ledger([TestAuthority.standard.sign(TestTransaction(season))])
        let open = LedgerTimeline(ledger, asOf: .utc(2024, 2, 10)).svg
        #expect(Self.words(open).contains("How long a non-renewing subscription lasts isn't known."))
        var question = LedgerQuestion(asOf: .utc(2024, 2, 10))
        question.nonRenewing = [Array("com.example.season".utf8): 30]
        let svg = LedgerTimeline(ledger, question).svg
        #expect(
            Self.titles(svg, "season").first?.hasPrefix(
                "com.example.season, non-renewing: 2024-02-03T00:00:00Z to 2024-03-04T00:00:00Z") == true)
        #expect(!Self.words(svg).contains("How long"))
        #expect(Self.words(svg).contains("Entitled to com.example.season until 2024-03-04."))
    }
}
