import ReceiptFields
import ReceiptInspection
import ReceiptKit

/// The option that a person may have forgotten, where a refusal makes one likely.
enum RefusalHint {
    static func text(_ error: VerificationError) -> String? {
        switch error {
        case .untrustedRoot:
            "If a test authority or Xcode signed it: --trust-root or --xcode-certificate names whom to trust."
        case .environmentMismatch(let found, _):
            EnvironmentOption.allCases.first { $0.environment == found }
                .map { "To accept it: --environment \($0.rawValue)." }
        case .environmentUnsigned: "To accept it all the same: --accept-transaction-receipts."
        default: nil
        }
    }

    /// What to do with contents that are no evidence as a whole, and whose first line is one.
    static func text(_ contents: [UInt8], limits: ReceiptLimits) -> String? {
        let lines = WhiteSpace.withoutByteOrderMark(contents[...]).split(separator: Newline.byte, maxSplits: 2)
        guard lines.count > 1, lines[1].contains(where: { !WhiteSpace.contains($0) }) else { return nil }
        guard let evidence = BatchLine(lines[0], longest: contents.count).evidence else { return nil }
        do throws(FormatError) {
            switch try EvidenceFile(text: evidence, limits: limits) {
            case .receipt(let bytes): _ = try SignedReceipt(bytes, limits: limits)
            case .text: break
            }
        } catch { return nil }
        return "Its first line is evidence by itself. If every line is: receipt verify --batch < FILE."
    }
}
