/// A version of the form `1.0.2`: numbers of any length between dots.
struct DottedNumbers: Comparable {
    /// The digits of each number, without leading zeros; zeros at the end of the version are left out, so `1.0` is `1`.
    private let numbers: [[UInt8]]

    /// Nil if the text is anything else than digits and single dots between them.
    init?(_ text: String) {
        var numbers: [[UInt8]] = []
        for part in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !part.isEmpty, part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                return nil
            }
            numbers.append(Array(part.drop { $0 == UInt8(ascii: "0") }))
        }
        while numbers.last?.isEmpty == true { numbers.removeLast() }
        self.numbers = numbers
    }

    /// Of two numbers without leading zeros the one with fewer digits is the smaller.
    static func < (a: Self, b: Self) -> Bool {
        for (one, other) in zip(a.numbers, b.numbers) where one != other {
            return one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
        }
        return a.numbers.count < b.numbers.count
    }
}
