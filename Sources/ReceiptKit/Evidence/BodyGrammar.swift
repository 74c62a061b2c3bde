package import ReceiptFields

/// Where JSON bodies hold evidence: the one list of their members. The reader passes over every other member.
///
/// | JSON body | Members |
/// | --- | --- |
/// | Server notification, version 2 | `signedPayload` |
/// | Notification history | `notificationHistory[].signedPayload` |
/// | Server notification, version 1, which is not signed | `unified_receipt.latest_receipt`; before March 2021 `latest_receipt` |
/// | A transaction, or one with its renewal info | `signedTransactionInfo`, `signedRenewalInfo` |
/// | Transaction history, refund history, order lookup | `signedTransactions` |
/// | Subscription statuses | `data[].lastTransactions[]` |
/// | App transaction | `signedAppTransactionInfo` |
/// | A request for verifyReceipt | `receipt-data` |
/// | An answer of verifyReceipt, which is not signed | `latest_receipt` |
/// | Any evidence as a text, as `receipt-server` and lines of a batch take it | `evidence` |
package indirect enum BodyGrammar: Sendable {
    case text(Role)
    /// A text that counts where the JSON body has none in the other member, or else a member of the same name that belongs to something else.
    case textUnless(Role, other: String)
    case object([(name: String, value: BodyGrammar)])
    case array(BodyGrammar)
    /// An array, or else a member of the same name that belongs to something else.
    case onlyArray(BodyGrammar)
    /// An array, or else an object with these members.
    case either(BodyGrammar, [(name: String, value: BodyGrammar)])

    /// What a text is evidence of.
    package enum Role: Sendable {
        case notification, transaction, renewalInfo, appTransaction
        /// An app receipt or an iOS 6 transaction receipt, in base64.
        case receipt
        /// Evidence of any form, except a JSON body with another `evidence` in it.
        case evidence
    }

    /// A JSON body that the verifier reads.
    package static let body = BodyGrammar.object(enclosed + [("evidence", .text(.evidence))])
    /// A JSON body in the `evidence` of another one. It has no `evidence`, so that input can't deepen the recursion.
    package static let enclosedBody = BodyGrammar.object(enclosed)
    /// A JSON body, or the payload of a notification, as it is displayed.
    package static let inspected = BodyGrammar.object(
        enclosed.filter { $0.name != "data" } + [
            ("data", .either(groups, pair)), ("appData", .object([appTransaction])), ("evidence", .text(.evidence)),
        ])

    private static let pair: [(name: String, value: BodyGrammar)] = [
        ("signedTransactionInfo", .text(.transaction)), ("signedRenewalInfo", .text(.renewalInfo)),
    ]
    private static let notification = (name: "signedPayload", value: BodyGrammar.text(.notification))
    private static let appTransaction = (name: "signedAppTransactionInfo", value: BodyGrammar.text(.appTransaction))
    private static let groups = BodyGrammar.object([("lastTransactions", .array(.object(pair)))])
    private static let enclosed: [(name: String, value: BodyGrammar)] =
        pair + [
            notification, ("notificationHistory", .array(.object([notification]))), appTransaction,
            ("signedTransactions", .array(.text(.transaction))), ("data", .onlyArray(groups)),
            ("receipt-data", .text(.receipt)),
            ("unified_receipt", .object([("latest_receipt", .text(.receipt))])),
            ("latest_receipt", .textUnless(.receipt, other: "unified_receipt")),
        ]

    /// Whether an object with this member is a JSON body of Apple's, whatever else it has.
    package static func tells(_ name: JSONString, in json: JSONReader) -> Bool {
        enclosed.contains { $0.name != "data" && json.string(name, is: $0.name) }
    }
}
