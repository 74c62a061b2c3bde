import ArgumentParser
import ReceiptKitTesting

/// The kinds that `issue` can create: evidence, under the names that `verify` shows, and Apple's JSON bodies.
enum IssuedKind: Hashable, CaseIterable {
    case appReceipt
    case transactionReceipt
    case jws(TestJWSKind)
    case subscriptionStatus
    case notificationBody
    case transactionHistory
    case subscriptionStatuses

    static let allCases: [IssuedKind] =
        [.appReceipt, .transactionReceipt] + TestJWSKind.signedByApple.map { .jws($0) }
        + [.subscriptionStatus, .notificationBody, .transactionHistory, .subscriptionStatuses]

    /// The kinds that can have a defect.
    static let withDefects = allCases.filter { $0.isReceipt || $0.jws != nil && $0 != .notificationBody }

    var name: String { if case .jws(let kind) = self { "\(kind)" } else { "\(self)" } }

    var isReceipt: Bool { self == .appReceipt || self == .transactionReceipt }

    /// The kind of JWS that the evidence is or contains; nil for receipts, and for JSON bodies with several JWS.
    var jws: TestJWSKind? {
        switch self {
        case .jws(let kind): kind
        case .notificationBody: .notification
        case .appReceipt, .transactionReceipt, .subscriptionStatus, .transactionHistory, .subscriptionStatuses: nil
        }
    }

    /// True if evidence of this kind contains the app's Apple ID.
    var hasAppAppleID: Bool { jws.map([TestJWSKind].withAppID.contains) ?? false }

    /// True if evidence of this kind can contain more than one purchase.
    var isList: Bool { self == .appReceipt || self == .transactionHistory || self == .subscriptionStatuses }
}

extension IssuedKind: ExpressibleByArgument {
    init?(argument: String) {
        guard let kind = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = kind
    }

    static var allValueStrings: [String] { allCases.map(\.name) }
    var defaultValueDescription: String { name }
}
