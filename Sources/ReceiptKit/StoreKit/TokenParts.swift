package import ReceiptFields

/// A JWS in its compact form, taken apart: `BASE64URL(header) . BASE64URL(payload) . BASE64URL(signature)` (RFC 7515 section
/// 7.1). What was signed is the text up to the second point, as it was sent.
package struct TokenParts: Sendable {
    /// The longest token in octets.
    static let maximumSize = 1 << 20
    /// The longest header in octets, decoded. Apple's have 4,000.
    static let maximumHeaderSize = 32 << 10

    package let text: [UInt8]
    /// Where the parts stand in the text.
    package let header: Range<Int>
    package let payload: Range<Int>
    package let signature: Range<Int>

    package init(_ text: [UInt8]) throws(FormatError) {
        guard text.count <= Self.maximumSize else {
            throw FormatError(.limitExceeded(.token, allowed: Self.maximumSize), offset: 0)
        }
        if text.isEmpty { throw FormatError(.emptyInput, offset: 0) }
        let points = text.count { $0 == UInt8(ascii: ".") }
        guard points == 2, let first = text.firstIndex(of: UInt8(ascii: ".")),
            let second = text.lastIndex(of: UInt8(ascii: "."))
        else { throw FormatError(.tokenParts(points + 1), offset: 0) }
        self.text = text
        header = 0..<first
        payload = (first + 1)..<second
        signature = (second + 1)..<text.count
        let filled = [header, payload, signature].count { !$0.isEmpty }
        guard filled == 3 else { throw FormatError(.tokenParts(filled), offset: 0) }
        guard header.count / 4 * 3 <= Self.maximumHeaderSize else {
            throw FormatError(
                .limitExceeded(.tokenHeader, allowed: Self.maximumHeaderSize), path: .header(nil), offset: 0)
        }
    }

    /// What the signature covers.
    var signedText: ArraySlice<UInt8> { text[..<payload.upperBound] }

    /// The octets that a part stands for.
    package func decoded(_ part: Range<Int>) throws(FormatError) -> [UInt8] {
        let characters = text[part]
        return try Base64.decode(exactly: characters.span, .url, at: part.lowerBound)
    }
}
