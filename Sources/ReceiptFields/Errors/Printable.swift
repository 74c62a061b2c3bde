/// Untrusted text in a form fit for a terminal: it can't move the cursor, change colors or imitate another line.
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

    /// Returns a string padded with spaces to the width of a column.
    package static func column(_ string: String, _ width: Int) -> String {
        string + String(repeating: " ", count: max(0, width - string.count))
    }
}
