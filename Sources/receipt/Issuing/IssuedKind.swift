import ArgumentParser
import ReceiptKitTesting

/// What `issue` can make: the kinds of evidence under the names that `verify` shows, and Apple's JSON bodies.
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

    /// The one JWS that it is, or that it is about. Nil for receipts, and for what holds several.
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

    /// Whether it names the app's number in the store.
    var hasAppAppleID: Bool { self == .appTransaction || self == .notification || self == .notificationBody }

    /// Whether it can hold more than one purchase.
    var isList: Bool { self == .appReceipt || self == .transactionHistory || self == .subscriptionStatuses }
}
