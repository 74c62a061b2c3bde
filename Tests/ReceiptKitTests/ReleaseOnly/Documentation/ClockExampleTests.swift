import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// A clock that never goes back.
struct SteadyClock {
    /// Store it from one launch of the app to the next.
    private(set) var floor: Date

    /// The date to use when the device's clock says `clock`.
    mutating func now(_ clock: Date) -> Date {
        floor = max(floor, clock)
        return floor
    }

    /// The present is never earlier than the date of verified evidence.
    mutating func learn(from ledger: PurchaseLedger) {
        let receipts = ledger.sources.map(\.creationDate)
        let purchases = ledger.map(\.evidenceDate)
        floor = (receipts + purchases).reduce(floor, max)
    }
}

/// Tests the clock of *Entitlements and time*.
@Suite("Documentation: a clock that was set back")
struct ClockExampleTests {
    private let monthly = "com.example.monthly"
    private let created = Date.utc(2024, 5, 2)
    /// The device's clock: according to it, the subscription is active again.
    private let setBack = Date.utc(2024, 5, 3)

    /// A month from 15 April.
    private func receipt(created: Date) throws -> [UInt8] {
        let period = TestPurchase.autoRenewable(monthly, on: .utc(2024, 4, 15), transactionID: "410000000000001")
        return try TestAuthority.standard.sign(TestReceipt(creationDate: created, purchases: [period]))
    }

    @Test("TIM-02 with the stored time, a subscription doesn't resume when the clock is set back")
    func lastUse() throws {
        let ledger = try Subject.verify(receipt(created: created), at: created).ledger
        var clock = SteadyClock(floor: .distantPast)
        clock.learn(from: ledger)
        #expect(clock.floor == created)
        #expect(clock.now(.utc(2024, 5, 14)) == .utc(2024, 5, 14))
        #expect(ledger.currentEntitlements(at: clock.floor).map(\.productID) == [monthly])
        #expect(clock.now(.utc(2024, 6, 1)) == .utc(2024, 6, 1))

        let end = Date.utc(2024, 5, 15)
        let period = try #require(ledger.subscriptions.first?.periods.first).purchase
        #expect(ledger.asOf(setBack).entitlement(to: monthly)?.purchase == period)
        #expect(ledger.asOf(setBack).entitlement(to: monthly)?.endDate == end)
        #expect(clock.now(setBack) == .utc(2024, 6, 1))
        #expect(!ledger.access(to: monthly, at: clock.now(setBack)).isGranted)
        #expect(ledger.currentEntitlements(at: clock.now(setBack)).isEmpty)
    }

    @Test("TIM-02 a later receipt tells the time, and an old one is too old when the clock is set back")
    func laterReceipt() throws {
        let late = Date.utc(2024, 6, 1)
        let (old, new) = (try receipt(created: created), try receipt(created: late))
        let policy = try Subject.policy { $0.maximumAge = 7 * 86_400 }
        // According to the device's clock, the old receipt is valid and the new one is from the future.
        #expect(verificationError { _ = try Subject.verify(old, policy, at: setBack) } == nil)
        #expect(
            verificationError { _ = try Subject.verify(new, policy, at: setBack) }
                == .createdInFuture(created: late, now: setBack))

        var clock = SteadyClock(floor: .distantPast)
        clock.learn(from: try Subject.verify(new, policy, at: late).ledger)
        let now = clock.now(setBack)
        #expect(now == late)
        #expect(verificationError { _ = try Subject.verify(new, policy, at: now) } == nil)
        #expect(
            verificationError { _ = try Subject.verify(old, policy, at: now) } == .tooOld(created: created, now: late))
    }
}
