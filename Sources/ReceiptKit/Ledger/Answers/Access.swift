public import ReceiptEssentials
internal import ReceiptFields

/// Whether a customer has access to a product at a date, in one answer that can't be misread: yes, no, or ask Apple first.
///
/// ```swift
/// switch ledger.access(to: "com.example.pro", at: now) {
/// case .granted(let entitlement): unlock(entitlement.endDate)
/// case .denied(let denial): lock(denial.reason)
/// case .undetermined(let gap): ask(gap.originalTransactionIDs)
/// }
/// ```
public enum Access: Sendable, Hashable {
    /// The evidence shows access.
    case granted(Entitlement)
    /// The evidence shows that there is none.
    case denied(Denial)
    /// Evidence that may show access may be missing.
    case undetermined(Undetermined)

    /// What gives access, or nil.
    public var entitlement: Entitlement? { if case .granted(let entitlement) = self { entitlement } else { nil } }

    /// Whether the evidence shows access.
    public var isGranted: Bool { entitlement != nil }
}

extension Access {
    /// Why a customer has no access to a product, as the evidence shows.
    ///
    /// No evidence can exclude that an expired customer bought again, or that something happened after ``knownAsOf``.
    public struct Denial: Sendable, Hashable {
        /// Why there is no access. An open set.
        public struct Reason: RawRepresentable, Hashable, Sendable {
            /// The word in JSON.
            public let rawValue: String

            /// A reason by its word in JSON.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `noPurchaseKnown`: no evidence names the product.
            public static let noPurchaseKnown = Reason(rawValue: "noPurchaseKnown")
            /// `notStarted`: all purchases of the product begin later. The clock that gave the date may be behind.
            public static let notStarted = Reason(rawValue: "notStarted")
            /// `expired`: the last period is over.
            public static let expired = Reason(rawValue: "expired")
            /// `revoked`: the purchase was refunded, or is no longer shared or assigned.
            public static let revoked = Reason(rawValue: "revoked")
            /// `replaced`: another product or subscription took its place.
            public static let replaced = Reason(rawValue: "replaced")
            /// `notAnEntitlement`: a consumable, a free subscription, a product of an unknown type, or a non-renewing subscription whose end
            /// you did not give.
            public static let notAnEntitlement = Reason(rawValue: "notAnEntitlement")
        }

        /// Why.
        public let reason: Reason
        /// When the last known access to the product ended. Nil if none is known.
        public let since: Date?
        /// The purchase of the product that shows the reason. Nil if no purchase is known.
        public let purchase: Purchase?
        /// The date of the latest evidence that could have shown access: see ``SubscriptionStatus/knownAsOf``. Nil if no evidence could.
        public internal(set) var knownAsOf: Date?

        /// When Apple revoked ``purchase``, if it did and that is the reason. ``since`` may be earlier: the customer may have had no access then.
        public var revocationDate: Date? { reason == .revoked ? purchase?.revocationDate : nil }

        /// The denial of a customer without any evidence, of whom there is no ledger to ask.
        public static let noPurchaseKnown = Denial(reason: .noPurchaseKnown, since: nil, purchase: nil, knownAsOf: nil)
    }

    /// Why the evidence doesn't show whether a customer has access to a product.
    public struct Undetermined: Sendable, Hashable {
        /// What may be missing.
        public let missing: Set<Missing>
        /// Original transaction identifiers of the subscriptions that it may be missing of: pass them to *Get All Subscription Statuses* of the
        /// App Store Server API. At most the first 100. Empty in Xcode, which has no server, and where only the type of a product is missing.
        public let originalTransactionIDs: [String]
        /// When the last known access to the product ended. Nil if none is known.
        public let since: Date?
        /// The last known purchase of the product. Nil if none is known.
        public let purchase: Purchase?
        /// The date of the latest evidence of these subscriptions that could have shown a change.
        public let knownAsOf: Date
    }
}

extension Access: CustomStringConvertible {
    /// One line: the answer, why, and how old the knowledge is.
    public var description: String {
        switch self {
        case .granted(let entitlement): "granted: \(entitlement)"
        case .denied(let denial): "denied: \(denial)"
        case .undetermined(let answer): "undetermined: \(answer)"
        }
    }
}

extension Access.Missing: CustomStringConvertible {
    /// The word in JSON.
    public var description: String { Escaped.word(rawValue) }
}

extension Access.Denial.Reason: CustomStringConvertible {
    /// The word in JSON.
    public var description: String { Escaped.word(rawValue) }
}

extension Access.Denial: CustomStringConvertible {
    /// One line: the reason, since when, the transaction that shows it, and how old the knowledge is.
    public var description: String {
        reason.description + detail(since, purchase)
            + (knownAsOf.map { ", known as of \(Timestamp.string($0))" } ?? "")
    }
}

extension Access.Undetermined: CustomStringConvertible {
    /// One line: what may be missing, since when there is no known access, and how old the knowledge is.
    public var description: String {
        missing.map(\.words).sorted().joined(separator: ", ") + detail(since, purchase)
            + ", known as of \(Timestamp.string(knownAsOf))"
    }
}

private func detail(_ since: Date?, _ purchase: Purchase?) -> String {
    (since.map { " since \(Timestamp.string($0))" } ?? "")
        + (purchase.map { " (transaction \(Escaped.text($0.transactionID)))" } ?? "")
}
