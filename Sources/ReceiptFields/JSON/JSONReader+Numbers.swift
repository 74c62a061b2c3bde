/// number = [ minus ] int [ frac ] [ exp ] (RFC 8259 section 6)
extension JSONReader {
    /// Reads a number and says where it is. It may be larger or finer than any type here can hold.
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

    /// Reads a number that is written as a whole one, without fraction and exponent: `1.0` and `1e3` are not, because others
    /// read them by way of floating point, and then 2^53 + 1 is 2^53.
    package mutating func integer() throws(JSONError) -> Int64 {
        let range = try number()
        var value: Int64 = 0
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        for index in range.dropFirst(isNegative ? 1 : 0) {
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[index] else {
                throw JSONError(.expected("a whole number without fraction and exponent"), offset: range.lowerBound)
            }
            // Away from zero, so that the least of all fits too.
            let digit = Int64(bytes[index] - UInt8(ascii: "0"))
            let (tens, isTooFar) = value.multipliedReportingOverflow(by: 10)
            let (sum, isBeyond) = tens.addingReportingOverflow(isNegative ? -digit : digit)
            guard !isTooFar, !isBeyond else {
                throw JSONError(.expected("a whole number from -2^63 to 2^63 - 1"), offset: range.lowerBound)
            }
            value = sum
        }
        return value
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while position < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] { position += 1 }
        guard position > start else { throw fault(.expected("a digit")) }
    }
}
