/// Changes a value, a member, a character or white space somewhere in JSON, so that most results are still JSON and the
/// change reaches the code after the reader.
struct JSONMutator: StructuredMutator {
    var random: SplitMix
    /// Mutates bytes, and may add up to the given number, with libFuzzer's own mutations and dictionary.
    let mutateBytes: (inout [UInt8], Int) -> Void

    mutating func changed(_ input: [UInt8], from offset: Int) -> [UInt8]? {
        let map = JSONMap(input, from: offset)
        return map.parts.isEmpty ? nil : change(map)
    }

    private mutating func change(_ map: JSONMap) -> [UInt8] {
        let part = random.below(map.parts.count)
        switch random.below(16) {
        // Insert before a token, or replace it.
        case 0: return map.replacing(part..<part, with: whiteSpace())
        case 1: return map.replacing(part..<part + 1, with: [])
        case 2: return map.replacing(part..<map.parts.count, with: [])
        case 3: return map.replacing(part..<part, with: map.text(part..<part + 1))
        case 4: return inMany(map, map.parts.indices)
        default: return change(map, item(map))
        }
    }

    private mutating func change(_ map: JSONMap, _ item: Range<Int>) -> [UInt8] {
        let first = item.lowerBound
        // Change a member's value more often than its name.
        let value = map.isName(first) && random.below(4) != 0 ? first + 2..<item.upperBound : map.value(first)
        switch random.below(13) {
        case 0: return removed(map, item)
        case 1: return map.replacing(item, with: map.text(item) + [comma] + map.text(item))
        case 2: return map.replacing(item, with: map.text(self.item(map)) + [comma] + map.text(item))
        case 3:
            return map.replacing(item, with: Self.members[random.below(Self.members.count)] + [comma] + map.text(item))
        case 4: return swapped(map, item)
        case 5: return map.replacing(value, with: map.text(map.value(random.below(map.parts.count))))
        case 6, 7: return map.replacing(value, with: Self.values[random.below(Self.values.count)])
        case 8: return map.replacing(value, with: Array("[".utf8) + map.text(value) + Array("]".utf8))
        case 9: return inMany(map, value)
        case 10, 11: return map.replacing(value.prefix(1), with: escaped(map.text(value.prefix(1))))
        default:
            var text = map.text(value.prefix(1))
            // Keep the quotation marks.
            let hasQuotes = text.count > 1 && text.first == quote && text.last == quote
            if hasQuotes { text = Array(text.dropFirst().dropLast()) }
            mutateBytes(&text, 32)
            return map.replacing(value.prefix(1), with: hasQuotes ? [quote] + text + [quote] : text)
        }
    }

    /// Replaces about half of the values with one value, or inserts white space before about half of the tokens.
    private mutating func inMany(_ map: JSONMap, _ parts: Range<Int>) -> [UInt8] {
        let value = Self.values[random.below(Self.values.count)]
        let space = random.below(2) == 0 ? whiteSpace() : nil
        let changed = parts.flatMap { part in
            let text = map.text(part..<part + 1)
            if random.below(2) == 0 { return text }
            return space.map { $0 + text } ?? (map.isLeaf(part) ? value : text)
        }
        return map.replacing(parts, with: changed)
    }

    private mutating func whiteSpace() -> [UInt8] {
        (0..<random.below(3) + 1).map { _ in Array(" \t\r\n\u{B}".utf8)[random.below(5)] }
    }

    /// Returns a random member or value.
    private mutating func item(_ map: JSONMap) -> Range<Int> {
        var part = random.below(map.parts.count)
        for _ in 0..<8 where !map.isItem(part) { part = random.below(map.parts.count) }
        return map.item(part)
    }

    /// Removes the item and a comma next to it.
    private func removed(_ map: JSONMap, _ item: Range<Int>) -> [UInt8] {
        if map.kind(item.upperBound) == comma {
            return map.replacing(item.lowerBound..<item.upperBound + 1, with: [])
        }
        let start = item.lowerBound
        return map.replacing(start > 0 && map.kind(start - 1) == comma ? start - 1..<item.upperBound : item, with: [])
    }

    /// Swaps the item with the next one.
    private func swapped(_ map: JSONMap, _ item: Range<Int>) -> [UInt8] {
        guard map.kind(item.upperBound) == comma, item.upperBound + 1 < map.parts.count else {
            return removed(map, item)
        }
        let next = map.item(item.upperBound + 1)
        return map.replacing(item.lowerBound..<next.upperBound, with: map.text(next) + [comma] + map.text(item))
    }

    /// Writes some characters of a string, or some bytes of it, as escapes.
    private mutating func escaped(_ text: [UInt8]) -> [UInt8] {
        guard text.count > 2, text[0] == quote else { return text }
        var output = text
        let place = random.below(text.count - 2) + 1
        let digits = Array((random.below(2) == 0 ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
        func escape(_ byte: UInt8) -> [UInt8] {
            Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        switch random.below(4) {
        case 0: output = [quote] + text[1..<text.count - 1].flatMap(escape) + [quote]
        case 1: output.insert(contentsOf: Self.escapes[random.below(Self.escapes.count)], at: place)
        default: output.replaceSubrange(place..<place + 1, with: escape(text[place]))
        }
        return output
    }

    private let comma = UInt8(ascii: ",")
    private let quote = UInt8(ascii: "\"")

    private static let values: [[UInt8]] = [
        "null", "true", "false", "0", "1", "2", "-1", "-0", "01", "1.", "1.0", "1.5", "1e3", "1E+2", "1e400", "1e-400",
        "1714564800000", "1714564800000.5", "-62135769600000", "-62135769600001", "253402300799999",
        "253402300800000", "2147483647", "2147483648", "9007199254740993", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "123456789012345678901234567890", "[]", "{}", "[null]", "[[]]",
        "[{}]", #"["x"]"#, #"["x",null,1]"#, #"{"a":1}"#, #"{"a":1,"a":2}"#, #""""#, #"" ""#, #""0""#, #""x""#,
        #""caf\u00e9""#, #""\ud800""#, #""\uD83D\uDE00""#, #""\u0000""#, #""TWE=""#, #""TWF=""#, #""Production""#,
        #""Sandbox""#, #""Xcode""#, #""SANDBOX_1""#, #""com.example.app""#, #""com.example.other""#, "$", #""%T""#,
        #""8c4e2d6a-91b7-4f0e-8d35-6a7c1e2f3b40""#, #""8C4E2D6A-91b7-4f0e-8d35-6a7c1e2f3b4G""#, "tru", "nul", #""x"#,
        "\"\u{E9}\u{20AC}\u{1F600}\"", "\"" + String(repeating: "x", count: 40) + "\"",
    ].map { Array($0.utf8) }

    private static let escapes: [[UInt8]] =
        [
            #"\n"#, #"\/"#, #"\""#, #"\\"#, #"\t"#, #"\b"#, #"\f"#, #"\r"#, #"\x"#, #"\u12"#, #"\u00g0"#, #"\ud800"#,
            #"\udc00"#, #"\ud83d\ude00"#, #"\ud83d\u0041"#, #"\u20AC"#, "\u{1}", "\u{E9}", "\u{20AC}", "\u{1F600}",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]

    /// The members of the payloads from which fuzzing starts, including those of nested objects.
    private static let members: [[UInt8]] = JWSSeeds.payloads.flatMap { payload in
        let map = JSONMap(payload)
        return map.parts.indices.filter { map.isName($0) }.map { map.text(map.item($0)) }.filter { $0.count < 512 }
    }
}
