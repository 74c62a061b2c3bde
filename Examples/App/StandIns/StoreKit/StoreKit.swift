// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for Apple's framework on systems without it. It has the API that the example uses, and returns what a test sets.

public import Foundation

/// The App Store as a test sets it up.
@MainActor public final class StandInStore {
    public static let shared = StandInStore()

    public typealias Status = (transaction: String, renewalInfo: String)

    /// JWS of transactions, each with its subscription group.
    public var transactions: [(jws: String, group: String?)] = []
    /// JWS of the statuses, by subscription group.
    public var statuses: [String: [Status]] = [:]
    /// The results of `AppStore.deviceVerificationID`, one after the other. The last one is repeated.
    public var deviceVerificationIDs: [UUID?] = []
    /// The JWS of the app transaction, or nil if the App Store can't be reached.
    public var appTransaction: String?
    /// The JWS of the app transaction after the customer was asked for a password.
    public var refreshedAppTransaction: String?
    /// Writes the App Store's receipt, or throws.
    public var refreshReceipt: () throws -> Void = {}
    /// The number of times that the customer was asked for a password.
    public fileprivate(set) var requests = 0
    /// The JWS of transactions that were finished.
    public private(set) var finished: [String] = []
    private var listeners: [AsyncStream<String>.Continuation] = []

    /// Sends a transaction to all listeners.
    public func send(_ jws: String) { for listener in listeners { listener.yield(jws) } }

    /// Clears everything, and ends the listeners. A transaction already sent may still be finished afterwards.
    public func reset() {
        for listener in listeners { listener.finish() }
        (transactions, statuses, deviceVerificationIDs, finished, listeners) = ([], [:], [], [], [])
        (appTransaction, refreshedAppTransaction, requests) = (nil, nil, 0)
        refreshReceipt = {}
    }

    func finish(_ jws: String) { finished.append(jws) }
    func listen() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        listeners.append(continuation)
        return stream
    }
}

public enum VerificationResult<SignedType> {
    case unverified(SignedType, VerificationError)
    case verified(SignedType)

    public enum VerificationError: Error { case invalidSignature }

    public var unsafePayloadValue: SignedType {
        switch self {
        case .unverified(let value, _), .verified(let value): value
        }
    }
}

extension VerificationResult: Sendable where SignedType: Sendable {}

extension VerificationResult<Transaction> {
    public var jwsRepresentation: String { unsafePayloadValue.jws }

    /// Creates an unverified transaction, as StoreKit delivers it.
    public init(standIn jws: String, group: String? = nil) {
        self = .unverified(Transaction(jws: jws, subscriptionGroupID: group), .invalidSignature)
    }
}

extension VerificationResult<Product.SubscriptionInfo.RenewalInfo> {
    public var jwsRepresentation: String { unsafePayloadValue.jws }
}

public struct Transaction: Sendable {
    let jws: String
    public let subscriptionGroupID: String?

    public func finish() async { await StandInStore.shared.finish(jws) }

    public struct Transactions: AsyncSequence, Sendable {
        let isUpdates: Bool

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(isUpdates: isUpdates) }

        public struct AsyncIterator: AsyncIteratorProtocol {
            let isUpdates: Bool
            var updates: AsyncStream<String>.Iterator?
            var rest: [(jws: String, group: String?)]?

            public mutating func next() async -> VerificationResult<Transaction>? {
                if isUpdates {
                    if updates == nil { updates = await StandInStore.shared.listen().makeAsyncIterator() }
                    return await updates?.next().map { VerificationResult(standIn: $0) }
                }
                if rest == nil { rest = await StandInStore.shared.transactions.reversed() }
                return rest?.popLast().map { VerificationResult(standIn: $0.jws, group: $0.group) }
            }
        }
    }

    public static var updates: Transactions { Transactions(isUpdates: true) }
    public static var all: Transactions { Transactions(isUpdates: false) }
}

extension VerificationResult<AppTransaction> {
    public var jwsRepresentation: String { unsafePayloadValue.jws }
}

public enum StoreKitError: Error { case unknown }

public struct AppTransaction: Sendable {
    let jws: String

    @MainActor private static func result() throws -> VerificationResult<AppTransaction> {
        guard let jws = StandInStore.shared.appTransaction else { throw StoreKitError.unknown }
        return .unverified(AppTransaction(jws: jws), .invalidSignature)
    }

    public static var shared: VerificationResult<AppTransaction> {
        get async throws { try await result() }
    }

    @MainActor public static func refresh() async throws -> VerificationResult<AppTransaction> {
        StandInStore.shared.requests += 1
        StandInStore.shared.appTransaction = StandInStore.shared.refreshedAppTransaction
        return try result()
    }
}

public struct Product: Sendable {
    public struct SubscriptionInfo: Sendable {
        public struct RenewalInfo: Sendable { let jws: String }

        public struct Status: Sendable {
            public let transaction: VerificationResult<Transaction>
            public let renewalInfo: VerificationResult<RenewalInfo>

            public struct Statuses: AsyncSequence, AsyncIteratorProtocol, Sendable {
                public func makeAsyncIterator() -> Statuses { self }
                public mutating func next() async -> Status? { nil }
            }

            public static var updates: Statuses { Statuses() }
        }

        public static func status(for groupID: String) async throws -> [Status] {
            await StandInStore.shared.statuses[groupID, default: []].map {
                Status(
                    transaction: VerificationResult(standIn: $0.transaction, group: groupID),
                    renewalInfo: .unverified(RenewalInfo(jws: $0.renewalInfo), .invalidSignature))
            }
        }
    }
}

public enum AppStore {
    @MainActor public static var deviceVerificationID: UUID? {
        let answers = StandInStore.shared.deviceVerificationIDs
        if answers.count > 1 { StandInStore.shared.deviceVerificationIDs.removeFirst() }
        return answers.first ?? nil
    }

    @MainActor public static func sync() async throws { StandInStore.shared.requests += 1 }
}

@MainActor public class SKRequest {
    public weak var delegate: (any SKRequestDelegate)?

    public init() {}

    /// Finishes immediately, with the result that the test has set.
    public func start() {
        StandInStore.shared.requests += 1
        do {
            try StandInStore.shared.refreshReceipt()
            delegate?.requestDidFinish(self)
        } catch {
            delegate?.request(self, didFailWithError: error)
        }
    }
}

public final class SKReceiptRefreshRequest: SKRequest {}

public protocol SKRequestDelegate: AnyObject {
    func requestDidFinish(_ request: SKRequest)
    func request(_ request: SKRequest, didFailWithError error: any Error)
}
