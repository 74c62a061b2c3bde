public import ReceiptFields
internal import ReceiptKit

/// A file's contents, or a text that a client sent, ready to be verified. The format is detected.
///
/// ```swift
/// let evidence =
///     switch try EvidenceFile(contents) {
///     case .receipt(let bytes):
///         VerifiedEvidence.appReceipt(try verifier.verify(bytes, at: now))
///     case .text(let text): try verifier.verify(evidence: text, at: now)
///     }
/// ```
public enum EvidenceFile: Sendable, Hashable {
    /// The bytes of an app receipt, which came in DER, BER, base64 or PEM; or of anything else, for the verifier to name.
    case receipt([UInt8])
    /// A JWS of StoreKit 2 or one of Apple's JSON bodies, for ``ReceiptKit/ReceiptVerifier/verify(evidence:at:)``.
    case text([UInt8])

    /// Detects the format of a file's contents. A final line break is not part of a JWS, nor a byte order mark part of a text.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if it begins as base64 or PEM and is not.
    public init(_ contents: [UInt8], limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        if let text = Self.text(WhiteSpace.withoutByteOrderMark(contents[...])) {
            self = .text(text)
        } else {
            self = .receipt(try ReceiptFile.receipt(in: contents, limits: limits))
        }
    }

    /// The same of a text that stands on a line or in JSON, where a receipt is in base64.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if it is neither one of the texts nor base64 in the standard alphabet and canonical form
    ///   (RFC 4648 section 4).
    public init(text: ArraySlice<UInt8>, limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        if let text = Self.text(text) {
            self = .text(text)
        } else {
            self = .receipt(try ReceiptFile.receipt(base64: text, limits: limits))
        }
    }

    /// The text to verify, or nil where it is not one of those that are verified as texts.
    private static func text(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard let start = text.firstIndex(where: { !WhiteSpace.contains($0) }) else { return nil }
        if text[start] == UInt8(ascii: "{") { return Array(text) }
        guard InputSniffer.strangerInBase64(text[start...]) != nil else { return nil }
        return Array(withoutFinalLineBreak(text))
    }

    /// One line break, and no more: what follows a JWS is part of what was sent.
    private static func withoutFinalLineBreak(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let text = text.last == UInt8(ascii: "\n") ? text.dropLast() : text
        return text.last == UInt8(ascii: "\r") ? text.dropLast() : text
    }

    /// The most bytes of a file that can still be evidence: a receipt in base64 in one of Apple's JSON bodies.
    public static func maximumSize(_ limits: ReceiptLimits = ReceiptLimits()) -> Int {
        ReceiptFile.maximumSize(limits) + (1 << 20)
    }
}
