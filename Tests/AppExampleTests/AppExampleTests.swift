import Foundation
import ReceiptKit
import ReceiptKitTesting
import StoreKit
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests the example app's file, with stand-ins for Apple's frameworks that return evidence signed by the test kit.
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

    /// Returns the app transaction of a customer who has had the app since version 17.
    private static func appTransaction(_ environment: TestEnvironment) throws -> String {
        var app = TestAppTransaction(environment: environment, receiptCreationDate: Date(timeIntervalSinceNow: -3_600))
        app.deviceVerification = TestDeviceVerification(deviceVerificationID: device.uuidString)
        return try authority.sign(app)
    }

    /// Returns the transaction of a story, as the App Store signs it for the device, or for no device.
    private func jws(
        _ story: TestStory = story, _ environment: TestEnvironment = .production, on device: UUID? = device,
        defects: [JWSDefect] = []
    ) throws -> String {
        let transactions = story.transactions(at: Date(), environment: environment)
        let last = try #require(transactions.last).with {
            $0.deviceVerification = device.map { TestDeviceVerification(deviceVerificationID: $0.uuidString) }
        }
        return try Self.authority.sign(last, defects: defects)
    }

    /// Returns the app's store, launched with or without stored files.
    private func purchases(
        receipt: URL? = nil, file: URL? = nil, deliver: @escaping PurchaseStore.Delivery = { _ in },
        clock: @escaping PurchaseStore.Clock = { Date() }
    ) -> PurchaseStore {
        PurchaseStore(trust: trust, receipt: receipt, file: file, clock: clock, deliver: deliver)
    }

    /// Runs a test with its own folder.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test("A customer is entitled in production and in sandbox", arguments: [TestEnvironment.production, .sandbox])
    func environments(_ environment: TestEnvironment) async throws {
        store.transactions = [(try jws(Self.story, environment), Self.group)]
        store.appTransaction = try Self.appTransaction(environment)
        let purchases = purchases()
        #expect(purchases.access(to: Self.product) == .undetermined(keepsAccess: false))
        await purchases.refresh()
        #expect(purchases.access(to: Self.product) == .granted)
        #expect(purchases.problems.isEmpty)
    }

    @Test("A refunded customer is not entitled")
    func refunded() async throws {
        let refunded = Self.story.refunded(on: Date(timeIntervalSinceNow: -3_600))
        store.transactions = [(try jws(), Self.group), (try jws(refunded), Self.group)]
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.ledger?.count == 1)
        #expect(purchases.access(to: Self.product) == .denied)
        #expect(purchases.problems.isEmpty)
    }

    @Test(
        "Evidence that isn't for this app and device gives no access, and its problem has a code")
    func rejected() async throws {
        store.transactions = [
            (try jws(defects: [.named("signature-flipped")]), nil), (try jws(on: UUID()), nil),
        ]
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.ledger?.count == 0)
        #expect(purchases.problems == ["signature.invalid", "device.mismatch"])
    }

    @Test("Only the app transaction shows that a customer acquired the app before it was free")
    func firstAcquired() async throws {
        store.transactions = [(try jws(), Self.group)]
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.acquired(before: "18") == true)
        #expect(purchases.acquired(before: "17") == false)
        store.appTransaction = nil
        await purchases.refresh()
        #expect(purchases.acquired(before: "18") == nil)
        #expect(purchases.access(to: Self.product) == .granted)
        #expect(purchases.problems == ["unknown"])
    }

    @Test func aRefundIsNoAccess() async throws {
        let authority = TestAuthority.standard
        let checker = try PurchaseChecker(
            device: .unchecked,
            trust: .roots(authority.rootCertificates))
        let bought = TestPurchase.nonConsumable(
            "com.example.pro", on: .utc(2024, 4, 1))
        let refund = bought.refunded(on: .utc(2024, 4, 3))
        let jws = try authority.sign(TestTransaction(refund))
        let now = Date.utc(2024, 5, 2)
        let answer = await checker.check([.transaction(jws)], at: now)
        let access = answer.ledger?.access(to: "com.example.pro", at: now)
        #expect(access?.isGranted == false)
    }

    @Test("A customer without evidence is a new one, unless there was a problem")
    func newCustomer() async throws {
        let checker = try PurchaseChecker(device: [.deviceVerificationID(Self.device)], trust: trust)
        let nothing = await checker.check([], at: Date())
        #expect(nothing.isEmpty)
        let forged = try jws(defects: [.named("signature-flipped")])
        #expect(await !checker.check([.transaction(forged)], at: Date()).isEmpty)
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.access(to: Self.product) == .denied)
        store.appTransaction = nil
        await purchases.refresh()
        #expect(purchases.access(to: Self.product) == .undetermined(keepsAccess: false))
    }

    @Test("An introductory offer is left to who had none, and unknown where evidence may be missing")
    func introductoryOffer() async throws {
        let trial = TestStory(.autoRenewable(Self.product, on: Date(timeIntervalSinceNow: -2 * 86_400)).trial())
        let refunded = trial.refunded(on: Date(timeIntervalSinceNow: -86_400))
        for (story, isLeft) in [(nil, true), (Self.story, false), (trial, false), (refunded, false)] {
            store.transactions = try story.map { [(try jws($0), Self.group)] } ?? []
            let purchases = purchases()
            #expect(purchases.hasIntroductoryOffer(for: Self.product) == nil)
            await purchases.refresh()
            #expect(purchases.hasIntroductoryOffer(for: Self.product) == isLeft)
        }
        store.transactions = [(try jws(on: UUID()), Self.group)]
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.hasIntroductoryOffer(for: Self.product) == nil)
    }

    @Test("Restoring asks the customer for an app transaction only if there is none")
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
        #expect(purchases.access(to: Self.product) == .granted)
        #expect(purchases.access(to: "com.example.pro") == .denied)
    }

    @Test("A renewal info shows the grace period, which a transaction doesn't")
    func gracePeriod() async throws {
        let lapsed = TestStory(.autoRenewable(Self.product, on: Date(timeIntervalSinceNow: -35 * 86_400)))
            .failingToRenew(gracePeriod: .days(16))
        let renewalInfo = try #require(lapsed.renewalInfo(at: Date()))
        let transaction = try jws(lapsed)
        store.transactions = [(transaction, Self.group)]
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.access(to: Self.product) == .undetermined(keepsAccess: false))
        store.statuses = [Self.group: [(transaction, try Self.authority.sign(renewalInfo))]]
        await purchases.refresh()
        #expect(purchases.ledger?.asOf(Date()).entitlement(to: Self.product)?.state == .inGracePeriod)
    }

    @Test("The listener delivers, then finishes; what isn't delivered stays unfinished")
    func listener() async throws {
        struct Full: Error {}
        let inventory = Inventory()
        let purchases = purchases { purchase in
            if inventory.isFull { throw Full() }
            inventory.jws.append(purchase.jws)
        }
        purchases.start()
        let bought = try jws()
        await purchases.process(VerificationResult(standIn: bought))
        #expect(store.finished.isEmpty)
        #expect(purchases.unfinished is Full)
        inventory.isFull = false
        // The listener starts asynchronously, so wait for it.
        for _ in 0..<10_000 where store.finished.isEmpty {
            store.send(bought)
            try await Task.sleep(nanoseconds: 1_000_000)
        }
        #expect(store.finished.first == bought)
        #expect(purchases.unfinished == nil)
        #expect(inventory.jws.first == bought)
    }

    private final class Inventory {
        var isFull = true
        var jws: [String] = []
    }

    @Test("Forged transactions are neither delivered nor finished")
    func forgedUpdate() async throws {
        let purchases = purchases { _ in Issue.record("delivered") }
        let forged = try jws(defects: [.named("developer-certificate")])
        await purchases.process(VerificationResult(standIn: forged))
        #expect(!store.finished.contains(forged))
    }

    @Test(
        "A purchase is submitted to the account's address, and any status but 200 is an error",
        arguments: [200, 409, 422])
    func server(_ status: Int) async throws {
        let url = try #require(URL(string: "https://purchases.example.com"))
        let account = "3F2B8C1E-6D4A-4F0B-9A57-1C2D3E4F5A6B"
        let server = PurchaseServer(url: "\(url)", account: account) { request in
            #expect(request.httpMethod == "POST")
            #expect(request.url?.absoluteString == "\(url)/accounts/\(account)/evidence")
            #expect(request.httpBody == Data("a.b.c".utf8))
            return try #require(
                HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
        }
        if status == 200 {
            try await server.submit("a.b.c")
        } else {
            let error = await #expect(throws: PurchaseServer.Rejection.self) { try await server.submit("a.b.c") }
            #expect(error?.status == status)
        }
    }

    @Test("If a renewal may be missing, the last answer is kept for a week, even after a launch")
    func lastAnswer() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("app/purchases.json")
            store.transactions = [(try jws(), Self.group)]
            await purchases(file: file).refresh()
            let launched = purchases(file: file)
            #expect(launched.access(to: Self.product) == .undetermined(keepsAccess: true))
            #expect(launched.access(to: "com.example.other") == .undetermined(keepsAccess: false))
            await launched.refresh()
            #expect(launched.access(to: Self.product) == .granted)
            let later = Date(timeIntervalSinceNow: 6 * 86_400)
            store.transactions = []
            await launched.refresh()
            #expect(launched.access(to: Self.product) == .denied)
            let store = purchases(file: file, clock: { later })
            #expect(store.access(to: Self.product) == .undetermined(keepsAccess: false))
        }
    }

    @Test("The last answer is kept for a week", arguments: [(6.0, true), (8, false)])
    func answerExpires(_ days: Double, _ isKept: Bool) async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("purchases.json")
            store.transactions = [(try jws(), Self.group)]
            await purchases(file: file).refresh()
            let later = Date(timeIntervalSinceNow: days * 86_400)
            let store = purchases(file: file, clock: { later })
            #expect(store.access(to: Self.product) == .undetermined(keepsAccess: isKept))
        }
    }

    @Test("A stored memory that can't be read is treated as empty")
    func damagedMemory() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("purchases.json")
            try Data("{".utf8).write(to: file)
            #expect(purchases(file: file).access(to: Self.product) == .undetermined(keepsAccess: false))
        }
    }

    /// A device whose clock can be set.
    private final class Device {
        var clock = Date()
    }

    @Test(
        "A clock that is set back doesn't bring back an expired subscription, and evidence sets it when the customer restores"
    )
    func clock() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("purchases.json")
            let expired = TestStory(.autoRenewable(Self.product, on: Date(timeIntervalSinceNow: -70 * 86_400)))
                .failingToRenew(for: .days(5))
            let renewalInfo = try #require(expired.renewalInfo(at: Date()))
            let transaction = try jws(expired)
            store.transactions = [(transaction, Self.group)]
            store.statuses = [Self.group: [(transaction, try Self.authority.sign(renewalInfo))]]
            let device = Device()
            let purchases = purchases(file: file, clock: { device.clock })
            await purchases.refresh()
            let wasSubscribed = Date(timeIntervalSinceNow: -65 * 86_400)
            #expect(purchases.ledger?.isEntitled(to: Self.product, at: wasSubscribed) == true)
            device.clock = wasSubscribed
            #expect(purchases.access(to: Self.product) == .denied)
            var memory = PurchaseMemory(from: file)
            #expect(memory.now(.distantPast) > wasSubscribed)
            memory.forgetClock()
            memory.learn(from: purchases.ledger, clock: .distantPast)
            #expect(memory.now(.distantPast) > wasSubscribed)
        }
    }

    /// Returns the bytes of the device's identifier for vendor.
    private func vendorBytes() throws -> [UInt8] {
        let id = try #require(StandInDevice.identifierForVendor)
        return unsafe withUnsafeBytes(of: id.uuid) { unsafe Array($0) }
    }

    @Test("Another device's receipt is refreshed once", arguments: [true, false])
    func foreignReceipt(_ helps: Bool) async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("receipt")
            let foreign = TestReceipt(creationDate: Date(timeIntervalSinceNow: -3_600))
            let own = foreign.with { $0.device = (try? vendorBytes()) ?? [] }
            try Data(Self.authority.sign(foreign)).write(to: file)
            let bytes = try Data(Self.authority.sign(own))
            store.refreshReceipt = { if helps { try bytes.write(to: file) } }
            let purchases = purchases(receipt: file)
            for _ in 0..<2 {
                await purchases.refresh()
                #expect(store.requests == 1)
                #expect(purchases.problems == (helps ? [] : ["device.mismatch"]))
            }
        }
    }

    @Test("If the App Store has no new receipt, the customer keeps what the transactions show")
    func failedReceiptRequest() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("receipt")
            try Data(Self.authority.sign(TestReceipt())).write(to: file)
            store.transactions = [(try jws(), Self.group)]
            store.refreshReceipt = { throw StoreKitError.unknown }
            let purchases = purchases(receipt: file)
            await purchases.refresh()
            #expect(purchases.access(to: Self.product) == .granted)
            #expect(Set(purchases.problems) == ["unknown", "device.mismatch"])
        }
    }

    @Test("A Mac app without a receipt exits with 173, and one with a receipt doesn't")
    func exitStatus() async throws {
        try await withFolder { folder in
            var statuses: [Int32] = []
            exitWithoutReceipt(at: nil) { statuses.append($0) }
            exitWithoutReceipt(at: folder.appendingPathComponent("receipt")) { statuses.append($0) }
            #expect(statuses == [173, 173])
            exitWithoutReceipt(at: folder) { statuses.append($0) }
            #expect(statuses.count == 2)
        }
    }

    @Test("Without the device's identifier, evidence that is bound to a device is undetermined at once")
    func missingIdentifier() async throws {
        store.deviceVerificationIDs = [nil]
        store.transactions = [(try jws(), Self.group)]
        store.appTransaction = nil
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.access(to: Self.product) == .undetermined(keepsAccess: false))
        #expect(Set(purchases.problems) == ["unknown", "device.identifierMissing"])
        store.deviceVerificationIDs = [Self.device]
        await purchases.refresh()
        #expect(purchases.access(to: Self.product) == .granted)
        #expect(purchases.isDeviceChecked)
    }

    @Test("With a slow clock, a customer who just paid is undetermined, and not denied")
    func slowClock() async throws {
        let last = try #require(Self.story.transactions(at: Date()).last).with {
            $0.signedDate = Date(timeIntervalSinceNow: 3_600)
            $0.deviceVerification = TestDeviceVerification(deviceVerificationID: Self.device.uuidString)
        }
        store.transactions = [(try Self.authority.sign(last), Self.group)]
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.access(to: Self.product) == .undetermined(keepsAccess: false))
        #expect(purchases.problems == ["date.future"])
    }

    @Test("Without the device's identifier, evidence that isn't bound to a device is accepted, and the answer says so")
    func unboundEvidence() async throws {
        store.deviceVerificationIDs = [nil]
        store.transactions = [(try jws(on: nil), Self.group)]
        store.appTransaction = nil
        let purchases = purchases()
        await purchases.refresh()
        #expect(purchases.access(to: Self.product) == .granted)
        #expect(!purchases.isDeviceChecked)
        store.deviceVerificationIDs = [Self.device]
        await purchases.refresh()
        #expect(Set(purchases.problems) == ["unknown", "device.verificationMissing"])
    }

    @Test("JWS and receipts of Xcode pass with the certificate of each, and only with it")
    func xcode() async throws {
        func bytes(_ file: String) throws -> [UInt8] {
            Array(try Data(contentsOf: Fixtures.folder.appendingPathComponent(file)))
        }
        let receipt = UnverifiedPurchase.receipt(Fixtures.folder.appendingPathComponent("receipts/xcode.receipt"))
        let jws = String(decoding: try bytes("jws/xcode.jws"), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        func answer(_ xcode: XcodeTrust) async throws -> PurchaseAnswer {
            try await PurchaseChecker(device: [.deviceVerificationID(Self.device)], trust: trust, xcode: xcode)
                .check([.transaction(jws), receipt], at: Date())
        }
        let (forReceipts, forJWS) = (try bytes("xcode.cer"), try bytes("jws-xcode.cer"))
        #expect(try await answer(.certificates([forReceipts, forJWS])).problems.isEmpty)
        #expect(try await answer(.certificates([forReceipts])).problems == ["jws.certificates"])
        #expect(try await answer(.certificates([forJWS])).problems == ["chain.untrustedRoot"])
        #expect(try await answer(.none).ledger == nil)
        let simulator = try await answer(.fromEvidence)
        #expect(simulator.problems.isEmpty)
        #expect(simulator.ledger?.environment == .xcode)
        #expect(!simulator.isDeviceChecked)
    }

    @Test("Trusting the certificate in the evidence lets through the environment Xcode alone")
    func selfSigned() async throws {
        let forged = try jws(defects: [.named("developer-certificate")])
        let answer = try await PurchaseChecker(
            device: [.deviceVerificationID(Self.device)], trust: trust, xcode: .fromEvidence
        ).check([.transaction(forged)], at: Date())
        #expect(answer.ledger == nil)
        #expect(answer.problems.count == 1)
    }
}
