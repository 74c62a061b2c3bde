internal import ReceiptFields

extension Access {
    /// Evidence that Apple may have signed and that the ledger lacks. An open set.
    ///
    /// Request *Get All Subscription Statuses* of the App Store Server API, merge the answer, and ask again.
    public struct Missing: RawRepresentable, Hashable, Sendable {
        /// The word in JSON.
        public let rawValue: String

        /// Missing evidence by its word in JSON.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `renewal`: the period after the last known one.
        public static let renewal = Missing(rawValue: "renewal")
        /// `billingRecovery`: a grace period, or the period that began when the App Store charged the customer at last. Receipts know neither,
        /// so an app that has receipts alone treats this as *no*.
        public static let billingRecovery = Missing(rawValue: "billingRecovery")
        /// `productChange`: the product that took the place of the last known one.
        public static let productChange = Missing(rawValue: "productChange")

        /// `productType`: the meaning of the product's type, which Apple introduced after this version of the library. No evidence of Apple's can
        /// replace it: update the library, or decide by hand.
        public static let productType = Missing(rawValue: "productType")

        /// For people: that it may be missing.
        package var words: String {
            switch self {
            case .renewal: "a renewal may be missing"
            case .billingRecovery: "a billing recovery may be missing"
            case .productChange: "a change of product may be missing"
            case .productType: "the product's type is unknown"
            default: "\(Escaped.text(rawValue)) may be missing"
            }
        }
    }
}
