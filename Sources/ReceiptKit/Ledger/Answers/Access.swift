public import ReceiptEssentials
internal import ReceiptFields

/// A customer's access to a product at a date: granted, denied, or undetermined until you ask Apple.
///
/// ```swift
/// switch ledger.access(to: "com.example.pro", at: now) {
/// case .granted(let entitlement): unlock(entitlement.endDate)
/// case .denied(let denial): lock(denial.reason)
/// case .undetermined(let gap): ask(gap.originalTransactionIDs)
/// }
/// ```
public enum Access: Sendable, Hashable {
    /// The evidence shows that the customer has access.
    case granted(Entitlement)
    /// The evidence shows that the customer has no access.
    case denied(Denial)
    /// The evidence in the ledger shows no access, but evidence that would show access may be missing.
    case undetermined(Undetermined)

    /// The entitlement that gives access, or nil if access isn't granted.
    public var entitlement: Entitlement? { if case .granted(let entitlement) = self { entitlement } else { nil } }

    /// True if the evidence shows that the customer has access.
    public var isGranted: Bool { entitlement != nil }
}

extension Access {
    /// An answer for a customer who has no access to a product according to the evidence, with the reason.
    ///
    /// Evidence can never rule out that a customer whose subscription expired has since bought again, or that something else happened after
    /// ``knownAsOf``.
    public struct Denial: Sendable, Hashable {
        /// A reason for having no access. An open set.
        public struct Reason: RawRepresentable, Hashable, Sendable {
            /// The raw value, as in JSON.
            public let rawValue: String

            /// Creates a reason from its raw value.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// `noPurchaseKnown`: no evidence names the product.
            public static let noPurchaseKnown = Reason(rawValue: "noPurchaseKnown")
            /// `notStarted`: all purchases of the product begin after the date asked about. The clock that the date came from may be slow.
            public static let notStarted = Reason(rawValue: "notStarted")
            /// `expired`: the last period has ended, and so has its grace period. The App Store may still try to charge:
            /// ``SubscriptionHistory/status(at:)`` says so.
            public static let expired = Reason(rawValue: "expired")
            /// `revoked`: the purchase was refunded, or is no longer shared or assigned.
            public static let revoked = Reason(rawValue: "revoked")
            /// `replaced`: another product or subscription replaced the purchased one.
            public static let replaced = Reason(rawValue: "replaced")
            /// `notAnEntitlement`: a consumable, a free subscription, a product of an unknown type, or a non-renewing subscription for
            /// which you gave no end.
            public static let notAnEntitlement = Reason(rawValue: "notAnEntitlement")
        }

        /// The reason.
        public let reason: Reason
        /// The end of the last known access to the product. Nil if no access is known.
        public let since: Date?
        /// The purchase of the product that shows the reason. Nil if no purchase is known.
        public let purchase: Purchase?
        /// The date of the latest evidence that could have shown access. See ``SubscriptionStatus/knownAsOf``. Nil if no evidence could
        /// have shown access.
        public internal(set) var knownAsOf: Date?

        /// The date on which Apple revoked ``purchase``. Nil unless the reason is a revocation. ``since`` may be earlier, because the
        /// customer may already have lost access by then.
        public var revocationDate: Date? { reason == .revoked ? purchase?.revocationDate : nil }

        /// The denial for a customer without any evidence, for whom there is no ledger to ask.
        public static let noPurchaseKnown = Denial(reason: .noPurchaseKnown, since: nil, purchase: nil, knownAsOf: nil)
    }

    /// An answer for a customer whose access the evidence neither shows nor rules out.
    public struct Undetermined: Sendable, Hashable {
        /// The kinds of evidence that may be missing.
        public let missing: Set<Missing>
        /// The original transaction identifiers of the subscriptions whose evidence may be incomplete. Pass them to *Get All Subscription
        /// Statuses* of the App Store Server API. The array contains at most the first 100 identifiers. It is empty in Xcode, which has no
        /// server, and if only the type of a product is missing.
        public let originalTransactionIDs: [String]
        /// The end of the last known access to the product. Nil if no access is known.
        public let since: Date?
        /// The last known purchase of the product. Nil if none is known.
        public let purchase: Purchase?
        /// The date of the latest evidence of these subscriptions that could have shown a change.
        public let knownAsOf: Date
    }
}

extension Access: CustomStringConvertible {
    /// One line: the answer, the reason, and ``SubscriptionStatus/knownAsOf``.
    public var description: String {
        switch self {
        case .granted(let entitlement): "granted: \(entitlement)"
        case .denied(let denial): "denied: \(denial)"
        case .undetermined(let answer): "undetermined: \(answer)"
        }
    }
}

extension Access.Missing: CustomStringConvertible {
    /// The raw value.
    public var description: String { SafeText.word(rawValue) }
}

extension Access.Denial.Reason: CustomStringConvertible {
    /// The raw value.
    public var description: String { SafeText.word(rawValue) }
}

extension Access.Denial: CustomStringConvertible {
    /// One line: the reason, the date of a revocation, the end of access, the transaction that shows it, and ``knownAsOf``.
    public var description: String {
        let revocation = revocationDate.map { " on \(Timestamp.string($0))" + (since == nil ? "" : ", no access") }
        return reason.description + (revocation ?? "") + detail(since, purchase)
            + (knownAsOf.map { ", known as of \(Timestamp.string($0))" } ?? "")
    }
}

extension Access.Undetermined: CustomStringConvertible {
    /// One line: the evidence that may be missing, the end of the last known access, and ``knownAsOf``.
    public var description: String {
        missing.map(\.words).sorted().joined(separator: ", ") + detail(since, purchase)
            + ", known as of \(Timestamp.string(knownAsOf))"
    }
}

private func detail(_ since: Date?, _ purchase: Purchase?) -> String {
    (since.map { " since \(Timestamp.string($0))" } ?? "")
        + (purchase.map { " (transaction \(SafeText.quoted($0.transactionID)))" } ?? "")
}
