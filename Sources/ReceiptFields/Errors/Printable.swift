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

    /// Filled up with spaces, to stand in a column.
    package static func column(_ string: String, _ width: Int) -> String {
        string + String(repeating: " ", count: max(0, width - string.count))
    }
}
