/// number = [ minus ] int [ frac ] [ exp ] (RFC 8259 section 6)
extension JSONReader {
    /// Reads a number and returns its range. The number may be larger or more precise than any number type can represent.
    package mutating func number() throws(JSONError) -> Range<Int> {
        let next = next()
        try begin()
        let start = position
        guard next == .number else { throw fault(.expected("a number")) }
        _ = acceptHere("-")
        if !acceptHere("0") { try digits() }
        if acceptHere(".") { try digits() }
        if acceptHere("e") || acceptHere("E") {
            _ = acceptHere("+") || acceptHere("-")
            try digits()
        }
        return start..<position
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while position < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] { position += 1 }
        guard position > start else { throw fault(.expected("a digit")) }
    }
}
