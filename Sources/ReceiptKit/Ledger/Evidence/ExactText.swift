/// A text as a key: two are the same if their bytes are, where `String` asks for canonical equivalence.
struct ExactText: Hashable, Sendable {
    let string: String

    init(_ string: String) { self.string = string }

    /// Only ASCII has as many UTF-8 as UTF-16 units, and of one length nothing else is equivalent to it.
    static func == (a: Self, b: Self) -> Bool {
        let (one, two) = (a.string, b.string)
        return one.utf8.count == two.utf8.count && one == two
            && (one.utf8.count == one.utf16.count || one.utf8.elementsEqual(two.utf8))
    }

    static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}

/// Numbers for values, in the order in which they come: quicker to compare, to sort and to look up.
struct Numbers<Value: Hashable & Sendable>: Sendable {
    private var numbers: [Value: Int] = [:]

    var count: Int { numbers.count }

    subscript(value: Value) -> Int? { numbers[value] }

    /// The number of a value that has one, or else the next.
    mutating func add(_ value: Value) -> Int {
        let next = numbers.count
        return { (number: inout Int) in number }(&numbers[value, default: next])
    }
}

extension Numbers<ExactText> {
    /// The number that an identifier is, if it is written as that number is: Apple's are decimals of 15 to 18 digits. No other
    /// text has the same.
    mutating func identifier(_ text: String) -> UInt64 {
        if let number = UInt64(text), number < 1 << 63, let first = text.utf8.first,
            first > UInt8(ascii: "0") || text.utf8.count == 1
        {
            return number
        }
        return 1 << 63 | UInt64(add(ExactText(text)))
    }
}
