import Foundation
import ReceiptFields
import ReceiptInspection
import ReceiptKit
import VerifyReceipt

/// What the routes answer with, apart from HTTP.
struct Routes: Sendable {
    let production: VerifyReceiptEndpoint
    let sandbox: VerifyReceiptEndpoint
    let verifier: ReceiptVerifier

    /// What is answered, and what is known of it.
    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
        let outcome: Outcome
    }

    /// What the log and the counters tell: nothing of this names a customer, a purchase or an app.
    struct Outcome: Sendable {
        let verdict: String
        var code = ""
    }

    func verifyReceipt(_ endpoint: VerifyReceiptEndpoint, method: String, body: [UInt8], at now: Date) -> Answer {
        let answer = endpoint.answer(method: method, body: body, at: now)
        let verdict = answer.isVerified ? "verified" : "refused"
        // Where no error of the library's is behind the number, the number says it all.
        let code = answer.error?.code ?? (answer.status == 0 ? "" : "\(answer.status)")
        return Answer(status: 200, body: answer.body, outcome: Outcome(verdict: verdict, code: code))
    }

    func verify(_ body: [UInt8], at now: Date) -> Answer {
        do throws(VerificationError) {
            let evidence = try verified(body, at: now)
            return Answer(
                status: 200, body: VerdictJSON.verified(evidence).encoded,
                outcome: Outcome(verdict: "verified"))
        } catch {
            return Answer(
                status: 422, body: VerdictJSON.refused(error).encoded,
                outcome: Outcome(verdict: "refused", code: error.code))
        }
    }

    private func verified(_ body: [UInt8], at now: Date) throws(VerificationError) -> VerifiedEvidence {
        let file: EvidenceFile
        do throws(FormatError) { file = try EvidenceFile(body, limits: verifier.policy.limits) } catch {
            throw .malformed(error)
        }
        switch file {
        case .receipt(let bytes): return .appReceipt(try verifier.verify(bytes, at: now))
        case .text(let text): return try verifier.verify(evidence: text, at: now)
        }
    }
}
