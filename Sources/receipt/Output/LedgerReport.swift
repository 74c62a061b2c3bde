import ReceiptFields
import ReceiptKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What `ledger` says of one file: the verdict, and what a verified receipt's ledger holds.
struct LedgerReport: Report {
    private let verification: VerificationReport
    private let ledger: PurchaseLedger?
    private let date: Date

    init(_ verification: VerificationReport, asOf date: Date) {
        self.verification = verification
        self.date = date
        ledger = verification.evidence.flatMap { evidence in
            // One piece of evidence belongs to itself; several of one body may not.
            do throws(LedgerError) { return try PurchaseLedger(merging: [evidence]) } catch { return nil }
        }
    }

    var outcome: Outcome { verification.outcome }

    func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
        let ledger = ledger.map { JSONText.encoding(LedgerJSON(ledger: $0, date: date)) }
        try write(verification.json(ledger: ledger).bytes)
    }

    /// The timelines as SVG, if the evidence is believed.
    var picture: String? { ledger.map { LedgerText(ledger: $0, date: date).picture } }

    func writeText(_ style: Style, _ write: (String) throws -> Void) throws {
        try write(verification.heading(style))
        if let ledger { try write(LedgerText(ledger: ledger, date: date).text(style)) }
    }
}

/// The ledger's own JSON, and with it what depends on a date.
struct LedgerJSON: Encodable, JSONObject {
    let ledger: PurchaseLedger
    let date: Date

    func encode(to encoder: any Encoder) throws { try encodeMembers(to: encoder) }

    func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
        try sink.member("asOf", Timestamp.string(date))
        try sink.list("purchases", ledger)
        try sink.list("subscriptions", ledger.subscriptions.lazy.map { Subscription(history: $0, date: date) })
        try sink.list("entitlements", ledger.currentEntitlements(at: date))
    }

    /// A subscription, and its status at the date.
    private struct Subscription: JSONObject {
        let history: SubscriptionHistory
        let date: Date

        func writeMembers<Sink: JSONSink>(to sink: inout Sink) throws(Sink.Failure) {
            try history.writeMembers(to: &sink)
            try sink.member("status", history.status(at: date))
        }
    }
}
