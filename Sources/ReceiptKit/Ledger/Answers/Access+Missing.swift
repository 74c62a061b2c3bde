internal import ReceiptFields

extension Access {
    /// A kind of evidence that Apple may have signed and that the ledger doesn't contain. An open set.
    ///
    /// To get it, request *Get All Subscription Statuses* from the App Store Server API, merge the response, and ask again.
    public struct Missing: RawRepresentable, Hashable, Sendable {
        /// The raw value, as in JSON.
        public let rawValue: String

        /// Creates a value from its raw value.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// `renewal`: the transaction of the period after the last known one.
        public static let renewal = Missing(rawValue: "renewal")
        /// `billingRecovery`: a grace period, or the period that began when the App Store finally charged the customer. Receipts show
        /// neither of the two, so an app that has only receipts should treat this value as *no access*.
        public static let billingRecovery = Missing(rawValue: "billingRecovery")
        /// `productChange`: the transaction of the product that replaced the last known one.
        public static let productChange = Missing(rawValue: "productChange")

        /// `productType`: the meaning of the product's type, which Apple introduced after this version of the library. No further evidence
        /// can supply it: update the library, or decide case by case.
        public static let productType = Missing(rawValue: "productType")

        /// The phrase that descriptions use for this kind of evidence.
        package var words: String {
            switch self {
            case .renewal: "a renewal may be missing"
            case .billingRecovery: "a billing recovery may be missing"
            case .productChange: "a change of product may be missing"
            case .productType: "the product's type is unknown"
            default: "\(SafeText.quoted(rawValue)) may be missing"
            }
        }
    }
}
