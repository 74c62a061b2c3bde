package import ReceiptFields

extension ErrorCode {
    package static let merging = Section(
        "Several pieces of evidence",
        [
            .renewalInfoUnbound, .evidenceDisagreement, .ledgerBundleIdentifier, .ledgerEnvironment,
            .ledgerTrustAnchor, .ledgerNoEvidence,
        ])

    static let renewalInfoUnbound = ErrorCode(
        "renewalInfo.unbound", class: .unsupported,
        "A renewal info names no app, so it can't be verified alone.",
        cause: "The renewal info was sent without its transaction.",
        remedy: "Verify it with its transaction, in the JSON body that has both.",
        support: .ours)

    static let evidenceDisagreement = ErrorCode(
        "evidence.disagreement", class: .damaged,
        "JWS that were sent together don't belong together.",
        cause: "A transaction was paired with another subscription's renewal info.",
        remedy: "Pair them as the App Store Server API returns them.",
        support: .ours)

    static let ledgerBundleIdentifier = ErrorCode(
        "ledger.bundleIdentifier", class: nil,
        "The evidence is for two apps.",
        cause: "Purchases in several apps were joined.",
        remedy: "Make one ledger for each app.",
        support: .otherApp)

    static let ledgerEnvironment = ErrorCode(
        "ledger.environment", class: nil,
        "The evidence is from two environments.",
        cause: "A tester's purchases in the sandbox were joined with those in production.",
        remedy: "Send each environment's evidence by itself; in Swift, use `PurchaseLedger.ledgers(merging:)`.",
        support: .environment)

    static let ledgerTrustAnchor = ErrorCode(
        "ledger.trustAnchor", class: nil,
        "The evidence was verified with two different trust stores.",
        cause: "A policy for tests and one for production were mixed.",
        remedy: "Verify all evidence of a ledger with one policy.",
        support: .ours)

    static let ledgerNoEvidence = ErrorCode(
        "ledger.noEvidence", class: nil,
        "There is no evidence to create a ledger from.",
        cause: "All pages of the history are empty.",
        remedy: "Treat the customer as one without purchases.",
        support: .absent)
}
