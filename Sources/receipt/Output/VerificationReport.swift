import ReceiptFields
import ReceiptInspection
import ReceiptKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The verdict on one file, whichever kind of evidence it holds.
struct VerificationReport: Report, Answering {
    enum Verdict {
        case verified(VerifiedEvidence)
        case refused(VerificationError)
        case unreadable(UnreadableFile)

        var answer: Answer {
            switch self {
            case .verified: .verified
            case .refused(let error): .refused(error.code)
            case .unreadable: .unreadable(UnreadableFile.code)
            }
        }

        /// Whether this is a page of Apple's without evidence, which adds nothing to a merge.
        var isEmptyPage: Bool {
            guard case .refused(.malformed(let error)) = self else { return false }
            return error.reason == .noEvidence(isEmptyPage: true)
        }
    }

    let file: String
    let verdict: Verdict
    /// What may help, where it was refused.
    private let hint: String?

    init(file: String, verifier: ReceiptVerifier, time: Date) {
        self.file = file
        let limits = verifier.policy.limits
        let contents: [UInt8]
        do throws(UnreadableFile) {
            contents = try BoundedRead.file(file, limit: EvidenceFile.maximumSize(limits))
        } catch {
            (verdict, hint) = (.unreadable(error), nil)
            return
        }
        verdict = Self.verdict(verifier, time) { () throws(FormatError) in try EvidenceFile(contents, limits: limits) }
        guard case .refused(let error) = verdict else {
            hint = nil
            return
        }
        hint = RefusalHint.text(error) ?? RefusalHint.text(contents, limits: limits)
    }

    /// The verdict on evidence, or on what `decode` could not make any of.
    static func verdict(
        _ verifier: ReceiptVerifier, _ time: Date, _ decode: () throws(FormatError) -> EvidenceFile
    ) -> Verdict {
        let file: EvidenceFile
        do throws(FormatError) { file = try decode() } catch { return .refused(.malformed(error)) }
        do throws(VerificationError) {
            switch file {
            case .receipt(let bytes): return .verified(.appReceipt(try verifier.verify(bytes, at: time)))
            case .text(let text): return .verified(try verifier.verify(evidence: text, at: time))
            }
        } catch { return .refused(error) }
    }

    var answer: Answer { verdict.answer }

    var outcome: Outcome { Outcome(answer) }

    func writeJSON(_ write: ([UInt8]) throws -> Void) throws { try write(json(ledger: nil).bytes) }

    /// The verdict, and, for verified evidence, its ledger.
    func json(ledger: JSONText?) -> JSONWriter {
        var json = JSONWriter()
        json.object { json in
            json.member("file", file)
            json.verdict(verdict)
            json.member("ledger", raw: ledger?.text)
        }
        return json
    }

    func writeText(_ style: Style, _ write: (String) throws -> Void) throws {
        try write(heading(style))
        guard case .verified(.appReceipt(let receipt)) = verdict, !receipt.purchases.isEmpty else { return }
        try write("\n" + PurchaseTable.text(receipt.purchases, style))
    }

    /// The verdict, and what the evidence says of itself.
    func heading(_ style: Style) -> String {
        let name = Self.name(file)
        switch verdict {
        case .verified(let evidence):
            return style.good("✓ verified") + "  " + style.strong(name) + "\n" + EvidenceText.text(evidence, style)
        case .refused(let error):
            return Self.refusal(of: file, code: error.code, error.description, style)
                + (hint.map { "  " + style.wrapped($0, indent: 2) + "\n" } ?? "")
        case .unreadable(let error):
            return style.bad("✗ unreadable") + "  " + style.strong(name) + "\n  " + error.reason + "\n"
        }
    }

    static func refusal(of file: String, code: String, _ message: String, _ style: Style) -> String {
        style.bad("✗ refused") + "   " + style.strong(name(file)) + "\n  " + style.bad(code) + "\n  "
            + style.wrapped(message, indent: 2) + "\n"
    }

    private static func name(_ file: String) -> String { Printable.text(file == "-" ? "standard input" : file) }
}
