/// Identifies input that can't be a receipt, so that the error is helpful. People send many other things by mistake.
package enum InputFormat {
    /// Returns the reason why bytes aren't PKCS#7. Nil if the bytes may be PKCS#7, because they begin with the tag of a SEQUENCE.
    package static func detect(_ bytes: [UInt8]) -> FormatError.Reason? {
        guard let first = bytes.first else { return .emptyInput }
        if isUTF16(bytes[...]) { return .utf16 }
        if first == 0x30 {
            if isEncodedAgain(bytes) { return .invalidLength(.encodedAgain) }
            guard isBase64(bytes[...]) else { return nil }
            return isHexadecimal(bytes[...]) ? .hexadecimal : .notReceipt(looksLike: .base64)
        }
        let start = bytes.drop(while: WhiteSpace.contains)
        if let reason = detectQuotationMarks(start) { return reason }
        switch start.first {
        case UInt8(ascii: "{"):
            if start.starts(with: "{length = ".utf8) { return .dataDescription }
            return isPropertyList(start.dropFirst()) ? .transactionReceipt : .notReceipt(looksLike: .json)
        case UInt8(ascii: "["): return .notReceipt(looksLike: .json)
        case UInt8(ascii: "<"):
            if isHexadecimal(start) { return .hexadecimal }
            return isDescription(start) ? .dataDescription : .notReceipt(looksLike: .markup)
        case UInt8(ascii: "-"): return .notReceipt(looksLike: isMultipart(start) ? .multipart : .pem)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .quoted
        default: break
        }
        if start.starts(with: "%PDF".utf8) { return .notReceipt(looksLike: .pdf) }
        if isPicture(bytes) { return .notReceipt(looksLike: .picture) }
        // An archive without files consists only of an end record.
        if start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6]) {
            return .notReceipt(looksLike: .zip)
        }
        if start.starts(with: [0x1F, 0x8B]) { return .notReceipt(looksLike: .gzip) }
        if isContentOfReceipt(bytes) { return .contentAlone(.receipt) }
        if isTransactionIdentifier(start) { return .notReceipt(looksLike: .transactionIdentifier) }
        if isCountOfBytes(start) { return .dataDescription }
        if isMail(start) { return .notReceipt(looksLike: .mail) }
        if isForm(start) { return .notReceipt(looksLike: .form) }
        if let reason = detectInBase64(start) { return reason }
        if isHexadecimal(start) { return .hexadecimal }
        return .notReceipt(looksLike: isBase64(start) ? .base64 : .unknown)
    }

    /// Returns the reason why base64 text isn't PKCS#7, as far as its form shows.
    package static func detectInBase64(_ text: ArraySlice<UInt8>) -> FormatError.Reason? {
        if isJWS(text) { return detectDecoded(text) ?? .jsonWebSignature }
        // A brace and a line feed.
        guard text.starts(with: "ewo".utf8) else { return nil }
        guard let start = decoded(text.prefix(64)), !isPropertyList(start.dropFirst()) else {
            return .transactionReceipt
        }
        return detectDecoded(text) ?? .transactionReceipt
    }

    /// Returns the reason why text isn't base64. Nil if it begins with a character of the alphabet and isn't of another known kind; the
    /// decoder then gives the best error.
    package static func detectOtherThanBase64(_ text: [UInt8]) -> FormatError.Reason? {
        let reason = detect(text)
        switch reason {
        case .notReceipt(looksLike: .base64)?, .notReceipt(looksLike: .unknown)?:
            return beginsAsBase64(text) ? nil : reason
        default: return reason
        }
    }

    /// Identifies input found where a base64 receipt was expected. Input that begins like a base64 receipt, with M, isn't examined further.
    package static func detectInPlaceOfBase64(_ text: [UInt8]) -> FormatError.Reason? {
        let start = text.drop(while: WhiteSpace.contains).prefix(64)
        if start.first == UInt8(ascii: "M"), start.allSatisfy(isOfBase64) { return nil }
        switch detect(text) {
        case nil, .emptyInput, .notReceipt(looksLike: .base64), .notReceipt(looksLike: .unknown): return nil
        case .notReceipt(looksLike: .json): return PayloadKind(decoded: text[...]).map { .decoded($0) }
        case let reason?: return reason
        }
    }

    /// Identifies input found where a JWS was expected, if it is of a known kind: the JSON of a payload, or base64 of it, digits, or
    /// quotation marks.
    package static func detectInPlaceOfJWS(_ text: [UInt8]) -> FormatError.Reason? {
        switch detect(text) {
        case nil, .emptyInput, .notReceipt(looksLike: .base64), .notReceipt(looksLike: .unknown), .jsonWebSignature,
            .transactionReceipt:
            nil
        case .notReceipt(looksLike: .json): PayloadKind(decoded: text[...]).map { .decoded($0) }
        case let reason?: reason
        }
    }

    package static func beginsAsBase64(_ text: [UInt8]) -> Bool {
        text.first { !WhiteSpace.contains($0) }.flatMap { Base64.value(of: $0) } != nil
    }

    /// Returns true if the text is a JWS. A JWS usually begins like `{"` in base64, but may have white space around the brace. Base64
    /// itself has no dots, and a receipt's base64 begins with M, so no receipt is searched for a dot. A JWS in the wrong alphabet is still
    /// identified as a JWS, a malformed one.
    private static func isJWS(_ text: ArraySlice<UInt8>) -> Bool {
        if text.starts(with: "eyJ".utf8) { return true }
        let point = UInt8(ascii: ".")
        return text.count >= 16 && text.first != UInt8(ascii: "M")
            && text.prefix(64).allSatisfy {
                Base64.value(of: $0, .url) != nil || Base64.value(of: $0) != nil || $0 == point
            } && text.contains(point)
    }

    /// Identifies base64 of JSON: of a payload, which a JWS has between two dots, of a token, or of JSON with evidence in it.
    private static func detectDecoded(_ text: ArraySlice<UInt8>) -> FormatError.Reason? {
        if text.contains(UInt8(ascii: ".")) { return nil }
        guard let json = decoded(text) else { return nil }
        if let place = MisplacedEvidence.place(in: json, isInBase64: true) {
            return .evidenceElsewhere(place, shape: nil)
        }
        if let kind = PayloadKind(decoded: json) { return .decoded(kind) }
        return isExternalPurchaseToken(json) ? .notReceipt(looksLike: .externalPurchaseToken) : nil
    }

    /// Returns true for the JSON of a token that StoreKit's `ExternalPurchase` gives an app.
    private static func isExternalPurchaseToken(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count <= 4 << 10 else { return false }
        var isToken = false
        do throws(FormatError) {
            try JSONReader.read(whole: text) { (json) throws(JSONError) in
                guard json.next() == .object else { return }
                try json.object { (json, name) throws(JSONError) in
                    if json.string(name, is: "externalPurchaseId") { isToken = true }
                }
            }
        } catch { return false }
        return isToken
    }

    /// Identifies curly quotation marks around text, and JSON with quotation marks that aren't JSON's.
    private static func detectQuotationMarks(_ text: ArraySlice<UInt8>) -> FormatError.Reason? {
        let isJSON = text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
        guard isJSON else { return isCurly(text) ? .curlyQuotes : nil }
        let inside = text.prefix(256).drop {
            WhiteSpace.contains($0) || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[")
        }
        switch inside.first {
        case UInt8(ascii: "'"): return .almostJSON(.single)
        case UInt8(ascii: "\\"): return .almostJSON(.escaped)
        default: return isCurly(inside) ? .almostJSON(.curly) : nil
        }
    }

    /// Returns true if text begins with one of “”„‘’‚ or «.
    private static func isCurly(_ text: ArraySlice<UInt8>) -> Bool {
        if text.starts(with: [0xC2, 0xAB]) { return true }
        guard text.starts(with: [0xE2, 0x80]), let last = text.dropFirst(2).first else { return false }
        return (0x98...0x9E).contains(last)
    }

    /// Returns true for digits in the form of the App Store's transaction identifiers.
    private static func isTransactionIdentifier(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = WhiteSpace.trimmed(text.prefix(64))
        return text.count <= 64 && (9...20).contains(digits.count) && digits.allSatisfy(isDigit)
    }

    /// Returns true for a name, an equals sign, and the beginning of a receipt or a JWS. In base64, an equals sign is at the end.
    private static func isForm(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.prefix(64).prefix { Base64.value(of: $0, .url) != nil }
        let value = text.dropFirst(name.count)
        return !name.isEmpty && ["=MI", "=eyJ", "=ewo"].contains { value.starts(with: $0.utf8) }
    }

    /// Returns true for `4532 bytes`, the description of `Data` in Swift.
    private static func isCountOfBytes(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.prefix(12).prefix(while: isDigit)
        let unit = WhiteSpace.trimmed(text.dropFirst(digits.count).prefix(16))
        return !digits.isEmpty && text.count <= 24 && unit.elementsEqual("bytes".utf8)
    }

    /// Returns true for `<308006…>` and `<30820bb1 ... 3f>`, the descriptions of a short and a long `NSData`.
    private static func isDescription(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.dropFirst().prefix(64).prefix { isHexadecimalDigit($0) || $0 == UInt8(ascii: " ") }
        let rest = text.dropFirst(1 + digits.count)
        return digits.starts(with: "30".utf8) && digits.count >= 4
            && (rest.first == UInt8(ascii: ">") || rest.first == UInt8(ascii: ".") || rest.starts(with: "…".utf8))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool { JSONReader.hexadecimal(byte) != nil }

    /// Returns true for a SET whose first element is a SEQUENCE that begins with an INTEGER, like the attributes of a receipt.
    private static func isContentOfReceipt(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 32, bytes[0] == 0x31 else { return false }
        func length(at place: Int) -> Int { bytes[place] < 0x80 ? 1 : 1 + Int(bytes[place] & 0x7F) }
        let first = 1 + length(at: 1)
        guard first < 8, bytes[first] == 0x30 else { return false }
        let inner = first + 1 + length(at: first + 1)
        return inner < 16 && bytes[inner] == 0x02
    }

    /// Returns true for a boundary followed by a header field.
    package static func isMultipart(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.starts(with: "--".utf8) else { return false }
        let head = text.prefix(256)
        guard let end = head.firstIndex(of: 0x0A) else { return false }
        return String(decoding: head[(end + 1)...].prefix(8), as: UTF8.self).lowercased() == "content-"
    }

    /// Decodes base64 in either alphabet, with or without padding. Nil if it isn't base64.
    static func decoded(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
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

    /// Returns true if text after a brace is an old-style property list. There, the brace is followed by `"key" = `; in a JSON object, by
    /// `"key":` or `}`.
    private static func isPropertyList(_ rest: ArraySlice<UInt8>) -> Bool {
        let inside = rest.drop(while: WhiteSpace.contains)
        guard let first = inside.first else { return true }
        guard first == UInt8(ascii: "\"") else { return first != UInt8(ascii: "}") }
        let behindKey = inside.dropFirst().drop { $0 != UInt8(ascii: "\"") }.dropFirst().drop(
            while: WhiteSpace.contains)
        return behindKey.first != UInt8(ascii: ":")
    }

    /// Returns true if the first bytes are all in the base64 alphabets. A single `0` is also the tag of a SEQUENCE.
    private static func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 16 && bytes.prefix(64).allSatisfy(isOfBase64)
    }

    /// Returns true if a byte may occur in base64 text: a character of the alphabet, padding or white space.
    private static func isOfBase64(_ byte: UInt8) -> Bool {
        Base64.value(of: byte) != nil || WhiteSpace.contains(byte) || byte == UInt8(ascii: "=")
    }

    /// Returns true if a program decoded DER as text and encoded it again as UTF-8. The byte after the tag is then the start of a multibyte
    /// character, which isn't a length. From Latin-1, each byte from 0x80 on became two bytes; from Windows' and Apple's character sets,
    /// two or three; and an undefined byte became U+FFFD.
    private static func isEncodedAgain(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 3, (0xC2...0xEF).contains(bytes[1]) else { return false }
        return bytes[2..<(bytes[1] < 0xE0 ? 3 : 4)].allSatisfy { $0 & 0xC0 == 0x80 }
    }

    /// Returns true if every other byte is zero, or the text begins with a byte order mark.
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

    /// Returns true for the hexadecimal digits of a receipt, a JWS or JSON, with white space or colons between them: `3082…`, `0x3082…`,
    /// `<3082…>` as NSData prints them, `\x3082…` as in PostgreSQL, `X'3082…'` as in SQL.
    private static func isHexadecimal(_ text: ArraySlice<UInt8>) -> Bool {
        var text = text.prefix(64)
        if text.first == UInt8(ascii: "<") { text = text.dropFirst() }
        let prefixes = ["0x", "0X", "\\x", "X'", "x'"]
        if prefixes.contains(where: { text.starts(with: $0.utf8) }) { text = text.dropFirst(2) }
        let digits = text.filter { !WhiteSpace.contains($0) && !":>'".utf8.contains($0) }
        return digits.count >= 16 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
            && ["3080", "3081", "3082", "3083", "65794", "7B", "7b"].contains { digits.starts(with: $0.utf8) }
    }

    /// Returns true if the bytes begin like PNG, JPEG or HEIC, the formats of phones.
    private static func isPicture(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || bytes.starts(with: [0xFF, 0xD8, 0xFF])
            || bytes.first == 0 && bytes.dropFirst(4).starts(with: "ftyp".utf8)
    }

    /// Returns true if the text begins with a header field of an email, or like a mailbox file.
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
