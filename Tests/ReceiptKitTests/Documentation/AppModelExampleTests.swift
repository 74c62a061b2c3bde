import Foundation
import Observation
import ReceiptKit
import ReceiptKitTesting
import Testing

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @Observable final class SubscriptionModel {
    /// Nil, as long as no evidence of the subscription was accepted.
    private(set) var status: SubscriptionStatus?
    /// Why evidence was rejected: stable codes, for your log.
    private(set) var refusals: [String] = []

    private let products: Set<String>
    private let verifier: ReceiptVerifier

    init(products: Set<String>, verifier: ReceiptVerifier) {
        self.products = products
        self.verifier = verifier
    }

    /// Takes the receipt's file, if there is one, and transactions.
    func update(receipt: URL?, transactions: [String], now: Date) {
        var pieces = transactions.map { Array($0.utf8) }
        refusals = []
        let path = receipt?.path ?? ""
        if let receipt, FileManager.default.fileExists(atPath: path) {
            do {
                pieces.append(Array(try Data(contentsOf: receipt)))
            } catch {
                refusals.append("receipt.unreadable")
            }
        }
        var evidence: [VerifiedEvidence] = []
        for piece in pieces {
            do {
                evidence.append(
                    try verifier.verify(evidence: piece, at: now))
            } catch {
                refusals.append(error.code)
            }
        }
        status = nil
        if evidence.isEmpty { return }
        do {
            let ledger = try PurchaseLedger(merging: evidence)
            status = status(in: ledger, at: now)
        } catch {
            refusals.append(error.code)
        }
    }

    private func status(
        in ledger: PurchaseLedger, at now: Date
    ) -> SubscriptionStatus? {
        let own = ledger.subscriptions.filter { subscription in
            !products.isDisjoint(
                with: subscription.periods.map(\.productID))
        }
        let all = own.map { $0.status(at: now) }
        return all.first(where: \.state.isEntitled) ?? all.last
    }
}

#if canImport(SwiftUI) && canImport(StoreKit)
    import StoreKit
    import SwiftUI

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    struct SubscriptionView: View {
        @State var model: SubscriptionModel

        var body: some View {
            Group {
                switch (model.status?.state, model.status?.until) {
                case (.subscribed, let until?):
                    Text("Subscribed until \(until, style: .date)")
                case (.inGracePeriod, _), (.inBillingRetryPeriod, _):
                    Text("Please look at your payment method.")
                case (nil, _):
                    Text("No subscription is known yet.")
                default:
                    Text("Your subscription has ended.")
                }
            }
            .task {
                await refresh()
                for await _ in StoreKit.Transaction.updates {
                    await refresh()
                }
            }
        }

        private func refresh() async {
            var jwsList: [String] = []
            for await result in StoreKit.Transaction.currentEntitlements {
                jwsList.append(result.jwsRepresentation)
            }
            model.update(
                receipt: Bundle.main.appStoreReceiptURL,
                transactions: jwsList, now: Date())
        }
    }
#endif

/// The view model of *Verifying in an app*.
@Suite("Documentation: a subscription's view model")
@MainActor struct AppModelExampleTests {
    private static let story = TestStory(
        .autoRenewable("com.example.monthly", on: .utc(2024, 1, 31))
    ).renewing()

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    private func model() throws -> SubscriptionModel {
        let authority = TestAuthority.standard
        let policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: .roots([authority.rootCertificate, authority.jwsRootCertificate]))
        return SubscriptionModel(products: ["com.example.monthly"], verifier: ReceiptVerifier(policy: policy))
    }

    private func jwsList() throws -> [String] {
        try Self.story.transactions().map { try TestAuthority.standard.sign($0) }
    }

    private func receipt() throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(TestAuthority.standard.sign(Self.story.receipt())).write(to: file)
        return file
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test("JWS alone, and the receipt alone, tell when the subscription ends")
    func eachAlone() throws {
        let model = try model()
        #expect(model.status == nil)
        model.update(receipt: nil, transactions: try jwsList(), now: .utc(2024, 3, 5))
        #expect(model.status?.state == .subscribed)
        #expect(model.status?.until == .utc(2024, 3, 31))

        let file = try receipt()
        defer { do { try FileManager.default.removeItem(at: file) } catch { Issue.record(error) } }
        model.update(receipt: file, transactions: [], now: .utc(2024, 4, 5))
        #expect(model.status?.state == .expired)
        #expect(model.refusals.isEmpty)
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test("What is rejected changes nothing, and says why")
    func refusals() throws {
        let model = try model()
        let forged = try Self.story.transactions().map {
            try TestAuthority.standard.sign($0, defects: [.named("signature-flipped")])
        }
        model.update(
            receipt: URL(fileURLWithPath: "/nowhere"), transactions: forged + (try jwsList()), now: .utc(2024, 3, 5))
        #expect(model.status?.state == .subscribed)
        #expect(model.refusals == ["signature.invalid", "signature.invalid"])

        model.update(receipt: nil, transactions: forged, now: .utc(2024, 3, 5))
        #expect(model.status == nil)
        #expect(model.refusals == ["signature.invalid", "signature.invalid"])
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test("Another product's subscription is not this one's")
    func otherProduct() throws {
        let model = try model()
        let other = TestStory(.autoRenewable("com.example.news", on: .utc(2024, 1, 31)))
        let jwsList = try other.transactions().map { try TestAuthority.standard.sign($0) }
        model.update(receipt: nil, transactions: jwsList, now: .utc(2024, 2, 5))
        #expect(model.status == nil)
        #expect(model.refusals.isEmpty)
    }
}
