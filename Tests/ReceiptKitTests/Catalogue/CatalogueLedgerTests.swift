import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests wrong conclusions that a ledger must not draw from a signed payload, and facts that no check of a receipt can
/// establish.
@Suite("Catalogue: conclusions from a receipt")
struct CatalogueLedgerTests {
    private static let bought = Date.utc(2025, 1, 1)
    private static let month = Date.utc(2025, 2, 1)

    private static func subscription(_ change: (inout TestPurchase) -> Void = { _ in }) -> TestPurchase {
        LedgerSubject.period("com.example.monthly", 1, bought, month).with { change(&$0) }
    }

    private func entitlements(_ purchases: [TestPurchase], at date: Date) throws -> [String] {
        try LedgerSubject.ledger(purchases).currentEntitlements(at: date).map(\.productID)
    }

    @Test("PAY-16 a revoked purchase gives no access at any date, even during its period")
    func cancelled() throws {
        let running = Self.bought + 86_400
        #expect(try entitlements([Self.subscription()], at: running) == ["com.example.monthly"])
        for cancellation in [Self.bought - 1, running, Self.month + 1] {
            #expect(try entitlements([Self.subscription { $0.cancellationDate = cancellation }], at: running).isEmpty)
        }
        let owned = TestPurchase.nonConsumable("com.example.pro", on: Self.bought)
        #expect(try entitlements([owned], at: running) == ["com.example.pro"])
        #expect(try entitlements([owned.with { $0.cancellationDate = running }], at: running).isEmpty)
    }

    @Test("PAY-16 an expired subscription gives no access, nor does one that hasn't begun")
    func expired() throws {
        #expect(try entitlements([Self.subscription()], at: Self.month).isEmpty)
        #expect(try entitlements([Self.subscription()], at: Self.month - 1) == ["com.example.monthly"])
        #expect(try entitlements([Self.subscription()], at: Self.bought - 1).isEmpty)
    }

    @Test("PAY-16 an introductory offer counts as used even if the purchase was revoked", arguments: [true, false])
    func introductoryOffer(_ isCancelled: Bool) throws {
        let used = Self.subscription {
            $0.isInIntroOfferPeriod = true
            if isCancelled { $0.cancellationDate = Self.month }
        }
        let answer = try LedgerSubject.ledger([used]).asOf(Self.month).introductoryOfferEligibility(in: [
            "com.example.monthly"
        ])
        #expect(!answer.isEligible)
    }

    @Test("PAY-15 two purchases of one transaction that differ: the same ledger, whatever their order in the file")
    func equalTransactions() throws {
        let one = TestPurchase.nonConsumable("com.example.a", on: Self.bought, transactionID: "7")
        let others = [
            one.with { $0.productID = "com.example.b" }, one.with { $0.purchaseDate = Self.month },
            one.with { $0.purchasedQuantity = 2 },
        ]
        for other in others {
            let ledgers = try [[one, other], [other, one]].map { purchases in
                let receipt = TestReceipt(
                    bundleIdentifier: LedgerSubject.app, creationDate: .utc(2025, 6, 1), purchases: purchases
                ).with { $0.shape = .appStore }
                var payload = receipt.payload
                payload.order = .asGiven
                payload.remove(17)
                for purchase in purchases { payload.append(purchase.attribute()) }
                let bytes = try Attack.signed(payload.encoded).encoded
                return try Subject.verify(bytes).ledger
            }
            #expect(ledgers[0].map(\.self) == ledgers[1].map(\.self))
        }
    }

    @Test("PAY-10 quantities whose sum would overflow are never added")
    func quantities() throws {
        let most = TestPurchase.consumable("com.example.coins", on: Self.bought).with {
            $0.purchasedQuantity = Int64(Int32.max)
        }
        let ledger = try LedgerSubject.ledger((0..<3).map { number in most.with { $0.transactionID = "\(number)" } })
        #expect(ledger.map(\.purchasedQuantity) == [Int](repeating: Int(Int32.max), count: 3))
    }

    @Test("PAY-18 the app may ask for a version of ten thousand parts")
    func longVersion() throws {
        let asked = String(repeating: "1.", count: 10_000) + "1"
        let receipt = TestReceipt(bundleIdentifier: LedgerSubject.app).with { $0.originalAppVersion = "1.1.2" }
        #expect(
            try LedgerSubject.ledger(receipt).firstAcquired(before: asked)
                == .notBefore(originalAppVersion: "1.1.2"))
    }

    @Test("DEV-02 the hash includes the header of attribute 2: a hash of only the string doesn't match")
    func rawBundleIdentifier() throws {
        let receipt = Subject.receipt
        let overText = TestDigest.sha1.hash(receipt.device + receipt.opaqueValue + Array(receipt.bundleIdentifier.utf8))
        let bytes = try TestAuthority.standard.sign(receipt.with { $0.deviceHashOverride = overText })
        #expect(try Attack.error(bytes) == .deviceMismatch)
    }

    /// A receipt and its device identifier prove nothing about the sender, because both can be copied. The server has
    /// to bind transactions to accounts: see the page *Verifying on a server*. This test shows the identifiers for
    /// that.
    @Test(
        "DEV-05 a copied receipt with the copied device identifier is accepted, and has the same transactions"
    )
    func replay() throws {
        let bytes = try TestAuthority.standard.sign(Subject.receipt)
        let first = try Subject.verify(bytes)
        let copy = try Subject.verify(Array(bytes))
        #expect(copy.verification.isDeviceChecked)
        #expect(Set(copy.purchases.map(\.transactionID)) == Set(first.purchases.map(\.transactionID)))
        #expect(!copy.purchases.isEmpty)
    }

    @Test("DEV-06 a verified receipt says whether its device was checked")
    func unchecked() throws {
        let bytes = try TestAuthority.standard.sign(Subject.receipt)
        #expect(try Subject.verify(bytes).verification.isDeviceChecked)
        #expect(try !Subject.verify(bytes, Subject.policy { $0.device = .unchecked }).verification.isDeviceChecked)
    }
}
