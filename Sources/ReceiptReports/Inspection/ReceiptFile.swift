public import ReceiptFields
internal import ReceiptKit

/// Reads the bytes of a receipt or certificate from a file in DER, BER, base64 or PEM. The first byte decides which.
public enum ReceiptFile {
    /// Returns the bytes of the receipt in a file's contents. Input in none of these formats is returned unchanged; the verifier then
    /// throws the right error.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if the contents begin like base64 or PEM and are malformed.
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

    /// Returns the bytes of a receipt in base64. For input that can't be base64, the error names the format that it
    /// looks like.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if the input is not base64 in the standard alphabet and canonical form
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

    /// Returns the bytes of the certificate in a file's contents, DER or PEM. ``ReceiptKit/TrustStore`` checks that
    /// they are a certificate.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if the contents begin like PEM and are not the PEM of one certificate.
    public static func certificate(in contents: some Collection<UInt8>) throws(FormatError) -> [UInt8] {
        let contents = Array(contents)
        let text = WhiteSpace.withoutByteOrderMark(contents[...])
        guard text.first(where: { !WhiteSpace.contains($0) }) == UInt8(ascii: "-") else { return contents }
        let body = try PEM.body(of: text, labels: ["CERTIFICATE"])
        return try Base64.decode(body, maximumInputSize: contents.count)
    }
}

/// Textual encodings (RFC 7468): a BEGIN line with a label, base64, and an END line with the same label.
private enum PEM {
    /// Returns the base64 in a file that contains one PEM block and nothing else.
    ///
    /// Anything after the block is an error. If it were skipped, the second of two receipts or certificates would be
    /// lost silently.
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
