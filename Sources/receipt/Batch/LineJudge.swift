import ReceiptFields
import ReceiptInspection
import ReceiptKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Answers lines. Many tasks ask it at once.
struct LineJudge: Sendable {
    let verifier: ReceiptVerifier
    /// The time of verification, or nil for now, which for a batch of hours is not when it began.
    let fixedTime: Date?
    /// Whether what verified evidence says is left out.
    let isBrief: Bool

    var time: Date { fixedTime ?? DateOption.now }

    /// The most bytes of a line that can hold evidence: base64 with line breaks, JSON around it, escapes in it.
    var longestLine: Int { EvidenceFile.maximumSize(verifier.policy.limits) }

    /// Writes the answer to a line, and says what it is.
    func answer(_ bytes: ArraySlice<UInt8>, line number: Int, at time: Date, _ json: inout JSONWriter) -> Outcome {
        let text = number == 1 ? WhiteSpace.withoutByteOrderMark(bytes) : bytes
        let line = BatchLine(text, longest: longestLine)
        guard let evidence = line.evidence else {
            return answer(line.error ?? .empty, line: number, id: line.id, &json)
        }
        let verdict = VerificationReport.verdict(verifier, time) { () throws(FormatError) in
            try EvidenceFile(text: evidence, limits: verifier.policy.limits)
        }
        Self.object(number, line.id, &json) { $0.verdict(verdict, isBrief: isBrief) }
        if case .verified = verdict { return .good }
        return .refused
    }

    /// Writes why a line holds nothing to verify.
    func answer(_ error: LineError, line number: Int, id: JSONText? = nil, _ json: inout JSONWriter) -> Outcome {
        Self.object(number, id, &json) { $0.unreadable(code: error.code, message: error.message) }
        return .unreadable
    }

    private static func object(
        _ number: Int, _ id: JSONText?, _ json: inout JSONWriter, _ verdict: (inout JSONWriter) -> Void
    ) {
        json.object { json in
            json.member("line", number)
            json.member("id", raw: id?.text)
            verdict(&json)
        }
        json.endLine()
    }
}
