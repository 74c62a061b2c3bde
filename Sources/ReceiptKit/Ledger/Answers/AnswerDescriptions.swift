internal import ReceiptEssentials
internal import ReceiptFields

// One line each, fit for a log: what came from outside is escaped and cut.

extension ProductState: CustomStringConvertible {
    /// One line: the state, its date, and the transaction that shows it.
    public var description: String {
        let evidence = purchase.map { " (transaction \(Escaped.text($0.transactionID)))" } ?? ""
        return switch self {
        case .active(let end, _): "active" + (end.map { " until \(Timestamp.string($0))" } ?? "") + evidence
        case .indefinite: "purchased, for how long is not known" + evidence
        case .revoked(let date, let reason, _):
            "revoked on \(Timestamp.string(date))" + (reason.map { ", reason \($0.rawValue)" } ?? "") + evidence
        case .expired(let date, _): "expired since \(Timestamp.string(date))" + evidence
        case .notStarted(let date, _): "not started until \(Timestamp.string(date))" + evidence
        case .neverPurchased: "never purchased"
        }
    }
}

extension IntroductoryOfferEligibility: CustomStringConvertible {
    /// One line: the answer, and the transaction that shows it.
    public var description: String {
        switch self {
        case .newCustomer: "eligible: a new customer"
        case .offerUnused(let purchase):
            "eligible: subscribed before without an offer, last by transaction \(Escaped.text(purchase.transactionID))"
        case .offerUsed(let purchase):
            "not eligible: an offer was used by transaction \(Escaped.text(purchase.transactionID))"
        case .subscribed(let purchase):
            "not eligible: subscribed by transaction \(Escaped.text(purchase.transactionID))"
        case .undetermined(let reason): "not known: \(reason)"
        }
    }
}

extension IntroductoryOfferEligibility.Reason: CustomStringConvertible {
    /// One line that says why.
    public var description: String {
        switch self {
        case .incompleteHistory: "no app receipt is in the ledger, so that an earlier subscription may be missing"
        case .unknownGroup(let purchase):
            "no evidence names the subscription group of transaction \(Escaped.text(purchase.transactionID))"
        case .unknownTrial(let purchase):
            "transaction \(Escaped.text(purchase.transactionID)) does not say whether it was a trial"
        case .noProducts: "no products were named"
        }
    }
}

extension FirstAcquiredAnswer: CustomStringConvertible {
    /// One line: the answer, and the version that shows it.
    public var description: String {
        switch self {
        case .before(let version): "purchased before, with version \(Escaped.text(version))"
        case .notBefore(let version): "not purchased before, but with version \(Escaped.text(version))"
        case .unknown(let reason): "not known: \(reason)"
        }
    }
}

extension FirstAcquiredAnswer.Reason: CustomStringConvertible {
    /// One line that says why.
    public var description: String {
        switch self {
        case .environment(let environment): "evidence of environment \(environment) does not say"
        case .absent: "no evidence says which version was first acquired"
        case .notDottedNumbers(let version):
            "the version first acquired, \(Escaped.text(version)), is not numbers separated by dots"
        case .invalidVersion(let version):
            "the version asked about, \(Escaped.text(version)), is not numbers separated by dots"
        case .contradiction(let versions):
            "the evidences disagree: " + versions.prefix(8).map { Escaped.text($0) }.joined(separator: ", ")
        }
    }
}
