internal import ReceiptEssentials
internal import ReceiptFields

// One line each, fit for a log: what came from outside is escaped and cut.

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

extension Denial: CustomStringConvertible {
    /// One line: the reason, since when, the transaction that shows it, and how old the knowledge is.
    public var description: String {
        reason.rawValue + detail(since, purchase)
            + (knownAsOf.map { ", known as of \(Timestamp.string($0))" } ?? "")
    }
}

extension Undetermined: CustomStringConvertible {
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

extension MissingEvidence {
    /// For people: that it may be missing.
    package var words: String {
        switch self {
        case .renewal: "a renewal may be missing"
        case .billingRecovery: "a billing recovery may be missing"
        case .productChange: "a change of product may be missing"
        default: "\(Escaped.text(rawValue)) may be missing"
        }
    }
}

extension IntroductoryOfferEligibility: CustomStringConvertible {
    /// One line: the answer, and the transaction that shows it.
    public var description: String {
        switch answer {
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
        case .missingEvidence(let missing): missing.words
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
