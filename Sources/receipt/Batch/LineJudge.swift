import ReceiptFields
import ReceiptKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is said of one line.
struct LineAnswer {
    let outcome: Outcome
    let json: JSONText
}

/// Answers lines. Many tasks ask it at once.
struct LineJudge: Sendable {
    let verifier: ReceiptVerifier
    /// The time of verification, or nil for now, which for a batch of hours is not when it began.
    let fixedTime: Date?
    /// Whether the fields of verified receipts are left out.
    let isBrief: Bool

    var time: Date { fixedTime ?? Date() }

    /// The most bytes of a line that can hold a receipt: base64 with line breaks, JSON around it, escapes in it.
    var longestLine: Int { ReceiptInput.longestFile(verifier.policy.limits) + (1 << 20) }

    func answer(_ bytes: ArraySlice<UInt8>, line number: Int, at time: Date) -> LineAnswer {
        var bytes = bytes
        // Windows' editors and exports mark UTF-8 at the beginning.
        if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        let line = BatchLine(bytes, longest: longestLine)
        guard let receipt = line.receipt else { return answer(line.error ?? .empty, line: number, id: line.id) }
        let verdict = VerificationReport.verdict(verifier, time) { () throws(FormatError) in
            try ReceiptInput.decode(base64: receipt, limits: verifier.policy.limits)
        }
        let isVerified = if case .verified = verdict { true } else { false }
        return LineAnswer(
            outcome: isVerified ? .good : .refused,
            json: Self.object(number, line.id, VerificationReport.members(verdict, brief: isBrief)))
    }

    func answer(_ error: LineError, line number: Int, id: JSONText? = nil) -> LineAnswer {
        LineAnswer(
            outcome: .unreadable,
            json: Self.object(number, id, VerificationReport.unreadable(code: error.code, message: error.message)))
    }

    private static func object(_ number: Int, _ id: JSONText?, _ members: [(String, JSONText?)]) -> JSONText {
        .object([("line", .number(Int64(number))), ("id", id)] + members)
    }
}
