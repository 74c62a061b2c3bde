import ArgumentParser
import ReceiptKitTesting

/// The kinds that `issue` can create: evidence, under the names that `verify` shows, and Apple's JSON bodies.
enum IssuedKind: String, ExpressibleByArgument, CaseIterable {
    case appReceipt
    case transactionReceipt
    case transaction
    case renewalInfo
    case subscriptionStatus
    case appTransaction
    case notification
    case notificationBody
    case realtimeRequest
    case transactionHistory
    case subscriptionStatuses

    /// The kind of JWS that this is or contains one of, or nil for receipts, and for bodies with several.
    var jws: TestJWSKind? {
        switch self {
        case .appReceipt, .transactionReceipt, .subscriptionStatus, .transactionHistory, .subscriptionStatuses: nil
        case .transaction: .transaction
        case .renewalInfo: .renewalInfo
        case .appTransaction: .appTransaction
        case .notification, .notificationBody: .notification
        case .realtimeRequest: .realtimeRequest
        }
    }

    /// True if it contains the app's Apple ID.
    var hasAppAppleID: Bool { self == .appTransaction || self == .notification || self == .notificationBody }

    /// True if it can contain more than one purchase.
    var isList: Bool { self == .appReceipt || self == .transactionHistory || self == .subscriptionStatuses }
}
