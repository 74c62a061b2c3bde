import Foundation
import ReceiptKit
import ReceiptKitTesting
import StoreKit
import TestSupport
import Testing

/// The example app's file, with stand-ins for Apple's frameworks that hand out what the test kit signs.
@Suite("The example app", .serialized)
@MainActor struct AppExampleTests {
    private static let authority = TestAuthority.standard
    private static let product = "com.example.monthly"
    private static let group = "21000001"
    private static let device = UUID()

    /// A monthly subscription that began two days ago.
    private static let story = TestStory(.autoRenewable(product, on: Date(timeIntervalSinceNow: -2 * 86_400)))

    private let store = StandInStore.shared
    private let trust: TrustStore

    init() throws {
        trust = try .roots([Self.authority.rootCertificate, Self.authority.jwsRootCertificate])
        store.reset()
        store.deviceVerificationIDs = [Self.device]
        store.appTransaction = try Self.appTransaction(.production)
    }

    /// The app, as a customer has it since version 17.
    private static func appTransaction(_ environment: TestEnvironment) throws -> String {
        var app = TestAppTransaction(environment: environment, receiptCreationDate: Date(timeIntervalSinceNow: -3_600))
        app.deviceVerification = TestDeviceVerification(deviceVerificationID: device.uuidString)
        return try authority.sign(app)
    }

    private func jws(
        _ story: TestStory = story, _ environment: TestEnvironment = .production, on device: UUID = device,
        defects: [JWSDefect] = []
    ) throws -> String {
        let transactions = story.transactions(at: Date(), environment: environment)
        let last = try #require(transactions.last).with {
            $0.deviceVerification = TestDeviceVerification(deviceVerificationID: device.uuidString)
        }
        return try Self.authority.sign(last, defects: defects)
    }

    private func purchases(deliver: @escaping PurchaseStore.Delivery = { _ in }) -> PurchaseStore {
        PurchaseStore(trust: trust, deliver: deliver)
    }

    @Test("A customer is entitled in production and in sandbox", arguments: [TestEnvironment.production, .sandbox])
    func environments(_ environment: TestEnvironment) async throws {
        store.transactions = [(try jws(Self.story, environment), Self.group)]
        store.appTransaction = try Self.appTransaction(environment)
        let purchases = purchases()
        #expect(!purchases.isEntitled(to: Self.product))
        await purchases.refresh()
        #expect(purchases.isEntitled(to: Self.product))
        #expect(purchases.problems.isEmpty)
    }

    @Test("A refunded customer is not entitled")
    func refunded() async throws {
        let refunded = Self.story.refunded(on: Date(timeIntervalSinceNow: -3_600))
        store.transactions = [(try jws(), Self.group), (try jws(refunded), Self.group)]
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.ledger?.count == 1)
        #expect(!purchases.isEntitled(to: Self.product))
        #expect(purchases.problems.isEmpty)
    }

    @Test(
        "What the App Store didn't sign for this app and this device entitles to nothing, and the problem has its code")
    func rejected() async throws {
        store.transactions = [
            (try jws(defects: [.named("signature-flipped")]), nil), (try jws(on: UUID()), nil),
        ]
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.ledger?.count == 0)
        #expect(purchases.problems == ["signature.invalid", "device.mismatch"])
    }

    @Test("A customer who has the app since before it was free is known by the app transaction, and by nothing else")
    func firstAcquired() async throws {
        store.transactions = [(try jws(), Self.group)]
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.acquired(before: "18") == true)
        #expect(purchases.acquired(before: "17") == false)
        store.appTransaction = nil
        await purchases.refresh()
        #expect(purchases.acquired(before: "18") == nil)
        #expect(purchases.isEntitled(to: Self.product))
        #expect(purchases.problems == ["unknown"])
    }

    @Test("Restoring asks the customer for an app transaction only where there is none")
    func restoring() async throws {
        let purchases = purchases()
        await purchases.refresh()
        await purchases.restore()
        #expect(store.requests == 1)
        (store.appTransaction, store.refreshedAppTransaction) = (nil, store.appTransaction)
        await purchases.refresh()
        #expect(purchases.acquired(before: "18") == nil)
        await purchases.restore()
        #expect(store.requests == 3)
        #expect(purchases.acquired(before: "18") == true)
        #expect(purchases.problems.isEmpty)
    }

    @Test("A purchase in production is not hidden by one in sandbox")
    func bothEnvironments() async throws {
        let other = TestStory(.nonConsumable("com.example.pro", on: .utc(2024, 4, 1)))
        store.transactions = [(try jws(other, .sandbox), nil), (try jws(), nil)]
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.isEntitled(to: Self.product))
        #expect(!purchases.isEntitled(to: "com.example.pro"))
    }

    @Test("A renewal info tells of the grace period, which a transaction alone doesn't")
    func gracePeriod() async throws {
        let lapsed = TestStory(.autoRenewable(Self.product, on: Date(timeIntervalSinceNow: -35 * 86_400)))
            .failingToRenew(gracePeriod: .days(16))
        let renewalInfo = try #require(lapsed.renewalInfo(at: Date()))
        let transaction = try jws(lapsed)
        store.transactions = [(transaction, Self.group)]
        let purchases = purchases()
        await purchases.refresh()
        #expect(!purchases.isEntitled(to: Self.product))
        store.statuses = [Self.group: [(transaction, try Self.authority.sign(renewalInfo))]]
        await purchases.refresh()
        #expect(purchases.ledger?.asOf(Date()).entitlement(to: Self.product)?.state == .inGracePeriod)
    }

    @Test("The listener delivers, then finishes; what isn't delivered stays unfinished")
    func listener() async throws {
        struct Full: Error {}
        let inventory = Inventory()
        let purchases = purchases { transaction in
            if inventory.isFull { throw Full() }
            inventory.products.append(transaction.productID)
        }
        purchases.start()
        let bought = try jws()
        await purchases.process(VerificationResult(standIn: bought))
        #expect(store.finished.isEmpty)
        #expect(purchases.unfinished is Full)
        inventory.isFull = false
        // The listener starts on its own time.
        for _ in 0..<10_000 where store.finished.isEmpty {
            store.send(bought)
            try await Task.sleep(nanoseconds: 1_000_000)
        }
        #expect(store.finished.first == bought)
        #expect(purchases.unfinished == nil)
        #expect(inventory.products.first == Self.product)
    }

    private final class Inventory {
        var isFull = true
        var products: [String] = []
    }

    @Test("What is forged is neither delivered nor finished")
    func forgedUpdate() async throws {
        let purchases = purchases { _ in Issue.record("delivered") }
        let forged = try jws(defects: [.named("developer-certificate")])
        await purchases.process(VerificationResult(standIn: forged))
        #expect(!store.finished.contains(forged))
    }

    @Test("An identifier that the system doesn't tell yet is asked for again")
    func retries() async {
        var answers: [Int?] = [nil, nil, 7]
        #expect(await retrying(second: 1) { answers.removeFirst() } == 7)
        #expect(answers.isEmpty)
        var count = 0
        let never: Int? = await retrying(second: 1) {
            count += 1
            return nil
        }
        #expect(never == nil)
        #expect(count == 5)
    }

    @Test("JWS and receipts of Xcode pass with the certificate of each, and only with it")
    func xcode() async throws {
        func bytes(_ file: String) throws -> [UInt8] {
            Array(try Data(contentsOf: Fixtures.folder.appendingPathComponent(file)))
        }
        let receipt = UnverifiedPurchase.receipt(Fixtures.folder.appendingPathComponent("receipts/xcode.receipt"))
        let jws = String(decoding: try bytes("jws/xcode.jws"), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        func answer(_ certificates: [[UInt8]]) async throws -> PurchaseAnswer {
            try await PurchaseChecker(device: [.deviceVerificationID(Self.device)], trust: trust, xcode: certificates)
                .check([.transaction(jws), receipt], at: Date())
        }
        let (forReceipts, forJWS) = (try bytes("xcode.cer"), try bytes("jws-xcode.cer"))
        #expect(try await answer([forReceipts, forJWS]).problems.isEmpty)
        #expect(try await answer([forReceipts]).problems == ["jws.certificates"])
        #expect(try await answer([forJWS]).problems == ["chain.untrustedRoot"])
        #expect(try await answer([]).ledger == nil)
    }
}
