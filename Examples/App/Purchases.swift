import Combine
import Foundation
import ReceiptKit
import StoreKit

#if os(macOS) || targetEnvironment(macCatalyst)
    import IOKit
#elseif os(watchOS)
    import WatchKit
#else
    import UIKit
#endif

/// What StoreKit hands out. Nothing in it is verified yet.
nonisolated enum UnverifiedPurchase: Sendable {
    case transaction(String)
    case status(transaction: String, renewalInfo: String)
    case appTransaction(String)
    case receipt(URL)
}

/// What the customer bought, and why other evidence doesn't count.
nonisolated struct PurchaseAnswer: Sendable {
    var ledger: PurchaseLedger?
    var problems: [String] = []
}

/// Verifies purchases. An actor, so that the main actor doesn't wait.
actor PurchaseChecker {
    private let appStore: ReceiptVerifier
    private let xcode: ReceiptVerifier?

    /// - Parameter xcode: certificates of StoreKit testing in Xcode, one
    ///   of its receipts and one of its JWS. Only in debug builds.
    init(
        device: DeviceRequirement, trust: TrustStore = .appStore,
        xcode: [[UInt8]] = []
    ) throws(ReceiptPolicy.InvalidPolicy) {
        // In the code, because Info.plist can be edited.
        let app: BundleIdentifiers = ["com.example.app"]
        // App Review and TestFlight buy in sandbox.
        appStore = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: app, device: device,
                environments: [.production, .sandbox], trust: trust))
        if xcode.isEmpty {
            self.xcode = nil
            return
        }
        self.xcode = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: app, device: .unchecked,
                environments: [.xcode], trust: .xcode(xcode)))
    }

    func verify(
        transaction jws: String, at now: Date
    ) throws(VerificationError) -> VerifiedTransaction {
        try either { (verifier) throws(VerificationError) in
            try verifier.verify(transaction: jws, at: now)
        }
    }

    /// Makes one ledger of all that it can verify.
    func check(
        _ purchases: [UnverifiedPurchase], at now: Date
    ) -> PurchaseAnswer {
        var evidence: [VerifiedEvidence] = []
        var answer = PurchaseAnswer()
        for purchase in purchases {
            do {
                evidence.append(try verify(purchase, at: now))
            } catch let error as VerificationError {
                answer.problems.append(error.code)
            } catch {
                answer.problems.append("\(error)")
            }
        }
        // A ledger has one environment. What was paid for comes first.
        let environments: [StoreEnvironment] = [
            .production, .sandbox, .xcode,
        ]
        for environment in environments {
            let own = evidence.filter { $0.environment == environment }
            if own.isEmpty { continue }
            do {
                answer.ledger = try PurchaseLedger(merging: own)
            } catch {
                answer.problems.append(error.code)
            }
            break
        }
        return answer
    }

    private func verify(
        _ purchase: UnverifiedPurchase, at now: Date
    ) throws -> VerifiedEvidence {
        switch purchase {
        case .transaction(let jws):
            return .transaction(try verify(transaction: jws, at: now))
        case .status(let jws, let renewalInfo):
            return .subscriptionStatus(
                try either { (verifier) throws(VerificationError) in
                    try verifier.verify(
                        transaction: jws, renewalInfo: renewalInfo,
                        at: now)
                })
        case .appTransaction(let jws):
            return .appTransaction(
                try either { (verifier) throws(VerificationError) in
                    try verifier.verify(appTransaction: jws, at: now)
                })
        case .receipt(let file):
            let bytes = try Data(contentsOf: file)
            return .appReceipt(
                try either { (verifier) throws(VerificationError) in
                    try verifier.verify(bytes, at: now)
                })
        }
    }

    private func either<Verified>(
        _ verify: (ReceiptVerifier) throws(VerificationError) -> Verified
    ) throws(VerificationError) -> Verified {
        guard let xcode else { return try verify(appStore) }
        do throws(VerificationError) {
            return try verify(xcode)
        } catch {
            return try verify(appStore)
        }
    }
}

/// Asks again, after 1, 2, 4 and 8 seconds, until there is an answer.
@MainActor func retrying<Answer>(
    second: UInt64 = 1_000_000_000, _ ask: @MainActor () -> Answer?
) async -> Answer? {
    for delay: UInt64 in [1, 2, 4, 8] {
        if let answer = ask() { return answer }
        do {
            try await Task.sleep(nanoseconds: delay * second)
        } catch { return nil }
    }
    return ask()
}

/// The customer's purchases, verified on this device.
@MainActor final class PurchaseStore: ObservableObject {
    /// Nil as long as no evidence is verified.
    @Published private(set) var ledger: PurchaseLedger?
    /// Stable codes for your log. Don't show them to customers.
    @Published private(set) var problems: [String] = []
    /// Why the latest transaction is not finished: what the verifier or
    /// `deliver` threw. Nil after one that is.
    @Published private(set) var unfinished: (any Error)?

    typealias Delivery =
        @MainActor (VerifiedTransaction) async throws -> Void
    private let deliver: Delivery
    private let trust: TrustStore
    private var checker: PurchaseChecker?
    private var listeners: [Task<Void, Never>] = []
    private var latestRefresh = 0
    private var lacksAppTransaction = false

    /// - Parameter deliver: adds what a consumable stands for, or sends
    ///   the purchase to your server. If it throws, the transaction
    ///   stays unfinished and StoreKit hands it out again.
    init(trust: TrustStore = .appStore, deliver: @escaping Delivery) {
        self.trust = trust
        self.deliver = deliver
    }

    func isEntitled(to productID: String) -> Bool {
        ledger?.isEntitled(to: productID, at: Date()) ?? false
    }

    /// Whether the customer has the app since before a version, such as
    /// the first that was free. Nil if that isn't known.
    func acquired(before version: String) -> Bool? {
        ledger?.firstAcquired(before: version).isBefore
    }

    /// Listens until the app ends. Call it once, when the app launches.
    func start() {
        listeners = [
            Task {
                for await result in StoreKit.Transaction.updates {
                    await process(result)
                }
            },
            Task {
                typealias Status = Product.SubscriptionInfo.Status
                for await _ in Status.updates { await refresh() }
            },
        ]
    }

    /// Verifies, delivers and finishes a transaction. Call it with the
    /// result of `Product.purchase()` too.
    func process(
        _ result: VerificationResult<StoreKit.Transaction>
    ) async {
        do {
            let transaction = try await currentChecker().verify(
                transaction: result.jwsRepresentation, at: Date())
            try await deliver(transaction)
            await result.unsafePayloadValue.finish()
            unfinished = nil
        } catch {
            // StoreKit hands it out again.
            unfinished = error
        }
        await refresh()
    }

    /// Asks the App Store for what is missing. It may ask the customer
    /// for a password, so call it only when the customer wants it.
    func restore() async {
        var problem: String?
        do {
            try await AppStore.sync()
            if lacksAppTransaction,
                #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
            {
                _ = try await AppTransaction.refresh()
            }
        } catch {
            problem = "\(error)"
        }
        await refresh()
        if let problem { problems.append(problem) }
    }

    /// Reads all that StoreKit knows. Call it whenever the app becomes
    /// active, because a subscription may have ended meanwhile.
    func refresh() async {
        latestRefresh += 1
        let number = latestRefresh
        var (purchases, groups) = await transactions()
        var problems: [String] = []
        for group in groups {
            do {
                purchases += try await statuses(inGroup: group)
            } catch {
                problems.append("\(error)")
            }
        }
        do {
            purchases += try await appTransaction()
            lacksAppTransaction = false
        } catch {
            lacksAppTransaction = true
            problems.append("\(error)")
        }
        let path = Bundle.main.appStoreReceiptURL?.path ?? ""
        if Self.readsReceipt, FileManager.default.fileExists(atPath: path) {
            purchases.append(.receipt(URL(fileURLWithPath: path)))
        }
        var answer = PurchaseAnswer()
        do {
            answer = try await currentChecker().check(
                purchases, at: Date())
        } catch {
            problems.append("\(error)")
        }
        // A later refresh has newer answers.
        guard number == latestRefresh else { return }
        ledger = answer.ledger
        self.problems = problems + answer.problems
    }

    /// All transactions, those that were refunded included, and the
    /// subscription groups that they belong to.
    private func transactions() async -> (
        [UnverifiedPurchase], groups: Set<String>
    ) {
        var all: [UnverifiedPurchase] = []
        var groups: Set<String> = []
        for await result in StoreKit.Transaction.all {
            all.append(.transaction(result.jwsRepresentation))
            let group = result.unsafePayloadValue.subscriptionGroupID
            if let group { groups.insert(group) }
        }
        return (all, groups)
    }

    /// Only renewal infos tell of a grace period and of billing retry.
    private func statuses(
        inGroup group: String
    ) async throws -> [UnverifiedPurchase] {
        try await Product.SubscriptionInfo.status(for: group).map {
            .status(
                transaction: $0.transaction.jwsRepresentation,
                renewalInfo: $0.renewalInfo.jwsRepresentation)
        }
    }

    /// Tells which version of the app the customer first acquired.
    private func appTransaction() async throws -> [UnverifiedPurchase] {
        guard #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) else {
            return []
        }
        let result = try await AppTransaction.shared
        return [.appTransaction(result.jwsRepresentation)]
    }

    /// JWS are bound to one identifier of the device, receipts to
    /// another. Both can be nil, such as before the first unlocking.
    private func currentChecker() async throws -> PurchaseChecker {
        if let checker { return checker }
        var device: Set<DeviceIdentifier> = []
        if let id = await retrying({ AppStore.deviceVerificationID }) {
            device.insert(.deviceVerificationID(id))
        }
        var isComplete = !device.isEmpty
        if Self.readsReceipt {
            let ids = await retrying(Self.receiptIdentifiers) ?? []
            device.formUnion(ids)
            isComplete = isComplete && !ids.isEmpty
        }
        let new = try PurchaseChecker(
            device: .identifiers(device), trust: trust,
            xcode: Self.certificates())
        // If one is missing, the next refresh asks for it again.
        if isComplete { checker = new }
        return new
    }

    /// False, if you don't need the receipt.
    private static let readsReceipt = true

    /// What app receipts are bound to on this platform.
    private static func receiptIdentifiers() -> [DeviceIdentifier]? {
        #if os(macOS) || targetEnvironment(macCatalyst)
            let addresses = macAddresses().compactMap {
                DeviceIdentifier(macAddress: $0)
            }
            return addresses.isEmpty ? nil : addresses
        #elseif os(watchOS)
            let device = WKInterfaceDevice.current()
            return device.identifierForVendor.map {
                [.identifierForVendor($0)]
            }
        #else
            return UIDevice.current.identifierForVendor.map {
                [.identifierForVendor($0)]
            }
        #endif
    }

    /// Xcode's certificates, as resources of debug builds.
    private static func certificates() throws -> [[UInt8]] {
        #if DEBUG
            return try ["XcodeReceipts", "XcodeJWS"].compactMap {
                Bundle.main.url(forResource: $0, withExtension: "cer")
            }.map { Array(try Data(contentsOf: $0)) }
        #else
            return []
        #endif
    }
}

#if os(macOS) || targetEnvironment(macCatalyst)
    /// The MAC addresses that a receipt on this Mac may be bound to.
    nonisolated func macAddresses() -> [[UInt8]] {
        ["en0", "en1"].compactMap { name in
            let service = IOServiceGetMatchingService(
                kIOMainPortDefault,
                IOBSDNameMatching(kIOMainPortDefault, 0, name))
            guard service != IO_OBJECT_NULL else { return nil }
            defer { IOObjectRelease(service) }
            let address = IORegistryEntrySearchCFProperty(
                service, kIOServicePlane, "IOMACAddress" as CFString,
                nil,
                IOOptionBits(
                    kIORegistryIterateRecursively
                        | kIORegistryIterateParents))
            return (address as? Data).map(Array.init)
        }
    }
#endif
