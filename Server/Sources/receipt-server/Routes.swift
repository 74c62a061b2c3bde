import AppleVerifyReceipt
import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptReports

/// What the routes answer with, apart from HTTP. A class, so that a request counts one reference and not those of all policies, which the
/// event loops' threads would take from each other.
final class Routes: Sendable {
    let production: VerifyReceiptEndpoint
    let sandbox: VerifyReceiptEndpoint
    let verifier: ReceiptVerifier

    init(production: VerifyReceiptEndpoint, sandbox: VerifyReceiptEndpoint, verifier: ReceiptVerifier) {
        (self.production, self.sandbox, self.verifier) = (production, sandbox, verifier)
    }

    /// What is answered, and what is known of it.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
        let outcome: Outcome
        /// Whether the body is an SVG document, and not JSON.
        let isPicture: Bool

        init(status: Int, body: [UInt8], outcome: Outcome, isPicture: Bool = false) {
            (self.status, self.body, self.outcome, self.isPicture) = (status, body, outcome, isPicture)
        }

        /// A verdict: 200, or 422 if it has an error. Of a request that itself is wrong it is 400.
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

    /// What the log and the counters tell: nothing of this names a customer, a purchase or an app.
    struct Outcome: Sendable {
        let verdict: String
        var code = ""
        /// How many verified payloads of each kind have members that this version has no type for.
        var unknownMembers: [PayloadKind: Int] = [:]
    }

    func verifyReceipt(isSandbox: Bool, method: String, body: [UInt8], at now: Date) -> Answer {
        let endpoint = isSandbox ? sandbox : production
        let answer = endpoint.answer(method: method, body: body, at: now)
        let verdict = answer.isVerified ? "verified" : "refused"
        // Where no error of the library's is behind the number, the number says it all.
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

    /// What is wrong with the members of a request. Those for a ledger are read with its evidence.
    static func error(in body: [UInt8], for request: EvidenceRequest) -> Answer? {
        do throws(RequestError) {
            try request.check(body)
            return nil
        } catch { return Answer(.invalidRequest(error)) }
    }
}
