import Foundation
import ReceiptReports

/// Routes for people.
extension Routes {
    /// Returns the contents of evidence, unverified.
    func inspect(_ body: [UInt8], at now: Date) -> Answer {
        if let error = Self.error(in: body, for: .inspect) { return error }
        guard let json = InspectedEvidence(file: body).json(limit: Self.longestInspection, pieces: Self.mostPieces)
        else {
            let message =
                "The contents of the evidence take more than \(Self.longestInspection) bytes to show, or have more than \(Self.mostPieces) pieces."
            return Answer(
                status: 422, body: ReceiptResponder.problem("inspection.tooLong", message),
                outcome: Outcome(verdict: "unreadable", code: "inspection.tooLong"))
        }
        return Answer(status: 200, body: json, outcome: Outcome(verdict: "unverified"))
    }

    /// The maximum size of an inspection's JSON, which for hostile evidence could be many times as large as the
    /// evidence.
    private static let longestInspection = 8 << 20

    /// The maximum number of pieces of evidence. The error for an empty piece is eighty times as long as the piece.
    private static let mostPieces = 1_000

    /// Returns the timeline of the ledger that ``ledger(_:at:)`` returns. Without evidence there is nothing to draw,
    /// and this method returns the answer of `ledger`.
    func timeline(_ body: [UInt8], at now: Date) -> Answer {
        let verdict = LedgerVerdict(of: body, by: verifier, at: now)
        guard case .verified(let ledger, let question) = verdict else { return self.ledger(body, at: now) }
        return Answer(
            status: 200, body: Array(LedgerTimeline(ledger, question).svg.utf8), outcome: Outcome(verdict: "verified"),
            isPicture: true)
    }
}
