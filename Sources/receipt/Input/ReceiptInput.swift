import ReceiptFields
import ReceiptKit

/// Turns what people have into the bytes of a receipt: DER and BER as they are, base64, PEM. The first byte tells which.
enum ReceiptInput {
    /// The bytes of the receipt in a file's contents. What is none of these forms is returned as it is, for the library to name.
    static func decode(_ contents: [UInt8], limits: ReceiptLimits) throws(FormatError) -> [UInt8] {
        if contents.first == 0x30 { return contents }
        let text = WhiteSpace.withoutByteOrderMark(contents[...])
        guard let first = text.first(where: { !WhiteSpace.contains($0) }) else { return [] }
        if first == UInt8(ascii: "-") {
            let text = try PEM.body(of: text, labels: ["PKCS7", "CMS"])
            return try Base64.decode(text, maximumInputSize: limits.maximumInputSize)
        }
        if Base64.value(of: first) != nil {
            return try Base64.decode(text, maximumInputSize: limits.maximumInputSize)
        }
        return Array(text)
    }

    /// The bytes of a receipt in base64. What cannot be base64 is named by what it looks like.
    static func decode(base64 text: ArraySlice<UInt8>, limits: ReceiptLimits) throws(FormatError) -> [UInt8] {
        if let first = text.first(where: { !WhiteSpace.contains($0) }), Base64.value(of: first) == nil,
            let stranger = InputSniffer.stranger(Array(text))
        {
            throw FormatError(stranger, offset: 0)
        }
        return try Base64.decode(text, maximumInputSize: limits.maximumInputSize)
    }

    /// The most bytes of a file that can still be a receipt: base64 of the largest one, with line breaks.
    static func longestFile(_ limits: ReceiptLimits) -> Int { limits.maximumInputSize / 2 * 3 + 1_024 }
}
