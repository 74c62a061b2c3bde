/// Tells what bytes are that cannot be a receipt, so that the error helps: people send many things instead.
package enum InputSniffer {
    /// Why these bytes are not PKCS#7, or nil if they may be: they begin with the tag of a SEQUENCE.
    package static func stranger(_ bytes: [UInt8]) -> FormatError.Reason? {
        guard let first = bytes.first else { return .emptyInput }
        if first == 0x30 { return isBase64(bytes[...]) ? .notReceipt(looksLike: .base64) : nil }
        let start = bytes.drop(while: WhiteSpace.contains)
        switch start.first {
        case UInt8(ascii: "{"):
            return isPropertyList(start.dropFirst()) ? .transactionReceipt : .notReceipt(looksLike: .json)
        case UInt8(ascii: "["): return .notReceipt(looksLike: .json)
        case UInt8(ascii: "<"): return .notReceipt(looksLike: .markup)
        case UInt8(ascii: "-"): return .notReceipt(looksLike: .pem)
        default: break
        }
        if let reason = strangerInBase64(start) { return reason }
        return .notReceipt(looksLike: isBase64(start) ? .base64 : .unknown)
    }

    /// Why base64 text is not PKCS#7, as far as its form tells.
    package static func strangerInBase64(_ text: ArraySlice<UInt8>) -> FormatError.Reason? {
        if isJWS(text) { return .jsonWebSignature }
        // A brace and the end of the line.
        if text.starts(with: "ewo".utf8) { return .transactionReceipt }
        return nil
    }

    /// A JWS mostly begins as `{"` does in base64, but may have white space around the brace. Base64 alone has no points, and that of
    /// a receipt begins with M, so that no receipt is searched for one. A JWS in the wrong alphabet is a JWS too, a malformed one.
    private static func isJWS(_ text: ArraySlice<UInt8>) -> Bool {
        if text.starts(with: "eyJ".utf8) { return true }
        let point = UInt8(ascii: ".")
        return text.count >= 16 && text.first != UInt8(ascii: "M")
            && text.prefix(64).allSatisfy {
                Base64.value(of: $0, .url) != nil || Base64.value(of: $0) != nil || $0 == point
            } && text.contains(point)
    }

    /// Behind the brace of an old-style property list comes `"key" = `, behind that of a JSON object `"key":` or `}`.
    private static func isPropertyList(_ rest: ArraySlice<UInt8>) -> Bool {
        let inside = rest.drop(while: WhiteSpace.contains)
        guard let first = inside.first else { return true }
        guard first == UInt8(ascii: "\"") else { return first != UInt8(ascii: "}") }
        let behindKey = inside.dropFirst().drop { $0 != UInt8(ascii: "\"") }.dropFirst().drop(
            while: WhiteSpace.contains)
        return behindKey.first != UInt8(ascii: ":")
    }

    /// Whether the first bytes are all of the base64 alphabets. `0` alone is also the tag of a SEQUENCE.
    private static func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 16
            && bytes.prefix(64).allSatisfy {
                Base64.value(of: $0) != nil || WhiteSpace.contains($0) || $0 == UInt8(ascii: "=")
            }
    }
}
