/// Defects of the encoding: the three parts and base64url.
extension JWSDefect {
    static let forms: [Self] = [
        Self("empty-text", "There is no text.", .form, .text { _ in "" }),
        Self("one-part", "There is a header and nothing else.", .form, .text { String($0.prefix { $0 != "." }) }),
        Self(
            "two-parts", "There is no third part, nor a full stop before it.", .form,
            .text { $0.split(separator: ".").dropLast().joined(separator: ".") }),
        Self("four-parts", "A fourth part follows.", .form, .text { $0 + ".e30" }),
        Self("five-parts", "There are five parts, as in an encrypted token (JWE).", .form, .text { $0 + ".e30.e30" }),
        Self("empty-header", "The header is empty.", .form, .unsigned { $0.rawParts[.header] = "" }),
        Self("empty-payload", "The payload is empty.", .form, .unsigned { $0.rawParts[.payload] = "" }),
        Self("empty-signature", "The signature is empty.", .form, .signed { $0.rawParts[.signature] = "" }),
        Self("padded-header", "The header has padding.", .form, .unsigned { $0.pad(.header) }),
        Self("padded-payload", "The payload has padding.", .form, .unsigned { $0.pad(.payload) }),
        Self("padded-signature", "The signature has padding.", .form, .signed { $0.pad(.signature) }),
        Self(
            "standard-alphabet", "The payload is in base64 of the standard alphabet.", .form,
            .unsigned { $0.useStandardAlphabet() }),
        Self("leading-space", "A space precedes the JWS.", .form, .text { " " + $0 }),
        Self("trailing-newline", "A newline follows the JWS.", .form, .text { $0 + "\n" }),
        Self(
            "inner-newline", "The payload contains a newline, which is signed.", .form,
            .unsigned { $0.insert("\n", into: .payload) }),
        Self("bearer-prefix", "A word precedes the JWS, as in an HTTP header.", .form, .text { "Bearer " + $0 }),
        Self(
            "stray-bits-in-payload", "The payload's last character has unused bits set, and is signed.",
            .form, .unsigned { $0.setStrayBit(.payload) }),
        Self(
            "stray-bits-in-signature", "The signature's last character has unused bits set.", .form,
            .signed { $0.setStrayBit(.signature) }),
        Self(
            "impossible-length",
            "The signature has 85 characters, which is the base64url length of no number of bytes.", .form,
            .signed { $0.rawParts[.signature] = String($0.text(.signature).dropLast()) }),
        Self(
            "not-ascii", "The signature ends with a letter that is not ASCII.", .form,
            .signed { $0.rawParts[.signature] = $0.text(.signature).dropLast() + "é" }),
        Self(
            "null-character", "The signature contains a null character.", .form,
            .signed { $0.insert("\0", into: .signature) }),
        Self(
            "json-serialization", "The JWS is in the JSON serialization (RFC 7515 §7.2.2).", .form,
            .signed { $0.rawParts = [.header: $0.flattened, .payload: "", .signature: ""] }),
        Self(
            "oversized", "The JWS has more than 1 MiB, all of it signed.", .form,
            .payload { $0.append("padding", TestJSONObject.string(String(repeating: "a", count: 1 << 20))) }),
    ]
}

extension TestJWS {
    /// Adds padding to a part. If the part needs none, first adds a space to its JSON.
    fileprivate mutating func pad(_ part: Part) {
        leaveRoom(part)
        let text = text(part)
        rawParts[part] = text + String(repeating: "=", count: 4 - text.utf8.count % 4)
    }

    /// Sets one of the unused bits of a part's last character.
    fileprivate mutating func setStrayBit(_ part: Part) {
        leaveRoom(part)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let text = text(part)
        guard let last = text.last, let index = alphabet.firstIndex(of: last) else { return }
        rawParts[part] = text.dropLast() + String(alphabet[index | 1])
    }

    /// Lengthens a part until its last character has unused bits. The last character of a signature always has unused bits.
    private mutating func leaveRoom(_ part: Part) {
        if octets(part).count.isMultiple(of: 3) { rawOctets[part] = octets(part) + [0x20] }
    }

    /// Adds a member to the payload whose base64 contains characters that differ between the two alphabets.
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

    /// The three parts as members of one JSON object.
    fileprivate var flattened: String {
        TestJSONObject([
            [
                "payload": .string(text(.payload)), "protected": .string(text(.header)),
                "signature": .string(text(.signature)),
            ]
        ]).text
    }
}
