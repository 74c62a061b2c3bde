import AppleVerifyReceipt
import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// The routes' responses, independent of HTTP. This is a class, so that a request retains one reference. Otherwise it
/// would retain those of all policies, and the threads of the event loops would contend for their reference counts.
final class Routes: Sendable {
    let production: VerifyReceiptEndpoint
    let sandbox: VerifyReceiptEndpoint
    let verifier: ReceiptVerifier

    init(production: VerifyReceiptEndpoint, sandbox: VerifyReceiptEndpoint, verifier: ReceiptVerifier) {
        (self.production, self.sandbox, self.verifier) = (production, sandbox, verifier)
    }

    /// A response body, and its outcome.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
        let outcome: Outcome
        /// True if the body is an SVG document, false if it is JSON.
        let isPicture: Bool

        init(status: Int, body: [UInt8], outcome: Outcome, isPicture: Bool = false) {
            (self.status, self.body, self.outcome, self.isPicture) = (status, body, outcome, isPicture)
        }

        /// Creates the response for a verdict: 200, or 422 if it has an error, or 400 if the request itself is invalid.
        init(body: [UInt8], outcome: Outcome) {
            let failure = outcome.code.hasPrefix("request.") ? 400 : 422
            self.init(status: outcome.code.isEmpty ? 200 : failure, body: body, outcome: outcome)
        }

        init(_ verdict: EvidenceVerdict) {
            var outcome = Outcome(verdict: verdict.word, code: verdict.code ?? "")
            if case .verified(let evidence) = verdict { outcome.unknownMembers = evidence.payloadsWithUnknownMembers }
            self.init(body: verdict.json, outcome: outcome)
        }
    }

    /// The data for the log and the counters. Nothing in it identifies a customer, a purchase or an app.
    struct Outcome: Sendable {
        let verdict: String
        var code = ""
        /// The number of verified payloads of each kind that have members without a type in this version.
        var unknownMembers: [PayloadKind: Int] = [:]
    }

    func verifyReceipt(isSandbox: Bool, method: String, body: [UInt8], at now: Date) -> Answer {
        let endpoint = isSandbox ? sandbox : production
        let answer = endpoint.answer(method: method, body: body, at: now)
        let verdict = answer.isVerified ? "verified" : "refused"
        // If the status isn't based on one of the library's errors, use the status itself.
        let code = answer.error?.code ?? (answer.status == 0 ? "" : "\(answer.status)")
        return Answer(status: 200, body: answer.body, outcome: Outcome(verdict: verdict, code: code))
    }

    func ledger(_ body: [UInt8], at now: Date) -> Answer {
        var unknownMembers: [PayloadKind: Int] = [:]
        let verdict = LedgerVerdict(of: body, by: verifier, at: now) { evidence in
            unknownMembers.merge(evidence.payloadsWithUnknownMembers, uniquingKeysWith: +)
        }
        return Answer(
            body: verdict.json,
            outcome: Outcome(verdict: verdict.word, code: verdict.code ?? "", unknownMembers: unknownMembers))
    }

    func verify(_ body: [UInt8], at now: Date) -> Answer {
        if let error = Self.error(in: body, for: .verify) { return error }
        return Answer(EvidenceVerdict(of: body, by: verifier, at: now))
    }

    /// Returns the error in a request's members. The members for a ledger are checked when its evidence is read.
    static func error(in body: [UInt8], for request: EvidenceRequest) -> Answer? {
        do throws(RequestError) {
            try request.check(body)
            return nil
        } catch { return Answer(.invalidRequest(error)) }
    }
}
