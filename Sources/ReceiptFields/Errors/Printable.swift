/// Text from outside, fit for a terminal: nothing in it can move the cursor, change colours or look like another line.
package enum Printable {
    package static func text(_ string: String) -> String {
        var out = ""
        for scalar in string.unicodeScalars {
            if Escaped.isSafe(scalar) {
                out.unicodeScalars.append(scalar)
            } else {
                out += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return out
    }

    /// How many columns of a terminal a text takes, or more: from the Hangul consonants on characters are wide, or may be.
    package static func columns(_ string: some StringProtocol) -> Int {
        string.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
    }

    /// A text, or its end behind … where it is too long.
    package static func end(of string: String, columns: Int) -> String {
        if Self.columns(string) <= columns { return string }
        var end = string.suffix(max(0, columns))
        while !end.isEmpty, Self.columns(end) >= columns { end = end.dropFirst() }
        return "…" + end
    }

    /// Filled up with spaces, to stand in a column.
    package static func column(_ string: String, _ width: Int) -> String {
        string + String(repeating: " ", count: max(0, width - string.count))
    }
}
