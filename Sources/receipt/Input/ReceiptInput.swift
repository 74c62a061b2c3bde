import ReceiptFields
import ReceiptKit

/// Turns what people have into the bytes of a receipt: DER and BER as they are, base64, PEM. The first byte tells which.
enum ReceiptInput {
    /// The bytes of the receipt in a file's contents. What is none of these forms is returned as it is, for the library to name.
    static func decode(_ contents: [UInt8], limits: ReceiptLimits) throws(FormatError) -> [UInt8] {
        guard let first = contents.first(where: { !isSpace($0) }) else { return [] }
        if contents.first == 0x30 { return contents }
        if first == UInt8(ascii: "-") {
            guard let text = PEM.body(of: contents, labels: ["PKCS7", "CMS"]) else {
                throw FormatError(.notReceipt(looksLike: .pem), offset: 0)
            }
            return try Base64.decode(text, maximumInputSize: limits.maximumInputSize)
        }
        if Base64.value(of: first) != nil {
            return try Base64.decode(contents, maximumInputSize: limits.maximumInputSize)
        }
        return contents
    }

    /// The most bytes of a file that can still be a receipt: base64 of the largest one, with line breaks.
    static func longestFile(_ limits: ReceiptLimits) -> Int { limits.maximumInputSize / 2 * 3 + 1_024 }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// Textual encodings of RFC 7468.
enum PEM {
    /// What stands between the lines BEGIN and END of the first of these labels.
    static func body(of contents: [UInt8], labels: [String]) -> ArraySlice<UInt8>? {
        for label in labels {
            guard let begin = end(of: "-----BEGIN \(label)-----", in: contents[...]),
                let end = end(of: "-----END \(label)-----", in: contents[begin...])
            else { continue }
            return contents[begin..<(end - "-----END \(label)-----".utf8.count)]
        }
        return nil
    }

    /// Where the first occurrence of a line ends. The lines begin with dashes, and what is between them has none.
    private static func end(of line: String, in text: ArraySlice<UInt8>) -> Int? {
        let wanted = Array(line.utf8)
        for start in text.indices where text[start] == wanted[0] && text[start...].starts(with: wanted) {
            return start + wanted.count
        }
        return nil
    }
}
