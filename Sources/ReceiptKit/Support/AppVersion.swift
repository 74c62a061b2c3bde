/// A version of the form `1.0.2`: numbers of any length, separated by dots.
struct AppVersion: Comparable {
    /// The digits of each number, without leading zeros. Numbers that are 0 at the end of the version are removed, so `1.0` equals `1`.
    private let numbers: [[UInt8]]

    /// Creates a version. Nil if the string isn't digits separated by single dots.
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

    /// Compares number by number. Without leading zeros, the number with fewer digits is smaller.
    static func < (a: Self, b: Self) -> Bool {
        for (one, other) in zip(a.numbers, b.numbers) where one != other {
            return one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
        }
        return a.numbers.count < b.numbers.count
    }
}
