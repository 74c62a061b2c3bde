public import ReceiptFields
internal import ReceiptKit

/// Reads the bytes of a receipt or of a certificate from a file: DER and BER as they are, base64, PEM. The first byte
/// decides.
public enum ReceiptFile {
    /// The bytes of the receipt in a file's contents. What is none of these forms is returned as it is, for the verifier to name.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if it begins as base64 or PEM and is not.
    static func receipt(
        in contents: [UInt8], limits: ReceiptLimits = ReceiptLimits()
    ) throws(FormatError) -> [UInt8] {
        if contents.first == 0x30 { return contents }
        let text = WhiteSpace.withoutByteOrderMark(contents[...])
        if let quoted = try QuotedText.contents(of: text) { return try receipt(base64: quoted[...], limits: limits) }
        guard let first = text.first(where: { !WhiteSpace.contains($0) }) else { return [] }
        if first == UInt8(ascii: "-"), !InputFormat.isMultipart(text.drop(while: WhiteSpace.contains)) {
            let text = try PEM.body(of: text, labels: ["PKCS7", "CMS"])
            return try Base64.decode(text, maximumInputSize: limits.maximumInputSize)
        }
        let isText = InputFormat.detectOtherThanBase64(Array(text)) == nil
        return isText ? try UnverifiedReceipt.bytes(base64: text, limits: limits) : Array(text)
    }

    /// The bytes of a receipt in base64. What cannot be base64 is named by what it looks like.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if the text is not base64 in the standard alphabet and canonical form
    ///   (RFC 4648 section 4).
    static func receipt(
        base64 text: ArraySlice<UInt8>, limits: ReceiptLimits = ReceiptLimits()
    ) throws(FormatError) -> [UInt8] {
        let isBlank = text.allSatisfy(WhiteSpace.contains)
        if !isBlank, let reason = InputFormat.detectOtherThanBase64(Array(text)) {
            throw FormatError(reason, offset: 0)
        }
        return try UnverifiedReceipt.bytes(base64: text, limits: limits)
    }

    /// The bytes of the certificate in a file's contents, DER or PEM. ``ReceiptKit/TrustStore`` checks that they are one.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if it begins as PEM and is not that of one certificate.
    public static func certificate(in contents: some Collection<UInt8>) throws(FormatError) -> [UInt8] {
        let contents = Array(contents)
        let text = WhiteSpace.withoutByteOrderMark(contents[...])
        guard text.first(where: { !WhiteSpace.contains($0) }) == UInt8(ascii: "-") else { return contents }
        let body = try PEM.body(of: text, labels: ["CERTIFICATE"])
        return try Base64.decode(body, maximumInputSize: contents.count)
    }
}

/// Textual encodings (RFC 7468): a line BEGIN with a label, base64, a line END with the same label.
private enum PEM {
    /// The base64 text of a file that is one such encoding and nothing else.
    ///
    /// What follows is rejected, not skipped: of two receipts, or two certificates, the second would be lost.
    static func body(of contents: ArraySlice<UInt8>, labels: [String]) throws(FormatError) -> ArraySlice<UInt8> {
        let text = contents.drop(while: WhiteSpace.contains)
        for label in labels {
            let begin = Array("-----BEGIN \(label)-----".utf8)
            let end = Array("-----END \(label)-----".utf8)
            guard text.starts(with: begin) else { continue }
            let rest = text.dropFirst(begin.count)
            guard let dash = rest.firstIndex(of: UInt8(ascii: "-")), rest[dash...].starts(with: end) else { break }
            let left = rest[dash...].dropFirst(end.count).drop(while: WhiteSpace.contains)
            guard left.isEmpty else { throw FormatError(.trailingBytes(left.count), offset: left.startIndex) }
            return rest[..<dash]
        }
        throw FormatError(.notReceipt(looksLike: .pem), offset: 0)
    }
}
