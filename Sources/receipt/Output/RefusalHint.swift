import ReceiptFields
import ReceiptKit
import ReceiptReports

/// What a person may try with contents that were rejected, where their lines are better evidence than the whole.
enum RefusalHint {
    /// What to do with contents that are no evidence as a whole, and of which one of the first lines is: some may be spoilt.
    static func text(_ contents: [UInt8], limits: ReceiptLimits) -> String? {
        let lines = WhiteSpace.withoutByteOrderMark(contents[...])
            .split(separator: Newline.byte, maxSplits: mostLines, omittingEmptySubsequences: false)
        let isOnly = lines.count { $0.contains { !WhiteSpace.contains($0) } } == 1
        // The last may be all the rest.
        let first = lines.count > mostLines ? lines.dropLast() : lines[...]
        guard let line = first.firstIndex(where: { isEvidence($0, isOnly: isOnly, limits) }) else {
            return nil
        }
        let name = line == 0 ? "Its first line" : "Line \(line + 1)"
        return "\(name) is evidence by itself. If every line is: receipt verify --batch < FILE."
    }

    private static let mostLines = 8

    /// Whether a batch finds evidence in a line. The only one there is was found to be none as a whole.
    private static func isEvidence(_ line: ArraySlice<UInt8>, isOnly: Bool, _ limits: ReceiptLimits) -> Bool {
        guard let evidence = BatchLine(line, longest: line.count).evidence else { return false }
        if isOnly, evidence.count == line.count { return false }
        do throws(FormatError) {
            switch try EvidenceFile(text: evidence, limits: limits) {
            case .receipt(let bytes): _ = try UnverifiedReceipt(bytes, limits: limits)
            // Of a JSON body the error says more than that its line is one.
            case .text(let text) where text.first == UInt8(ascii: "{"): return !isOnly
            // A JWS has three parts: the first line of one that was broken has fewer.
            case .text(let text) where text.contains(UInt8(ascii: ".")):
                return EvidenceFile.isWholeJWS(text)
            case .text(let text): _ = try UnverifiedTransactionReceipt(text, limits: limits)
            }
        } catch { return false }
        return true
    }
}
