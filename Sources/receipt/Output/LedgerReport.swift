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
        if case .verified(.appReceipt(let receipt)) = verification.verdict {
            ledger = receipt.ledger
        } else {
            ledger = nil
        }
    }

    var outcome: Outcome { verification.outcome }

    func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
        let ledger = ledger.map { JSONText.encoding(LedgerJSON(ledger: $0, entitlements: entitlements($0))) }
        try write(verification.json(ledger: ledger).bytes)
    }

    private func entitlements(_ ledger: PurchaseLedger) -> [InAppPurchase] {
        Array(ledger.currentEntitlements(at: date))
    }

    private func timelines(_ ledger: PurchaseLedger) -> [Timeline] { ledger.subscriptions.compactMap(Timeline.init) }

    /// The timelines as SVG, if the receipt is believed.
    var picture: String? {
        ledger.map { TimelinePicture(timelines($0), title: $0.bundleIdentifier, asOf: date).svg }
    }

    func writeText(_ style: Style, _ write: (String) throws -> Void) throws {
        try write(verification.heading(style))
        guard let ledger else { return }
        var text = "\n" + style.strong("Purchases, oldest first") + "\n"
        text += ledger.isEmpty ? "  none\n" : PurchaseTable.text(Array(ledger), style)
        for timeline in timelines(ledger) { text += "\n" + TimelineText(timeline, asOf: date, style).text }
        let entitlements = entitlements(ledger)
        text += "\n" + style.strong("Entitlements as of \(Timestamp.string(date))") + "\n"
        try write(text + (entitlements.isEmpty ? "  none\n" : PurchaseTable.text(entitlements, style)))
    }
}

/// The ledger's own JSON, and beside it what depends on a date.
private struct LedgerJSON: Encodable {
    let ledger: PurchaseLedger
    let entitlements: [InAppPurchase]

    private enum CodingKeys: String, CodingKey {
        case entitlements
    }

    func encode(to encoder: any Encoder) throws {
        try ledger.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entitlements, forKey: .entitlements)
    }
}
