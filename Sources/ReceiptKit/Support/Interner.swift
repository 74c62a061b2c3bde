internal import ReceiptFields

/// Numbers for values, in the order in which they come: quicker to compare, to sort and to look up.
struct Interner<Value: Hashable & Sendable>: Sendable {
    private var numbers: [Value: Int] = [:]

    var count: Int { numbers.count }

    subscript(value: Value) -> Int? { numbers[value] }

    /// The number of a value that has one, or else the next. The dictionary looks for the value once.
    mutating func add(_ value: Value) -> Int {
        func same(_ number: inout Int) -> Int { number }
        let next = numbers.count
        return same(&numbers[value, default: next])
    }
}

extension Interner<ByteString> {
    /// The number that an identifier is, if it is written as that number is: Apple's are decimals of 15 to 18 digits. No other
    /// text has the same.
    mutating func identifier(_ text: String) -> UInt64 {
        if let number = UInt64(text), number < 1 << 63, let first = text.utf8.first,
            first > UInt8(ascii: "0") || text.utf8.count == 1
        {
            return number
        }
        return 1 << 63 | UInt64(add(ByteString(text)))
    }
}
