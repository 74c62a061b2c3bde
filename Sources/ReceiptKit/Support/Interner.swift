internal import ReceiptFields

/// Assigns consecutive numbers to values. Numbers are faster to compare, sort and look up.
struct Interner<Value: Hashable & Sendable>: Sendable {
    private var numbers: [Value: Int] = [:]

    var count: Int { numbers.count }

    subscript(value: Value) -> Int? { numbers[value] }

    /// Returns the number of a value, and assigns the next number to a new value. The method looks the value up only once.
    mutating func add(_ value: Value) -> Int {
        func same(_ number: inout Int) -> Int { number }
        let next = numbers.count
        return same(&numbers[value, default: next])
    }
}

extension Interner<ByteString> {
    /// Returns a number for an identifier. An identifier in canonical decimal form is its own number, without a lookup; Apple's have 15 to
    /// 18 digits. Distinct strings never share a number.
    mutating func identifier(_ text: String) -> UInt64 {
        if let number = UInt64(text), number < 1 << 63, let first = text.utf8.first,
            first > UInt8(ascii: "0") || text.utf8.count == 1
        {
            return number
        }
        return 1 << 63 | UInt64(add(ByteString(text)))
    }
}
