import ReceiptFields
import ReceiptKit
import ReceiptReports

/// Hints for a rejected file whose lines are better evidence than the whole file.
enum RefusalHint {
    /// Returns a hint if the contents are not evidence as a whole, but one of the first lines is. Other lines may be
    /// damaged.
    static func text(_ contents: [UInt8], limits: ReceiptLimits) -> String? {
        let lines = WhiteSpace.withoutByteOrderMark(contents[...])
            .split(separator: Newline.byte, maxSplits: mostLines, omittingEmptySubsequences: false)
        let isOnly = lines.count { $0.contains { !WhiteSpace.contains($0) } } == 1
        // The last element may be the rest of the file, so drop it.
        let first = lines.count > mostLines ? lines.dropLast() : lines[...]
        guard let line = first.firstIndex(where: { isEvidence($0, isOnly: isOnly, limits) }) else {
            return nil
        }
        let name = line == 0 ? "Its first line" : "Line \(line + 1)"
        return "\(name) is evidence by itself. If every line is: receipt verify --batch < FILE."
    }

    private static let mostLines = 8

    /// True if a batch would find evidence in the line. If this is the only line, the whole file was already found not to be evidence.
    private static func isEvidence(_ line: ArraySlice<UInt8>, isOnly: Bool, _ limits: ReceiptLimits) -> Bool {
        guard let evidence = BatchLine(line, longest: line.count).evidence else { return false }
        if isOnly, evidence.count == line.count { return false }
        do throws(FormatError) {
            switch try EvidenceFile(text: evidence, limits: limits) {
            case .receipt(let bytes): _ = try UnverifiedReceipt(bytes, limits: limits)
            // For a JSON body on one line, the error itself is more helpful than this hint.
            case .text(let text) where text.first == UInt8(ascii: "{"): return !isOnly
            // Require the three parts of a JWS; the first line of a broken one has fewer.
            case .text(let text) where text.contains(UInt8(ascii: ".")):
                return EvidenceFile.isWholeJWS(text)
            case .text(let text): _ = try UnverifiedTransactionReceipt(text, limits: limits)
            }
        } catch { return false }
        return true
    }
}
