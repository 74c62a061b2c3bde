/// Defects of the text: parts and base64url.
extension JWSDefect {
    static let forms: [JWSDefect] = [
        .emptyText, .onePart, .twoParts, .fourParts, .fiveParts, .emptyHeader, .emptyPayload, .emptySignature,
        .paddedHeader, .paddedPayload, .paddedSignature, .standardAlphabet, .leadingSpace, .trailingNewline,
        .innerNewline, .bearerPrefix, .strayBitsInPayload, .strayBitsInSignature, .impossibleLength, .notASCII,
        .nullCharacter, .jsonSerialization, .oversized,
    ]

    /// There is no text.
    public static let emptyText = Self(
        "empty-text", "There is no text.", .refused(.form),
        .text { _ in "" })

    /// There is a header and nothing else.
    public static let onePart = Self(
        "one-part", "There is a header and nothing else.", .refused(.form),
        .text { String($0.prefix { $0 != "." }) })

    /// There is no third part, nor a full stop before it.
    public static let twoParts = Self(
        "two-parts", "There is no third part, nor a full stop before it.", .refused(.form),
        .text { $0.split(separator: ".").dropLast().joined(separator: ".") })

    /// A fourth part follows.
    public static let fourParts = Self(
        "four-parts", "A fourth part follows.", .refused(.form),
        .text { $0 + ".e30" })

    /// There are five parts, as of an encrypted JWS.
    public static let fiveParts = Self(
        "five-parts", "There are five parts, as of an encrypted JWS.", .refused(.form),
        .text { $0 + ".e30.e30" })

    /// The header is empty.
    public static let emptyHeader = Self(
        "empty-header", "The header is empty.", .refused(.form),
        .unsigned { $0.rawParts[.header] = "" })

    /// The payload is empty.
    public static let emptyPayload = Self(
        "empty-payload", "The payload is empty.", .refused(.form),
        .unsigned { $0.rawParts[.payload] = "" })

    /// The signature is empty.
    public static let emptySignature = Self(
        "empty-signature", "The signature is empty.", .refused(.form),
        .signed { $0.rawParts[.signature] = "" })

    /// The header has padding.
    public static let paddedHeader = Self(
        "padded-header", "The header has padding.", .refused(.form),
        .unsigned { $0.pad(.header) })

    /// The payload has padding.
    public static let paddedPayload = Self(
        "padded-payload", "The payload has padding.", .refused(.form),
        .unsigned { $0.pad(.payload) })

    /// The signature has padding.
    public static let paddedSignature = Self(
        "padded-signature", "The signature has padding.", .refused(.form),
        .signed { $0.pad(.signature) })

    /// The payload is in base64 of the standard alphabet.
    public static let standardAlphabet = Self(
        "standard-alphabet", "The payload is in base64 of the standard alphabet.", .refused(.form),
        .unsigned { $0.useStandardAlphabet() })

    /// A space stands before the JWS.
    public static let leadingSpace = Self(
        "leading-space", "A space stands before the JWS.", .refused(.form),
        .text { " " + $0 })

    /// A newline follows the JWS.
    public static let trailingNewline = Self(
        "trailing-newline", "A newline follows the JWS.", .refused(.form),
        .text { $0 + "\n" })

    /// A newline stands in the payload, and is signed there.
    public static let innerNewline = Self(
        "inner-newline", "A newline stands in the payload, and is signed there.", .refused(.form),
        .unsigned { $0.insert("\n", into: .payload) })

    /// The JWS follows a word, as in an HTTP header.
    public static let bearerPrefix = Self(
        "bearer-prefix", "The token follows a word, as in an HTTP header.", .refused(.form),
        .text { "Bearer " + $0 })

    /// The payload's last character has bits that stand for nothing, and is signed so.
    public static let strayBitsInPayload = Self(
        "stray-bits-in-payload", "The payload's last character has bits that stand for nothing, and is signed so.",
        .refused(.form),
        .unsigned { $0.setStrayBit(.payload) })

    /// The signature's last character has bits that stand for nothing.
    public static let strayBitsInSignature = Self(
        "stray-bits-in-signature", "The signature's last character has bits that stand for nothing.", .refused(.form),
        .signed { $0.setStrayBit(.signature) })

    /// The signature has 85 characters, which no number of octets gives.
    public static let impossibleLength = Self(
        "impossible-length", "The signature has 85 characters, which no number of octets gives.", .refused(.form),
        .signed { $0.rawParts[.signature] = String($0.text(.signature).dropLast()) })

    /// The signature ends with a letter beyond ASCII.
    public static let notASCII = Self(
        "not-ascii", "The signature ends with a letter beyond ASCII.", .refused(.form),
        .signed { $0.rawParts[.signature] = $0.text(.signature).dropLast() + "é" })

    /// A null character stands in the signature.
    public static let nullCharacter = Self(
        "null-character", "A null character stands in the signature.", .refused(.form),
        .signed { $0.insert("\0", into: .signature) })

    /// The JWS is in the JSON serialization (RFC 7515 §7.2.2).
    public static let jsonSerialization = Self(
        "json-serialization", "The JWS is in the JSON serialization (RFC 7515 §7.2.2).", .refused(.form),
        .signed { $0.rawParts = [.header: $0.flattened, .payload: "", .signature: ""] })

    /// The JWS has more than 1 MiB, all of it signed.
    public static let oversized = Self(
        "oversized", "The JWS has more than 1 MiB, all of it signed.", .refused(.form),
        .payload { $0.append("padding", TestJSONObject.string(String(repeating: "a", count: 1 << 20))) })
}

extension TestJWS {
    /// Fills a part up with padding. One that needs none gets a space at the end of its JSON first.
    fileprivate mutating func pad(_ part: Part) {
        leaveRoom(part)
        let text = text(part)
        rawParts[part] = text + String(repeating: "=", count: 4 - text.utf8.count % 4)
    }

    /// Sets a bit of the last character that stands for no octet.
    fileprivate mutating func setStrayBit(_ part: Part) {
        leaveRoom(part)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let text = text(part)
        guard let last = text.last, let index = alphabet.firstIndex(of: last) else { return }
        rawParts[part] = text.dropLast() + String(alphabet[index | 1])
    }

    /// Makes the last character of a part one that has bits to spare. A signature's always has.
    private mutating func leaveRoom(_ part: Part) {
        if octets(part).count.isMultiple(of: 3) { rawOctets[part] = octets(part) + [0x20] }
    }

    /// Gives the payload a member whose base64 needs the characters that the alphabets have differently.
    fileprivate mutating func useStandardAlphabet() {
        payload.append("note", "\"??????~~~~~~\"")
        rawParts[.payload] = String(
            text(.payload).map { character in
                switch character {
                case "-": "+"
                case "_": "/"
                default: character
                }
            })
    }

    fileprivate mutating func insert(_ character: Character, into part: Part) {
        var text = text(part)
        text.insert(character, at: text.index(text.startIndex, offsetBy: text.count / 2))
        rawParts[part] = text
    }

    /// The three parts as members of one object.
    fileprivate var flattened: String {
        TestJSONObject([
            [
                "payload": .string(text(.payload)), "protected": .string(text(.header)),
                "signature": .string(text(.signature)),
            ]
        ]).text
    }
}
