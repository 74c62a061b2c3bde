package import ReceiptFields
internal import ReceiptKit

/// A file's contents, or a string that a client sent, ready to be verified. The format is detected.
package enum EvidenceFile: Sendable, Hashable {
    /// The bytes of an app receipt that was in DER, BER, base64 or PEM, or the bytes of unrecognized input, for which the verifier throws
    /// the right error.
    case receipt([UInt8])
    /// A JWS of StoreKit 2 or one of Apple's JSON bodies, for ``ReceiptKit/ReceiptVerifier/verify(evidence:at:)``.
    case text([UInt8])

    /// Detects the format of a file's contents. Removes a byte order mark, white space around a JWS, and the quotation
    /// marks of evidence that is a JSON string.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if the contents begin like base64, PEM or a JSON string and are
    ///   malformed.
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

    /// Detects the format of one line, or of a string in JSON. A receipt is expected in base64.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if the string is neither a JWS nor a JSON body nor base64 in the
    ///   standard alphabet and canonical form (RFC 4648 section 4).
    package init(text: ArraySlice<UInt8>, limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        let quoted = try QuotedText.contents(of: text)
        let text = quoted.map { $0[...] } ?? text
        if let text = Self.text(text) {
            self = .text(text)
        } else {
            self = .receipt(try ReceiptFile.receipt(base64: text, limits: limits))
        }
    }

    /// Returns the JWS or JSON body, or nil if the input is neither.
    private static func text(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let start = text.firstIndex(where: { !WhiteSpace.contains($0) }) else { return nil }
        if text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[") { return Array(text) }
        let trimmed = WhiteSpace.trimmed(text)
        return InputFormat.detectInBase64(trimmed) == nil ? nil : Array(trimmed)
    }

    /// True if the string has the three parts of a JWS and the first decodes to JSON. If a JWS was split into lines, each fragment after
    /// the first has an incomplete header or none.
    package static func isWholeJWS(_ text: [UInt8]) -> Bool {
        do throws(FormatError) { return try UnverifiedJWS.Parts(text).hasHeader } catch { return false }
    }

    /// The maximum size of a file that can be evidence: base64 of the largest receipt, with line breaks, in one of
    /// Apple's JSON bodies.
    package static func maximumSize(_ limits: ReceiptLimits = ReceiptLimits()) -> Int {
        limits.maximumInputSize / 2 * 3 + 1_024 + (1 << 20)
    }
}
