package import ReceiptFields
internal import ReceiptKit

/// A file's contents, or a text that a client sent, ready to be verified. The format is detected.
package enum EvidenceFile: Sendable, Hashable {
    /// The bytes of an app receipt that was in DER, BER, base64 or PEM, or of unrecognized input, which the verifier rejects with the right
    /// error.
    case receipt([UInt8])
    /// A JWS of StoreKit 2 or one of Apple's JSON bodies, for ``ReceiptKit/ReceiptVerifier/verify(evidence:at:)``.
    case text([UInt8])

    /// Detects the format of a file's contents. A byte order mark is not part of a text, white space around a JWS is not part of it, and
    /// evidence that is a JSON string is taken out of its quotation marks.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if it begins as base64, PEM or a JSON string and is not.
    package init(_ contents: [UInt8], limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        let file = WhiteSpace.withoutByteOrderMark(contents[...])
        if let quoted = try QuotedText.contents(of: file) {
            self = try EvidenceFile(text: quoted[...], limits: limits)
        } else if let text = Self.text(file) {
            self = .text(text)
        } else {
            self = .receipt(try ReceiptFile.receipt(in: contents, limits: limits))
        }
    }

    /// The same of a text that stands on a line or in JSON, where a receipt is in base64.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if it is neither one of the texts nor base64 in the standard alphabet and canonical form
    ///   (RFC 4648 section 4).
    package init(text: ArraySlice<UInt8>, limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        let quoted = try QuotedText.contents(of: text)
        let text = quoted.map { $0[...] } ?? text
        if let text = Self.text(text) {
            self = .text(text)
        } else {
            self = .receipt(try ReceiptFile.receipt(base64: text, limits: limits))
        }
    }

    /// The text to verify, or nil where it is not one of those that are verified as texts.
    private static func text(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let start = text.firstIndex(where: { !WhiteSpace.contains($0) }) else { return nil }
        if text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[") { return Array(text) }
        let trimmed = WhiteSpace.trimmed(text)
        return InputFormat.detectInBase64(trimmed) == nil ? nil : Array(trimmed)
    }

    /// True if text has the three parts of a JWS, and the first is JSON. A line of a JWS that was broken begins inside of its header.
    package static func isWholeJWS(_ text: [UInt8]) -> Bool {
        do throws(FormatError) { return try UnverifiedJWS.Parts(text).hasHeader } catch { return false }
    }

    /// The most bytes of a file that can still be evidence: base64 of the largest receipt, with line breaks, in one of Apple's JSON bodies.
    package static func maximumSize(_ limits: ReceiptLimits = ReceiptLimits()) -> Int {
        limits.maximumInputSize / 2 * 3 + 1_024 + (1 << 20)
    }
}
