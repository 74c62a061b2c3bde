/// Tells what bytes are that cannot be a receipt, so that the error helps: people send many things instead.
package enum InputFormat {
    /// Why these bytes are not PKCS#7, or nil if they may be: they begin with the tag of a SEQUENCE.
    package static func detect(_ bytes: [UInt8]) -> FormatError.Reason? {
        guard let first = bytes.first else { return .emptyInput }
        if isUTF16(bytes[...]) { return .utf16 }
        if first == 0x30 {
            if isEncodedAgain(bytes) { return .invalidLength(.encodedAgain) }
            guard isBase64(bytes[...]) else { return nil }
            return isHexadecimal(bytes[...]) ? .hexadecimal : .notReceipt(looksLike: .base64)
        }
        let start = bytes.drop(while: WhiteSpace.contains)
        switch start.first {
        case UInt8(ascii: "{"):
            return isPropertyList(start.dropFirst()) ? .transactionReceipt : .notReceipt(looksLike: .json)
        case UInt8(ascii: "["): return .notReceipt(looksLike: .json)
        case UInt8(ascii: "<"): return isHexadecimal(start) ? .hexadecimal : .notReceipt(looksLike: .markup)
        case UInt8(ascii: "-"): return .notReceipt(looksLike: .pem)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .quoted
        default: break
        }
        if start.starts(with: "%PDF".utf8) { return .notReceipt(looksLike: .pdf) }
        if isPicture(bytes) { return .notReceipt(looksLike: .picture) }
        if start.starts(with: [0x50, 0x4B, 3, 4]) { return .notReceipt(looksLike: .zip) }
        if isMail(start) { return .notReceipt(looksLike: .mail) }
        if let reason = detectInBase64(start) { return reason }
        if isHexadecimal(start) { return .hexadecimal }
        return .notReceipt(looksLike: isBase64(start) ? .base64 : .unknown)
    }

    /// Why base64 text is not PKCS#7, as far as its form tells.
    package static func detectInBase64(_ text: ArraySlice<UInt8>) -> FormatError.Reason? {
        if isJWS(text) { return decodedPayload(text) ?? .jsonWebSignature }
        // A brace and the end of the line.
        guard text.starts(with: "ewo".utf8) else { return nil }
        guard let start = decoded(text.prefix(64)), !isPropertyList(start.dropFirst()) else {
            return .transactionReceipt
        }
        return decodedPayload(text) ?? .transactionReceipt
    }

    /// Why a text is not base64, or nil where the decoder says best where it breaks: it begins with a character of the alphabet, and is
    /// nothing else that has a name.
    package static func detectOtherThanBase64(_ text: [UInt8]) -> FormatError.Reason? {
        let reason = detect(text)
        switch reason {
        case .notReceipt(looksLike: .base64)?, .notReceipt(looksLike: .unknown)?:
            return beginsAsBase64(text) ? nil : reason
        default: return reason
        }
    }

    /// What stands where a receipt in base64 is expected, if it is something else that has a name. A receipt begins with M, and is base64 as
    /// far as one looks: it is not searched for anything else.
    package static func detectInPlaceOfBase64(_ text: [UInt8]) -> FormatError.Reason? {
        let start = text.drop(while: WhiteSpace.contains).prefix(64)
        if start.first == UInt8(ascii: "M"), start.allSatisfy(isOfBase64) { return nil }
        switch detect(text) {
        case nil, .emptyInput, .notReceipt(looksLike: .base64), .notReceipt(looksLike: .unknown): return nil
        case .notReceipt(looksLike: .json): return PayloadKind(decoded: text[...]).map { .decoded($0) }
        case let reason?: return reason
        }
    }

    /// The payload that stands where its JWS is expected: JSON, or base64 of it.
    package static func decodedPayload(inPlaceOfJWS text: [UInt8]) -> PayloadKind? {
        switch detect(text) {
        case .decoded(let kind): kind
        case .notReceipt(looksLike: .json): PayloadKind(decoded: text[...])
        default: nil
        }
    }

    package static func beginsAsBase64(_ text: [UInt8]) -> Bool {
        text.first { !WhiteSpace.contains($0) }.flatMap { Base64.value(of: $0) } != nil
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

    /// Base64 of a payload's JSON, which a JWS has between two points.
    private static func decodedPayload(_ text: ArraySlice<UInt8>) -> FormatError.Reason? {
        if text.contains(UInt8(ascii: ".")) { return nil }
        return decoded(text).flatMap { PayloadKind(decoded: $0) }.map { .decoded($0) }
    }

    /// What base64 in either alphabet stands for, with padding or without, or nil where it is none.
    private static func decoded(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.count)
        for character in text where !WhiteSpace.contains(character) && character != UInt8(ascii: "=") {
            switch character {
            case UInt8(ascii: "+"): characters.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): characters.append(UInt8(ascii: "_"))
            default: characters.append(character)
            }
        }
        do throws(FormatError) { return try Base64.decode(exactly: characters[...], .url)[...] } catch { return nil }
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
        bytes.count >= 16 && bytes.prefix(64).allSatisfy(isOfBase64)
    }

    /// Whether a byte may stand in base64 text: a character of the alphabet, padding or white space.
    private static func isOfBase64(_ byte: UInt8) -> Bool {
        Base64.value(of: byte) != nil || WhiteSpace.contains(byte) || byte == UInt8(ascii: "=")
    }

    /// Whether a program took DER for text: the byte behind the tag is then a character of several bytes in UTF-8, which is no length. In
    /// Latin-1 a byte from 0x80 on became two bytes, in Windows' and Apple's character sets two or three, and U+FFFD where there was none.
    private static func isEncodedAgain(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 3, (0xC2...0xEF).contains(bytes[1]) else { return false }
        return bytes[2..<(bytes[1] < 0xE0 ? 3 : 4)].allSatisfy { $0 & 0xC0 == 0x80 }
    }

    /// Whether every other byte is zero, or a byte order mark comes first.
    static func isUTF16(_ bytes: ArraySlice<UInt8>) -> Bool {
        let start = bytes.prefix(8)
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return true }
        return start.count == 8
            && [0, 1].contains { zero in
                start.indices.allSatisfy {
                    ($0 - start.startIndex) % 2 == zero ? start[$0] == 0 : (0x09..<0x7F).contains(start[$0])
                }
            }
    }

    /// Whether it is digits of a receipt, a JWS or JSON, with white space or colons between them: `3082…`, `0x3082…`, `<3082…>` as NSData
    /// prints them, `\x3082…` of PostgreSQL, `X'3082…'` of SQL.
    private static func isHexadecimal(_ text: ArraySlice<UInt8>) -> Bool {
        var text = text.prefix(64)
        if text.first == UInt8(ascii: "<") { text = text.dropFirst() }
        let prefixes = ["0x", "0X", "\\x", "X'", "x'"]
        if prefixes.contains(where: { text.starts(with: $0.utf8) }) { text = text.dropFirst(2) }
        let digits = text.filter { !WhiteSpace.contains($0) && !":>'".utf8.contains($0) }
        return digits.count >= 16 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
            && ["3080", "3081", "3082", "3083", "65794", "7B", "7b"].contains { digits.starts(with: $0.utf8) }
    }

    /// Whether it begins as PNG, JPEG or HEIC do, which telephones make.
    private static func isPicture(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || bytes.starts(with: [0xFF, 0xD8, 0xFF])
            || bytes.first == 0 && bytes.dropFirst(4).starts(with: "ftyp".utf8)
    }

    /// Whether it begins with a field that mail has in its header, or as a mailbox file does.
    private static func isMail(_ text: ArraySlice<UInt8>) -> Bool {
        if text.starts(with: "From ".utf8) { return true }
        let name = text.prefix(16).prefix { $0 != UInt8(ascii: ":") }
        guard text.dropFirst(name.count).first == UInt8(ascii: ":") else { return false }
        let fields = [
            "from", "to", "subject", "date", "received", "return-path", "delivered-to", "message-id", "mime-version",
            "content-type", "reply-to", "dkim-signature", "x-mailer",
        ]
        return fields.contains(String(decoding: name, as: UTF8.self).lowercased())
    }
}
