import Foundation
import ReceiptKit
import VerifyReceipt

/// What the routes answer with, apart from HTTP.
struct Routes: Sendable {
    let production: VerifyReceiptEndpoint
    let sandbox: VerifyReceiptEndpoint
    let verifier: ReceiptVerifier

    /// What is answered, and what is known of it.
    struct Answer {
        let status: Int
        let body: [UInt8]
        let outcome: Outcome
    }

    /// What the log and the counters tell: nothing of this names a customer, a purchase or an app.
    struct Outcome {
        let verdict: String
        var code = ""
    }

    func verifyReceipt(_ endpoint: VerifyReceiptEndpoint, method: String, body: [UInt8], at now: Date) -> Answer {
        let answer = endpoint.answer(method: method, body: body, at: now)
        // 21006 is of a receipt that was believed too.
        let verdict = [0, 21006].contains(answer.status) ? "verified" : "refused"
        // Where no error of the library's is behind the number, the number says it all.
        let code = answer.error?.code ?? (answer.status == 0 ? "" : "\(answer.status)")
        return Answer(status: 200, body: answer.body, outcome: Outcome(verdict: verdict, code: code))
    }

    func verify(_ body: [UInt8], at now: Date) -> Answer {
        do throws(VerificationError) {
            let evidence = try verifier.verify(evidence: EvidenceRequest.evidence(in: body), at: now)
            return Answer(
                status: 200, body: VerdictJSON.verified(evidence).encoded,
                outcome: Outcome(verdict: "verified"))
        } catch {
            return Answer(
                status: 422, body: VerdictJSON.refused(error).encoded,
                outcome: Outcome(verdict: "refused", code: error.code))
        }
    }
}

/// Evidence as it is sent to `/v1/verify`.
enum EvidenceRequest {
    private struct Envelope: Decodable {
        let evidence: String
    }

    /// The evidence itself: what an envelope holds, or the whole body. Of text, without the line's end that tools add.
    static func evidence(in body: [UInt8]) -> [UInt8] {
        guard let first = body.first, first != 0x30 else { return body }
        guard let last = body.lastIndex(where: { !isWhiteSpace($0) }) else { return [] }
        let text = body[...last]
        guard text.first(where: { !isWhiteSpace($0) }) == UInt8(ascii: "{"),
            let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(text))
        else { return Array(text) }
        return Array(envelope.evidence.utf8)
    }

    private static func isWhiteSpace(_ octet: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(octet) }
}
