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

    /// The kind of JWS that the evidence is or contains; nil for receipts, and for JSON bodies with several JWS.
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

    /// True if evidence of this kind contains the app's Apple ID.
    var hasAppAppleID: Bool { self == .appTransaction || self == .notification || self == .notificationBody }

    /// True if evidence of this kind can contain more than one purchase.
    var isList: Bool { self == .appReceipt || self == .transactionHistory || self == .subscriptionStatuses }
}
