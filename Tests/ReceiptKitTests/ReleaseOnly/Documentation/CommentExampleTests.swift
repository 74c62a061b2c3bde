import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import Testing

/// Runs the examples in the documentation comments of `Sources`.
@Suite("Documentation: comments")
struct CommentExampleTests {
    private let now = Subject.now

    @Test("ReceiptPolicy, ReceiptLimits, ReceiptVerifier")
    func verifying() throws {
        let policy = ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked)
        #expect(policy.environments == [.production])

        var limits = ReceiptLimits()
        limits.maximumInputSize = 1 << 20
        #expect(limits.maximumInputSize == 1_048_576)

        // The test authority's root is not one of Apple's.
        let bytes = try TestAuthority.standard.sign(Subject.receipt)
        let intermediate = try UnverifiedReceipt(bytes).certificates[1]
        #expect(throws: VerificationError.untrustedRoot(Fingerprint(of: Array(intermediate)))) {
            let verifier = ReceiptVerifier(
                policy: ReceiptPolicy(
                    bundleIdentifier: "com.example.app", device: .unchecked))
            let receipt = try verifier.verify(bytes, at: Date())
            Issue.record("verified: \(receipt)")
        }
    }

    @Test("DeviceRequirement")
    func device() {
        let identifierForVendor = TestReceipt.exampleIdentifierForVendor
        let device: DeviceRequirement = [
            .identifierForVendor(identifierForVendor)
        ]
        #expect(device == Subject.device)
    }

    @Test("PurchaseLedger")
    func ledger() throws {
        var unlocked: [String] = []
        var printed: [String] = []
        func unlock(_ product: String) { unlocked.append(product) }
        func print(_ product: String, _ date: Date) { printed.append(product) }
        let receipt = try Subject.verify(
            TestAuthority.standard.sign(
                TestReceipt(
                    bundleIdentifier: Subject.bundleIdentifier,
                    purchases: [
                        .nonConsumable("com.example.pro", on: .utc(2024, 4, 1)),
                        .nonRenewable("com.example.season", on: .utc(2024, 4, 2)),
                    ])))

        let ledger = try PurchaseLedger(merging: [receipt])
        for purchase in ledger.purchases {
            print(purchase.productID, purchase.purchaseDate)
        }
        switch ledger.access(to: "com.example.pro", at: now) {
        case .granted(let entitlement): unlock(entitlement.productID)
        case .denied, .undetermined: break
        }
        #expect(printed == ["com.example.pro", "com.example.season"])
        #expect(unlocked == ["com.example.pro"])

        do {
            let today = ledger.asOf(now, staleAfter: 3_600)
            let access = today.access(to: ["monthly", "yearly"])
            let offer = today.introductoryOfferEligibility(in: "21000001")
            #expect(access == .denied(.noPurchaseKnown) || !access.isGranted)
            #expect(offer.isEligible)
        }

        func season(_ now: Date) -> [String] {
            let today = ledger.asOf(now) { purchase in
                guard purchase.productID == "com.example.season" else { return nil }
                return purchase.purchaseDate.addingTimeInterval(90 * 86_400)
            }
            return today.currentEntitlements.map(\.productID)
        }
        #expect(season(.utc(2024, 6, 30)) == ["com.example.pro", "com.example.season"])
        #expect(season(.utc(2024, 7, 1)) == ["com.example.pro"])
    }

    @Test("Entitlement, and several kinds of evidence")
    func merging() throws {
        let authority = TestAuthority.standard
        let verifier = ReceiptVerifier(
            policy: ReceiptPolicy(
                bundleIdentifier: Subject.bundleIdentifier, device: .unchecked,
                trust: try .roots(authority.rootCertificates)))
        let receipt = try verifier.verify(
            authority.sign(
                TestReceipt(
                    bundleIdentifier: Subject.bundleIdentifier,
                    purchases: [.nonConsumable("com.example.pro", on: .utc(2024, 4, 1))])), at: now)
        let transaction = try verifier.verify(
            transaction: authority.sign(
                TestTransaction(
                    .autoRenewable("com.example.monthly", on: .utc(2024, 4, 1)),
                    bundleIdentifier: Subject.bundleIdentifier)), at: now)
        do {
            let ledger = try PurchaseLedger(merging: [receipt, transaction])
            #expect(ledger.purchases.count == 2)
        }
        let ledger = try PurchaseLedger(merging: [receipt])
        var ends: [Date?] = []
        func unlock(until date: Date?) { ends.append(date) }
        let access = ledger.access(to: "com.example.pro", at: now)
        if let entitlement = access.entitlement {
            unlock(until: entitlement.endDate)
        }
        #expect(ends == [nil])
    }

    @Test("TestSubscriptionStatus")
    func statuses() throws {
        let month = TestPurchase.autoRenewable(
            "com.example.monthly", on: .utc(2024, 4, 1))
        let story = TestStory(month)
            .failingToRenew(gracePeriod: .days(16))
        let body = try TestAuthority.standard.statusesBody(
            story.statuses(at: .utc(2024, 5, 2)))
        #expect(body.contains(#""status":4"#))
    }

    @Test("JWSDefect, verify(notificationBody:at:)")
    func bodies() throws {
        let now = Date.utc(2024, 4, 15, 12)
        var policy = ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked,
            trust: try .roots(TestAuthority.standard.rootCertificates))
        policy.maximumAge = 365 * 86_400
        let verifier = ReceiptVerifier(policy: policy)
        for defect in JWSDefect.all(rejectedBy: [.maximumAge]) {
            let jws = try TestAuthority.standard.sign(
                TestJWSContent.example(.transaction),
                defects: [defect])
            #expect(throws: (any Error).self) {
                try verifier.verify(transaction: jws, at: now)
            }
        }
        let body = Data(#"{"signedPayload":1}"#.utf8)
        #expect(throws: VerificationError.self) {
            let notification = try verifier.verify(
                notificationBody: body, at: Date())
            Issue.record("verified: \(notification)")
        }
    }

    @Test("TestAuthority, Defect, TestIssuedReceipt")
    func issuing() throws {
        let developer = try TestAuthority.standard.issue(Subject.receipt, defects: [.named("developer-certificate")])
            .chain.signer
        let refusal = VerificationError.notReceiptSigner(Fingerprint(of: try developer.encoded()))
        do {
            let receipt = TestReceipt(bundleIdentifier: "com.example.app")
            let bytes = try TestAuthority.standard.sign(receipt)
            let forged = try TestAuthority.standard.sign(
                receipt, defects: [.named("developer-certificate")])
            #expect(try Subject.verify(bytes).bundleIdentifier == "com.example.app")
            #expect(throws: refusal) { try Subject.verify(forged) }
        }
        let receipt = Subject.receipt
        do {
            let bytes = try TestAuthority.standard.sign(
                receipt, defects: [.named("developer-certificate")])
            #expect(throws: refusal) { try Subject.verify(bytes) }
        }
        var container = try TestAuthority.standard.issue(receipt).signedData
        container.signers[0].signature.removeLast()
        let bytes = container.encoded
        #expect(throws: VerificationError.signatureInvalid) { try Subject.verify(bytes) }
    }
}
