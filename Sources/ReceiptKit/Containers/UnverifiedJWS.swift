package import ReceiptFields

/// A JWS of which the header and, in the payload, only the kind and the date are decoded. Its signature isn't verified.
package struct UnverifiedJWS: Sendable {
    /// The maximum size of a JWS, in bytes.
    static let maximumSize = 1 << 20
    /// The maximum size of a decoded header, in bytes. Apple's headers have 4,000.
    static let maximumHeaderSize = 32 << 10

    let parts: Parts
    let payload: [UInt8]
    let signature: [UInt8]
    let payloadHeader: UnverifiedPayloadHeader
}

extension UnverifiedJWS {
    /// The parts of the compact form: `BASE64URL(header) . BASE64URL(payload) . BASE64URL(signature)` (RFC 7515 section 7.1). The signature
    /// covers the text up to the second dot, as received.
    package struct Parts: Sendable {
        package let text: [UInt8]
        /// The range of each part in the text.
        package let header: Range<Int>
        package let payload: Range<Int>
        package let signature: Range<Int>

        package init(_ text: [UInt8]) throws(FormatError) {
            guard text.count <= UnverifiedJWS.maximumSize else {
                throw FormatError(.limitExceeded(.jws, allowed: UnverifiedJWS.maximumSize), offset: 0)
            }
            if text.isEmpty { throw FormatError(.emptyInput, offset: 0) }
            let point = UInt8(ascii: ".")
            guard let first = text.firstIndex(of: point), let second = text[(first + 1)...].firstIndex(of: point),
                !text[(second + 1)...].contains(point)
            else { throw FormatError(.jws(.parts(text.count { $0 == UInt8(ascii: ".") } + 1)), offset: 0) }
            self.text = text
            header = 0..<first
            payload = (first + 1)..<second
            signature = (second + 1)..<text.count
            let filled = [header, payload, signature].count { !$0.isEmpty }
            guard filled == 3 else { throw FormatError(.jws(.parts(filled)), offset: 0) }
            guard header.count / 4 * 3 <= UnverifiedJWS.maximumHeaderSize else {
                throw FormatError(
                    .limitExceeded(.jwsHeader, allowed: UnverifiedJWS.maximumHeaderSize), path: .header(nil), offset: 0)
            }
        }

        /// True if the first part is JSON. If a program broke the JWS into lines, a single line may contain two dots too, but it begins
        /// inside the header, so its first part isn't JSON.
        package var hasHeader: Bool {
            do throws(FormatError) {
                return try decoded(header).first { !WhiteSpace.contains($0) } == UInt8(ascii: "{")
            } catch { return false }
        }

        /// The bytes that the signature covers.
        var signedText: ArraySlice<UInt8> { text[..<payload.upperBound] }

        /// Decodes a part.
        package func decoded(_ part: Range<Int>) throws(FormatError) -> [UInt8] {
            do throws(FormatError) { return try Base64.decode(exactly: text[part], .url) } catch {
                // If a program broke the JWS into lines, a part may also end where base64 can't end.
                guard let space = text.firstIndex(where: WhiteSpace.contains) else { throw error }
                throw FormatError(.invalidBase64(.brokenJWS), offset: space)
            }
        }
    }
}
