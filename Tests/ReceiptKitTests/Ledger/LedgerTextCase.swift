import Foundation
import LedgerModel
import ReceiptKit
import ReceiptKitTesting
import Testing

/// A short history, and the answers that follow from the text of the rules. Every ledger must give these answers: the
/// model and the library both do.
///
/// Each time is a number of seconds after 1 January 2025, and the cases write it as a number of days.
struct LedgerTextCase: Sendable, CustomTestStringConvertible {
    /// The rule that the case tests, and which side of it.
    let name: String
    let pieces: [Piece]
    let questions: [Question]
    var isXcode = false

    var testDescription: String { name }

    init(_ name: String, _ pieces: [Piece], isXcode: Bool = false, _ questions: Question...) {
        self.name = name
        self.pieces = pieces
        self.isXcode = isXcode
        self.questions = questions
    }

    /// A piece of evidence.
    enum Piece: Sendable {
        case transaction(TestTransaction)
        case status(TestTransaction, TestRenewalInfo)
        case notification(
            TestTransaction?, TestRenewalInfo?, signed: Double, status: Int?, type: String = "DID_RENEW")
        case receipt([TestTransaction], created: Double)
    }

    enum Question: Sendable {
        /// Access to any of the products.
        case access([String], at: Double, staleAfter: Double = 0, Access)
        /// Access to a non-renewing subscription with this duration.
        case season(String, at: Double, lasting: Double, Access)
        /// Details of a denied or undetermined answer.
        case details([String], at: Double, purchase: String?, identifiers: [String] = [], knownAsOf: Double?)
        /// The transactions that Apple can be asked about.
        case identifiers([String], at: Double, [String])
        /// The status of the subscription with an identifier.
        case status(String = "1", at: Double, staleAfter: Double = 0, Status?)
        /// Everything that gives access, by transaction, with the seats of each.
        case entitlements(at: Double, staleAfter: Double = 0, [String], seats: [Int?])
        /// The dates since when renewal is off and there is a billing problem, of the subscription 1.
        case problems(at: Double, renewalOffSince: Double?, billingIssueSince: Double?)
        /// Eligibility for an introductory offer of the products, or of group 7 if they are nil.
        case eligibility(
            of: [String]? = nil, at: Double, staleAfter: Double = 0, assumingCompleteHistory: Bool = false, String)
    }

    enum Access: Equatable, Sendable {
        case granted(String, until: Double)
        case denied(String, since: Double? = nil)
        case undetermined(Set<String>, since: Double? = nil)
    }

    struct Details: Equatable, Sendable {
        let purchase: String?
        let identifiers: [String]
        let knownAsOf: Double?
    }

    struct Problems: Equatable, Sendable {
        let renewalOffSince: Double?
        let billingIssueSince: Double?
    }

    struct Status: Equatable, Sendable {
        let state: String
        let until: Double?
        let missing: String?

        init(_ state: String, until: Double? = nil, missing: String? = nil) {
            (self.state, self.until, self.missing) = (state, until, missing)
        }
    }
}

/// A ledger's answers in this table's form.
protocol LedgerTextAnswers {
    func access(to products: [String], at time: Double, staleAfter: Double) -> (
        LedgerTextCase.Access, LedgerTextCase.Details
    )
    func access(to product: String, at time: Double, lasting: Double) -> LedgerTextCase.Access
    func status(of original: String, at time: Double, staleAfter: Double) -> LedgerTextCase.Status?
    func entitlements(at time: Double, staleAfter: Double) -> [(transaction: String, seats: Int?)]
    func eligibility(of products: [String]?, at time: Double, staleAfter: Double, isComplete: Bool) -> String
    /// Returns nil if there is no such subscription.
    func problems(of original: String, at time: Double) -> LedgerTextCase.Problems?
}

extension LedgerTextCase {
    static let all: [LedgerTextCase] = [
        missing, grace, replacement, products, unknownTypes, graceDates, statuses, renewals, lateRefunds, nextProducts,
        sandbox, histories, unseenAndVoid,
    ].flatMap { $0 }

    /// Checks all answers.
    func check(_ ledger: some LedgerTextAnswers, _ order: Comment) {
        for question in questions {
            switch question {
            case .access(let products, let time, let staleAfter, let expected):
                let answer = ledger.access(to: products, at: time, staleAfter: staleAfter).0
                #expect(answer == expected, "\(products) at day \(time / day), \(order)")
            case .season(let product, let time, let lasting, let expected):
                let answer = ledger.access(to: product, at: time, lasting: lasting)
                #expect(answer == expected, "\(product) at day \(time / day), \(order)")
            case .details(let products, let time, let purchase, let identifiers, let knownAsOf):
                let answer = ledger.access(to: products, at: time, staleAfter: 0).1
                let expected = Details(purchase: purchase, identifiers: identifiers, knownAsOf: knownAsOf)
                #expect(answer == expected, "\(products) at day \(time / day), \(order)")
            case .status(let original, let time, let staleAfter, let expected):
                let answer = ledger.status(of: original, at: time, staleAfter: staleAfter)
                #expect(answer == expected, "status at day \(time / day), \(order)")
            case .entitlements(let time, let staleAfter, let transactions, let seats):
                let answer = ledger.entitlements(at: time, staleAfter: staleAfter)
                #expect(answer.map(\.transaction) == transactions, "at day \(time / day), \(order)")
                #expect(answer.map(\.seats) == seats, "at day \(time / day), \(order)")
            case .identifiers(let products, let time, let expected):
                let answer = ledger.access(to: products, at: time, staleAfter: 0).1.identifiers
                #expect(answer == expected, "\(products) at day \(time / day), \(order)")
            case .problems(let time, let renewalOffSince, let billingIssueSince):
                let answer = ledger.problems(of: "1", at: time)
                let expected = Problems(renewalOffSince: renewalOffSince, billingIssueSince: billingIssueSince)
                #expect(answer == expected, "at day \(time / day), \(order)")
            case .eligibility(let products, let time, let staleAfter, let isComplete, let expected):
                let answer = ledger.eligibility(
                    of: products, at: time, staleAfter: staleAfter, isComplete: isComplete)
                #expect(
                    answer == expected,
                    "eligibility at day \(time / day)\(isComplete ? ", assuming a complete history" : ""), \(order)")
            }
        }
    }

    func evidence() throws -> [VerifiedEvidence] {
        try pieces.map { piece in
            switch piece {
            case .transaction(let transaction): try AsIfVerified.transaction(transaction)
            case .status(let transaction, let info): try AsIfVerified.status(transaction, info)
            case .notification(let transaction, let info, let signed, let status, let type):
                try AsIfVerified.notification(transaction, info, signed: .after(signed), status: status, type: type)
            case .receipt(let purchases, let created):
                try AsIfVerified.receipt(
                    purchases.map(\.purchase), created: .after(created),
                    environment: isXcode ? .xcode : purchases.first?.environment ?? .production)
            }
        }
    }
}

let day = 86_400.0

extension Date {
    private static let first = Date.utc(2025, 1, 1)
    static func after(_ seconds: Double) -> Date { first.addingTimeInterval(seconds) }
    var afterFirst: Double { timeIntervalSince(Self.first) }
}

extension TestTransaction {
    /// A period of the subscription 1, bought on day 0, signed a minute after its start. The first one is a purchase,
    /// the others are renewals.
    static func period(
        _ product: String, _ from: Double, _ to: Double, signed: Double? = nil,
        _ change: (inout TestTransaction) -> Void = { _ in }
    ) -> TestTransaction {
        var purchase = TestPurchase(
            productID: product, productType: .autoRenewable, purchaseDate: .after(from * day),
            transactionID: "\(product).\(Int(from))", expirationDate: .after(to * day))
        purchase.originalTransactionID = "1"
        purchase.originalPurchaseDate = .after(0)
        purchase.webOrderLineItemID = 0
        var transaction = TestTransaction(
            purchase, bundleIdentifier: LedgerSubject.app,
            signedDate: .after(signed.map { $0 * day } ?? from * day + 60))
        transaction.transactionReason = from == 0 ? "PURCHASE" : "RENEWAL"
        transaction.subscriptionGroupID = "7"
        change(&transaction)
        return transaction
    }

    /// A purchase that is not a subscription.
    static func other(_ product: String, _ type: TestProductType, _ from: Double, signed: Double? = nil)
        -> TestTransaction
    {
        let purchase = TestPurchase(
            productID: product, productType: type, purchaseDate: .after(from * day),
            transactionID: "\(product).\(Int(from))")
        return TestTransaction(
            purchase, bundleIdentifier: LedgerSubject.app,
            signedDate: .after(signed.map { $0 * day } ?? from * day + 60))
    }

    func bought() -> Self { with { $0.transactionReason = "PURCHASE" } }
    func upgraded(signed: Double) -> Self {
        with {
            $0.isUpgraded = true
            $0.signedDate = .after(signed * day)
        }
    }
    func revoked(_ date: Double, _ type: String? = nil, reason: Int64 = 0) -> Self {
        with {
            $0.revocationDate = .after(date * day)
            $0.revocationType = type
            $0.revocationReason = reason
            $0.signedDate = max($0.signedDate, .after(date * day))
        }
    }
    func signed(_ date: Double) -> Self { with { $0.signedDate = .after(date * day) } }
    /// Sets the type, or removes it.
    func typed(_ type: String?) -> Self { with { $0.type = type } }
    /// Billed monthly in a commitment.
    func committed() -> Self { with { $0.billingPlanType = "MONTHLY" } }
    func shared() -> Self { with { $0.ownershipType = "FAMILY_SHARED" } }
    func sandbox() -> Self { with { $0.environment = .sandbox } }
    /// Moves it to another subscription, which was bought at its start.
    func of(_ original: String, after previous: String? = nil) -> Self {
        with {
            $0.originalTransactionID = original
            $0.originalPurchaseDate = $0.purchaseDate
            $0.previousOriginalTransactionID = previous
            $0.transactionReason = "PURCHASE"
        }
    }

    /// The same purchase in a receipt.
    var purchase: TestPurchase {
        let types: [String: TestProductType] = [
            "Auto-Renewable Subscription": .autoRenewable, "Consumable": .consumable,
            "Non-Renewing Subscription": .nonRenewable, "Free Subscription": .freeSubscription,
            "Subscription Bundle": .init(rawValue: 5), "Wonder": .init(rawValue: 9),
        ]
        var purchase = TestPurchase(
            productID: productID, productType: type.flatMap { types[$0] } ?? .nonConsumable, purchaseDate: purchaseDate,
            transactionID: transactionID, expirationDate: expirationDate)
        purchase.originalTransactionID = originalTransactionID
        purchase.originalPurchaseDate = originalPurchaseDate
        purchase.webOrderLineItemID = webOrderLineItemID.flatMap(Int64.init) ?? 0
        purchase.cancellationDate = revocationDate
        purchase.ownershipType = ownershipType == "FAMILY_SHARED" ? 1 : 0
        purchase.isTrialPeriod = offerType == 1
        return purchase
    }

    /// A renewal info of the subscription, with auto-renew on and this renewal date.
    func info(
        renewal: Double?, signed: Double, _ change: (inout TestRenewalInfo) -> Void = { _ in }
    ) -> TestRenewalInfo {
        var info = TestRenewalInfo(of: self)
        info.renewalDate = renewal.map { .after($0 * day) }
        info.signedDate = .after(signed * day)
        change(&info)
        return info
    }
}

extension TestTransaction {
    /// A renewal info of the subscription. Arguments that aren't given are absent, and auto-renew is on.
    func info(
        _ renewal: Double?, signed: Double, retry: Bool? = nil, intent: Int64? = nil, grace: Double? = nil,
        autoRenew: Bool = true, next: String? = nil, product: String? = nil
    ) -> TestRenewalInfo {
        info(renewal: renewal, signed: signed) {
            $0.isInBillingRetryPeriod = retry
            $0.expirationIntent = intent
            $0.gracePeriodExpirationDate = grace.map { .after($0 * day) }
            $0.autoRenewStatus = autoRenew ? 1 : 0
            $0.productID = product ?? $0.productID
            $0.autoRenewProductID = next ?? product ?? $0.autoRenewProductID
        }
    }
}

extension LedgerTextCase.Piece {
    /// A renewal info with its transaction. Arguments that aren't given are absent, and auto-renew is on.
    static func info(
        _ transaction: TestTransaction, _ renewal: Double?, signed: Double, retry: Bool? = nil,
        intent: Int64? = nil, grace: Double? = nil, autoRenew: Bool = true, next: String? = nil,
        product: String? = nil
    ) -> Self {
        let info = transaction.info(
            renewal, signed: signed, retry: retry, intent: intent, grace: grace, autoRenew: autoRenew, next: next,
            product: product)
        return .status(transaction, info)
    }

    /// A renewal info after the customer cancelled and the subscription expired.
    static func over(_ transaction: TestTransaction, _ renewal: Double?, signed: Double) -> Self {
        .info(transaction, renewal, signed: signed, retry: false, intent: 1, autoRenew: false)
    }

    /// A notification with a status, signed on a day.
    static func event(
        _ status: Int?, signed: Double, _ transaction: TestTransaction?, _ info: TestRenewalInfo? = nil,
        type: String = "DID_CHANGE_RENEWAL_PREF"
    ) -> Self {
        .notification(transaction, info, signed: signed * day, status: status, type: type)
    }

    /// A renewal info with its transaction.
    static func pair(
        _ transaction: TestTransaction, renewal: Double?, signed: Double,
        _ change: (inout TestRenewalInfo) -> Void = { _ in }
    ) -> Self {
        .status(transaction, transaction.info(renewal: renewal, signed: signed, change))
    }
}
