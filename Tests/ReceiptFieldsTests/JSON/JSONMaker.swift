import TestSupport

/// Generates random JSON in various spellings, and changes it slightly.
struct JSONMaker {
    var random: SeededGenerator

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private mutating func choose(_ texts: [String]) -> String { texts[below(texts.count)] }

    /// Returns white space, mostly none.
    private mutating func space() -> String { below(4) == 0 ? choose([" ", "\n", "\t", "\r\n", "  "]) : "" }

    mutating func text() -> [UInt8] { Array((space() + value(depth: 0) + space()).utf8) }

    private mutating func value(depth: Int) -> String {
        switch below(depth < 4 ? 9 : 6) {
        case 0: return choose(["null", "true", "false"])
        case 1, 2: return number()
        case 3, 4, 5: return string()
        case 6: return list("[", "]", below(4)) { $0.value(depth: depth + 1) }
        default:
            // Names of different kinds, so that none occurs twice.
            let names = ["a", "b", "receipt", "", "\\u0063", "d\\u00e9", "e\\/", "é", "\\ud83d\\ude00", "x y"].shuffled(
                using: &random)
            var next = names.makeIterator()
            return list("{", "}", below(names.count)) { maker in
                "\"" + (next.next() ?? "") + "\"" + maker.space() + ":" + maker.space() + maker.value(depth: depth + 1)
            }
        }
    }

    private mutating func list(
        _ open: String, _ close: String, _ count: Int, _ element: (inout JSONMaker) -> String
    ) -> String {
        var parts: [String] = []
        for _ in 0..<count { parts.append(space() + element(&self) + space()) }
        return open + (parts.isEmpty ? space() : parts.joined(separator: ",")) + close
    }

    private mutating func number() -> String {
        let whole = choose(["0", "1", "9", "10", "42", "1714564800000", "9007199254740993", "9223372036854775808"])
        return (below(3) == 0 ? "-" : "") + whole + (below(3) == 0 ? choose([".0", ".5", ".25", ".000001"]) : "")
            + (below(4) == 0 ? choose(["e0", "E2", "e+3", "e-7"]) : "")
    }

    private mutating func string() -> String {
        var text = "\""
        for _ in 0..<below(6) {
            text += choose([
                "a", "Z", " ", "0", "{", "]", ",", ":", "é", "€", "😀", "\u{7F}", "\\n", "\\\"", "\\\\", "\\/",
                "\\u0041", "\\u00e9",
                "\\u20AC", "\\ud83d\\ude00", "\\u0000", "\\b",
            ])
        }
        return text + "\""
    }

    private static let changes =
        Array(#"{}[]",:\/u0-1.5eE+ tfndD8c"#.utf8) + [0x00, 0x09, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xF0, 0xFF]

    /// Replaces, inserts, removes or repeats one or two bytes, or cuts off the end.
    mutating func changed(_ text: [UInt8]) -> [UInt8] {
        var copy = text
        for _ in 0...below(2) where !copy.isEmpty {
            let place = below(copy.count)
            switch below(6) {
            case 0, 1: copy[place] = Self.changes[below(Self.changes.count)]
            case 2: copy.insert(Self.changes[below(Self.changes.count)], at: place)
            case 3: copy.remove(at: place)
            case 4: copy.insert(copy[place], at: place)
            default: if below(4) == 0 { copy.removeSubrange(place...) }
            }
        }
        return copy
    }
}
