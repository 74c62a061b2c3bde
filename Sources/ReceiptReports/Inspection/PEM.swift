internal import ReceiptFields
internal import ReceiptKit

/// Textual encodings (RFC 7468): a line BEGIN with a label, base64, a line END with the same label.
enum PEM {
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
