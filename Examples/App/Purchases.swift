import Combine
import Foundation
import ReceiptKit
import StoreKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if os(macOS) || targetEnvironment(macCatalyst)
    import IOKit
#elseif os(watchOS)
    import WatchKit
#else
    import UIKit
#endif

/// A transaction, renewal info or receipt from StoreKit, not yet
/// verified.
nonisolated enum UnverifiedPurchase: Sendable {
    case transaction(String)
    case status(transaction: String, renewalInfo: String)
    case appTransaction(String)
    case receipt(URL)
}

/// A verified transaction, and the JWS to send to your server.
nonisolated struct VerifiedPurchase: Sendable {
    var transaction: VerifiedTransaction
    var jws: String
}

/// The customer's purchases, and the codes of rejected evidence.
nonisolated struct PurchaseAnswer: Sendable {
    var ledger: PurchaseLedger?
    var problems: [String] = []
    /// False if a piece of evidence in the ledger isn't bound to a
    /// device, or comes from Xcode without a device check.
    var isDeviceChecked = true
    /// True if the receipt belongs to another device.
    var hasForeignReceipt = false
    /// True if there was nothing to verify: a new customer.
    var isEmpty: Bool { ledger == nil && problems.isEmpty }
}

/// The answer to show for a product.
nonisolated enum PurchaseAccess: Sendable, Equatable {
    case granted
    case denied
    /// Evidence may be missing. `keepsAccess` is true if the last
    /// answer was yes and isn't too old. Offer to restore.
    case undetermined(keepsAccess: Bool)
}

/// The certificates of StoreKit testing in Xcode to trust.
nonisolated enum XcodeTrust: Sendable {
    case none
    /// The certificates of a receipt and of a JWS from Xcode.
    case certificates([[UInt8]])
    /// Any certificate. Only for debug builds in the simulator.
    case fromEvidence
}

/// Your server, with the routes of `Examples/Server`.
nonisolated struct PurchaseServer: Sendable {
    var url: String
    /// A UUID. Also pass it to `Product.purchase` as
    /// `appAccountToken`.
    var account: String
    var send: @Sendable (URLRequest) async throws -> URLResponse = {
        try await URLSession.shared.data(for: $0).1
    }

    struct Rejection: Error { var status: Int? }

    /// Throws unless the server has stored the purchase.
    func submit(_ jws: String) async throws {
        let url = URL(string: "\(url)/accounts/\(account)/evidence")
        guard let url else { throw Rejection() }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = Data(jws.utf8)
        let response = try await send(request) as? HTTPURLResponse
        guard response?.statusCode == 200 else {
            throw Rejection(status: response?.statusCode)
        }
    }
}

/// The values to keep from one launch of the app to the next.
nonisolated struct PurchaseMemory: Codable, Sendable {
    /// The latest date that is known to have passed.
    private(set) var floor = Date.distantPast
    /// The date when each product was last granted.
    var granted: [String: Date] = [:]

    /// The date to use when the device's clock says `clock`.
    func now(_ clock: Date) -> Date { max(floor, clock) }

    /// The present is never earlier than the date of verified
    /// evidence.
    mutating func learn(from ledger: PurchaseLedger?, clock: Date) {
        let receipts = ledger?.sources.map(\.creationDate) ?? []
        let purchases = ledger?.map(\.evidenceDate) ?? []
        floor = (receipts + purchases).reduce(now(clock), max)
    }

    /// Call this if the clock was ahead for a while: the date of
    /// verified evidence then becomes the earliest date again.
    mutating func forgetClock() { floor = .distantPast }

    /// An empty memory if there is none, or it can't be read.
    init(from file: URL?) {
        guard let file, let data = try? Data(contentsOf: file) else {
            return
        }
        let memory = try? JSONDecoder().decode(Self.self, from: data)
        if let memory { self = memory }
    }

    func write(to file: URL?) throws {
        guard let file else { return }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true)
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }

    /// The file. On tvOS the system may delete it.
    static var standardFile: URL? {
        #if os(tvOS)
            let folder = FileManager.SearchPathDirectory.cachesDirectory
        #else
            let folder = FileManager.SearchPathDirectory
                .applicationSupportDirectory
        #endif
        return FileManager.default
            .urls(for: folder, in: .userDomainMask).first?
            .appendingPathComponent("purchases.json")
    }
}

/// Verifies purchases. An actor, so that the main actor doesn't wait.
actor PurchaseChecker {
    // Keep this in the code, because Info.plist can be edited.
    private static let app: BundleIdentifiers = ["com.example.app"]

    private let appStore: ReceiptVerifier
    /// Verifies evidence that isn't bound to a device.
    private let unbound: ReceiptVerifier
    private let xcode: XcodeTrust

    init(
        device: DeviceRequirement, trust: TrustStore = .appStore,
        xcode: XcodeTrust = .none
    ) throws(ReceiptPolicy.InvalidPolicy) {
        // App Review and TestFlight buy in sandbox.
        var policy = try ReceiptPolicy(
            bundleIdentifiers: Self.app, device: device,
            environments: [.production, .sandbox], trust: trust)
        appStore = ReceiptVerifier(policy: policy)
        policy.device = .unchecked
        unbound = ReceiptVerifier(policy: policy)
        self.xcode = xcode
    }

    func verify(
        transaction jws: String, at now: Date
    ) throws(VerificationError) -> VerifiedTransaction {
        let xcode = xcodeVerifier(for: [.transaction(jws)])
        return try verify(transaction: jws, xcode, at: now)
    }

    private func verify(
        transaction jws: String, _ xcode: ReceiptVerifier?, at now: Date
    ) throws(VerificationError) -> VerifiedTransaction {
        try verify(
            xcode, isUnbound: { $0.deviceVerification == nil },
            by: { (verifier) throws(VerificationError) in
                try verifier.verify(transaction: jws, at: now)
            })
    }

    /// Builds one ledger from all evidence that it can verify.
    func check(
        _ purchases: [UnverifiedPurchase], at now: Date
    ) -> PurchaseAnswer {
        typealias Piece = (evidence: VerifiedEvidence, isChecked: Bool)
        var pieces: [Piece] = []
        var answer = PurchaseAnswer()
        let xcode = xcodeVerifier(for: purchases)
        for purchase in purchases {
            do {
                pieces.append(try verify(purchase, xcode, at: now))
            } catch let error as VerificationError {
                answer.problems.append(error.code)
                if case .receipt = purchase,
                    case .deviceMismatch = error
                {
                    answer.hasForeignReceipt = true
                }
            } catch {
                answer.problems.append("\(error)")
            }
        }
        // A ledger has one environment. Use production first: those
        // purchases were paid for.
        let environments: [StoreEnvironment] = [
            .production, .sandbox, .xcode,
        ]
        for environment in environments {
            let own = pieces.filter {
                $0.evidence.environment == environment
            }
            if own.isEmpty { continue }
            do {
                answer.ledger = try PurchaseLedger(
                    merging: own.map(\.evidence))
                answer.isDeviceChecked = own.allSatisfy(\.isChecked)
            } catch {
                answer.problems.append(error.code)
            }
            break
        }
        return answer
    }

    private func verify(
        _ purchase: UnverifiedPurchase, _ xcode: ReceiptVerifier?,
        at now: Date
    ) throws -> (evidence: VerifiedEvidence, isChecked: Bool) {
        switch purchase {
        case .transaction(let jws):
            let verified = try verify(
                transaction: jws, xcode, at: now)
            return (
                .transaction(verified),
                verified.verification.isDeviceChecked
            )
        case .status(let jws, let renewalInfo):
            let verified = try verify(
                xcode,
                isUnbound: {
                    $0.transaction.deviceVerification == nil
                        && $0.renewalInfo.deviceVerification == nil
                },
                by: { (verifier) throws(VerificationError) in
                    try verifier.verify(
                        transaction: jws, renewalInfo: renewalInfo, at: now)
                })
            return (
                .subscriptionStatus(verified),
                verified.transaction.verification.isDeviceChecked
            )
        case .appTransaction(let jws):
            let verified = try verify(
                xcode, isUnbound: { $0.deviceVerification == nil },
                by: { (verifier) throws(VerificationError) in
                    try verifier.verify(appTransaction: jws, at: now)
                })
            return (
                .appTransaction(verified),
                verified.verification.isDeviceChecked
            )
        case .receipt(let file):
            let bytes = try Data(contentsOf: file)
            // A receipt is always bound to a device.
            let verified = try verify(
                xcode, isUnbound: { _ in false },
                by: { (verifier) throws(VerificationError) in
                    try verifier.verify(bytes, at: now)
                })
            return (
                .appReceipt(verified),
                verified.verification.isDeviceChecked
            )
        }
    }

    private func verify<Verified>(
        _ xcode: ReceiptVerifier?, isUnbound: (Verified) -> Bool,
        by verify: (ReceiptVerifier) throws(VerificationError) -> Verified
    ) throws(VerificationError) -> Verified {
        if let xcode, let verified = try? verify(xcode) {
            return verified
        }
        do throws(VerificationError) {
            return try verify(appStore)
        } catch {
            // The system doesn't provide the device's identifier now.
            // Don't accept evidence that is bound to a device.
            guard case .deviceIdentifierMissing = error else {
                throw error
            }
            let verified = try verify(unbound)
            guard isUnbound(verified) else { throw error }
            return verified
        }
    }

    /// Returns one verifier for all evidence, because a ledger has
    /// one trust store.
    private func xcodeVerifier(
        for purchases: [UnverifiedPurchase]
    ) -> ReceiptVerifier? {
        let certificates =
            switch xcode {
            case .none: [[UInt8]]()
            case .certificates(let certificates): certificates
            case .fromEvidence:
                purchases.compactMap(\.signerCertificate).filter {
                    (try? TrustStore.xcode([$0])) != nil
                }
            }
        guard let trust = try? TrustStore.xcode(certificates),
            let policy = try? ReceiptPolicy(
                bundleIdentifiers: Self.app, device: .unchecked,
                environments: [.xcode], trust: trust)
        else { return nil }
        return ReceiptVerifier(policy: policy)
    }
}

nonisolated extension UnverifiedPurchase {
    /// The certificate that the evidence names as its signer
    /// certificate.
    var signerCertificate: [UInt8]? {
        switch self {
        case .transaction(let jws), .appTransaction(let jws),
            .status(let jws, _):
            return firstCertificate(inJWS: jws)
        case .receipt(let file):
            guard let bytes = try? Data(contentsOf: file) else {
                return nil
            }
            return (try? UnverifiedReceipt(bytes))?.certificates.first
        }
    }
}

/// The first certificate in the header of a JWS, not verified.
nonisolated func firstCertificate(inJWS jws: String) -> [UInt8]? {
    struct Header: Decodable { var x5c: [String] }
    var header = jws.prefix { $0 != "." }
        .replacingOccurrences(of: "-", with: "+")
        .replacingOccurrences(of: "_", with: "/")
    while header.utf8.count % 4 != 0 { header += "=" }
    guard let json = Data(base64Encoded: header),
        let x5c = try? JSONDecoder().decode(Header.self, from: json).x5c,
        let certificate = x5c.first
    else { return nil }
    return Data(base64Encoded: certificate).map(Array.init)
}

/// Exits if there is no receipt, with the status at which macOS
/// fetches one and opens the app again.
nonisolated func exitWithoutReceipt(
    at file: URL?, leave: (Int32) -> Void = { exit($0) }
) {
    let path = file?.path ?? ""
    if !FileManager.default.fileExists(atPath: path) { leave(173) }
}

/// Receives the result of a request for a new receipt.
nonisolated private final class ReceiptRequestDelegate: NSObject,
    SKRequestDelegate
{
    typealias Ends = AsyncStream<(any Error)?>.Continuation
    private let ends: Ends

    init(_ ends: Ends) { self.ends = ends }

    func requestDidFinish(_ request: SKRequest) { ends.yield(nil) }
    func request(
        _ request: SKRequest, didFailWithError error: any Error
    ) { ends.yield(error) }
}

/// The customer's purchases, verified on this device.
@MainActor final class PurchaseStore: ObservableObject {
    /// Nil until some evidence is verified.
    @Published private(set) var ledger: PurchaseLedger?
    /// Stable codes for your log. Don't show them to customers.
    @Published private(set) var problems: [String] = []
    /// The error of the verifier or of `deliver` if the latest
    /// transaction is not finished, or nil if it is.
    @Published private(set) var unfinished: (any Error)?
    /// False if evidence in the ledger isn't bound to a device.
    @Published private(set) var isDeviceChecked = true

    typealias Delivery =
        @MainActor (VerifiedPurchase) async throws -> Void
    typealias Clock = @MainActor () -> Date
    private let deliver: Delivery
    private let clock: Clock
    private let trust: TrustStore
    private let receipt: URL?
    private let file: URL?
    private var memory: PurchaseMemory
    private var isComplete = false
    private var isNewCustomer = false
    private var hasRequestedReceipt = false
    private var checker: PurchaseChecker?
    private var listeners: [Task<Void, Never>] = []
    private var latestRefresh = 0
    private var lacksAppTransaction = false

    /// The time for which a renewal info is treated as current after
    /// Apple signed it.
    private static let staleAfter: TimeInterval = 86_400
    /// The time for which the last answer is kept if evidence may be
    /// missing.
    private static let keepsAnswer: TimeInterval = 7 * 86_400

    /// - Parameter deliver: Sends the purchase to your server, or
    ///   adds what a consumable contains. If it throws, the
    ///   transaction stays unfinished and StoreKit delivers it again.
    init(
        trust: TrustStore = .appStore,
        receipt: URL? = Bundle.main.appStoreReceiptURL,
        file: URL? = PurchaseMemory.standardFile,
        clock: @escaping Clock = { Date() },
        deliver: @escaping Delivery
    ) {
        (self.trust, self.receipt, self.file) = (trust, receipt, file)
        (self.clock, self.deliver) = (clock, deliver)
        memory = PurchaseMemory(from: file)
    }

    /// The present, which never goes back.
    private var now: Date { memory.now(clock()) }

    /// Pass all products of a subscription group.
    func access(to products: String...) -> PurchaseAccess {
        access(to: products, at: now)
    }

    private func access(
        to products: [String], at now: Date
    ) -> PurchaseAccess {
        let today = ledger?.asOf(now, staleAfter: Self.staleAfter)
        switch today?.access(to: products) {
        case .granted: return .granted
        case .denied where isComplete, nil where isNewCustomer:
            return .denied
        default:
            let last = products.compactMap { memory.granted[$0] }.max()
            let end = last?.addingTimeInterval(Self.keepsAnswer)
            return .undetermined(keepsAccess: end.map { now < $0 } ?? false)
        }
    }

    /// Stores the answers to fall back on, and the clock.
    private func remember() throws {
        memory.learn(from: ledger, clock: clock())
        let now = now
        let current = ledger?.currentEntitlements(at: now) ?? []
        let products = Set(current.map(\.productID))
        for product in products.union(memory.granted.keys) {
            switch access(to: [product], at: now) {
            case .granted: memory.granted[product] = now
            case .denied: memory.granted[product] = nil
            case .undetermined: break
            }
        }
        try memory.write(to: file)
    }

    /// True if the customer acquired the app before a version, such
    /// as the first free one. Nil if that isn't known.
    func acquired(before version: String) -> Bool? {
        ledger?.firstAcquired(before: version).isBefore
    }

    /// True if an introductory offer is left. Nil if that isn't known.
    /// Pass all products of a subscription group.
    func hasIntroductoryOffer(for products: String...) -> Bool? {
        let today = ledger?.asOf(now, staleAfter: Self.staleAfter)
        // `Transaction.all` is the whole history.
        let found = today?.introductoryOfferEligibility(
            in: products, assumingCompleteHistory: problems.isEmpty)
        switch found?.answer {
        case .newCustomer, .offerUnused: return true
        case .offerUsed, .subscribed: return false
        case nil where isNewCustomer: return true
        default: return nil
        }
    }

    /// Listens for transactions until the app ends. Call it once,
    /// when the app launches.
    func start() {
        if Self.readsReceipt, Self.isMac, !Self.isDebug {
            exitWithoutReceipt(at: receipt)
        }
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

    /// Verifies, delivers and finishes a transaction. Also call it with
    /// the result of `Product.purchase()`.
    func process(
        _ result: VerificationResult<StoreKit.Transaction>
    ) async {
        do {
            let jws = result.jwsRepresentation
            let transaction = try await currentChecker().verify(
                transaction: jws, at: now)
            try await deliver(
                VerifiedPurchase(transaction: transaction, jws: jws))
            await result.unsafePayloadValue.finish()
            unfinished = nil
        } catch {
            // StoreKit will deliver it again.
            unfinished = error
        }
        await refresh()
    }

    /// Asks the App Store for missing purchases. The App Store may
    /// ask for a password, so call this only if the customer wants
    /// to restore.
    func restore() async {
        var problem: String?
        do {
            try await AppStore.sync()
            memory.forgetClock()
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

    /// Reads everything that StoreKit knows. Call it whenever the app
    /// becomes active, because a subscription may have expired.
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
        if Self.readsReceipt, let receipt,
            FileManager.default.fileExists(atPath: receipt.path)
        {
            purchases.append(.receipt(receipt))
        }
        var answer = PurchaseAnswer()
        do {
            let now = now
            answer = try await currentChecker().check(purchases, at: now)
            if answer.hasForeignReceipt, !hasRequestedReceipt {
                hasRequestedReceipt = true
                try await requestReceipt()
                answer = try await currentChecker().check(
                    purchases, at: now)
            }
        } catch {
            problems.append("\(error)")
        }
        // A later refresh has more recent answers.
        guard number == latestRefresh else { return }
        ledger = answer.ledger
        isDeviceChecked = answer.isDeviceChecked
        problems += answer.problems
        isNewCustomer = answer.isEmpty && problems.isEmpty
        // The answer is incomplete if evidence waits for the device's
        // identifier, or if a slow clock makes evidence look as if it
        // came from the future.
        isComplete =
            !problems.contains("device.identifierMissing")
            && !problems.contains("date.future")
        do {
            try remember()
        } catch {
            problems.append("\(error)")
        }
        self.problems = problems
    }

    /// Asks the App Store for a receipt of this device.
    private func requestReceipt() async throws {
        let (ends, continuation) = AsyncStream<(any Error)?>.makeStream()
        let request = SKReceiptRefreshRequest()
        let delegate = ReceiptRequestDelegate(continuation)
        request.delegate = delegate
        // The request doesn't retain its delegate.
        defer { withExtendedLifetime((request, delegate)) {} }
        request.start()
        for await error in ends {
            if let error { throw error }
            return
        }
    }

    /// Returns all transactions, including refunded ones, and the
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

    /// Returns renewal infos, which are the only evidence of grace
    /// periods and billing retry.
    private func statuses(
        inGroup group: String
    ) async throws -> [UnverifiedPurchase] {
        try await Product.SubscriptionInfo.status(for: group).map {
            .status(
                transaction: $0.transaction.jwsRepresentation,
                renewalInfo: $0.renewalInfo.jwsRepresentation)
        }
    }

    /// Returns the app transaction, which shows the app version that
    /// the customer first acquired.
    private func appTransaction() async throws -> [UnverifiedPurchase] {
        guard #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) else {
            return []
        }
        let result = try await AppTransaction.shared
        return [.appTransaction(result.jwsRepresentation)]
    }

    /// JWS and receipts are bound to different identifiers of the
    /// device. Both can be nil, for example before the first unlock.
    private func currentChecker() throws -> PurchaseChecker {
        if let checker { return checker }
        var device: Set<DeviceIdentifier> = []
        if let id = AppStore.deviceVerificationID {
            device.insert(.deviceVerificationID(id))
        }
        var isComplete = !device.isEmpty
        if Self.readsReceipt {
            let ids = Self.receiptIdentifiers() ?? []
            device.formUnion(ids)
            isComplete = isComplete && !ids.isEmpty
        }
        let new = try PurchaseChecker(
            device: .identifiers(device), trust: trust,
            xcode: Self.xcodeTrust())
        // If one is missing, ask for it again at the next refresh.
        if isComplete { checker = new }
        return new
    }

    /// Set this to false if you don't need the receipt.
    private static let readsReceipt = true

    /// Returns the identifiers that app receipts are bound to on this
    /// platform.
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

    /// The simulator holds no secrets. On devices and Macs, debug
    /// builds have Xcode's certificates as resources.
    private static func xcodeTrust() throws -> XcodeTrust {
        if !isDebug { return .none }
        if isSimulator { return .fromEvidence }
        return .certificates(
            try ["XcodeReceipts", "XcodeJWS"].compactMap {
                Bundle.main.url(forResource: $0, withExtension: "cer")
            }.map { Array(try Data(contentsOf: $0)) })
    }

    private static var isDebug: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    private static var isSimulator: Bool {
        #if targetEnvironment(simulator)
            true
        #else
            false
        #endif
    }

    private static var isMac: Bool {
        #if os(macOS) || targetEnvironment(macCatalyst)
            true
        #else
            false
        #endif
    }
}

#if os(macOS) || targetEnvironment(macCatalyst)
    /// Returns the MAC addresses that a receipt on this Mac may be
    /// bound to.
    nonisolated func macAddresses() -> [[UInt8]] {
        ["en0", "en1"].compactMap { name in
            let service = unsafe IOServiceGetMatchingService(
                kIOMainPortDefault,
                IOBSDNameMatching(kIOMainPortDefault, 0, name))
            guard service != IO_OBJECT_NULL else { return nil }
            defer { IOObjectRelease(service) }
            let key = unsafe CFStringCreateWithCString(
                nil, "IOMACAddress",
                CFStringBuiltInEncodings.UTF8.rawValue)
            let address = unsafe IORegistryEntrySearchCFProperty(
                service, kIOServicePlane, key, nil,
                IOOptionBits(
                    kIORegistryIterateRecursively
                        | kIORegistryIterateParents))
            return (address as? Data).map(Array.init)
        }
    }
#endif
