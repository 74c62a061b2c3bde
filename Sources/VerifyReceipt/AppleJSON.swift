/// JSON in the spacing of Apple's server: a space behind each comma, none behind a colon, and a line break before what is large.
struct AppleJSON {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    @inline(__always)
    mutating func octets(_ octets: [UInt8]) { bytes.append(contentsOf: octets) }

    /// What was written before, once more.
    mutating func again(_ range: Range<Int>) { bytes.append(contentsOf: Array(bytes[range])) }

    /// Octets of base64, without what may stand between them.
    mutating func base64(_ text: [UInt8]) {
        // Without a way out of the loop the compiler takes many octets at once.
        var least = UInt8.max
        for octet in text { least = min(least, octet) }
        if least > 0x20 {
            bytes.append(contentsOf: text)
        } else {
            bytes.append(contentsOf: text.lazy.filter { $0 > 0x20 })
        }
    }

    /// Makes room for an answer of about this many octets.
    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    /// The text between quotes. Slashes are not escaped, nor is anything that is not ASCII.
    mutating func text(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            for octet in text.utf8 {
                // Control characters are in no receipt.
                if octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
                bytes.append(octet)
            }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A member, behind others.
    mutating func member(_ name: String, _ value: String) {
        next(name)
        text(value)
    }

    mutating func number(_ name: String, _ value: Int64?) {
        guard let value else { return }
        next(name)
        digits(value)
    }

    /// A number that stands there as a text, as all of a purchase do.
    mutating func quoted(_ name: String, _ value: Int64) {
        next(name)
        bytes.append(UInt8(ascii: "\""))
        digits(value)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func digits(_ value: Int64) { raw(String(value)) }

    /// A comma and a name.
    mutating func next(_ name: String, suffix: String = "") {
        raw(", \"")
        raw(name)
        raw(suffix)
        raw("\":")
    }
}
