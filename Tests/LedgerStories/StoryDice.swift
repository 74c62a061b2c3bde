internal import TestSupport

/// A random number generator. The same seed gives the same story on every machine.
package struct StoryDice: RandomNumberGenerator, Sendable {
    private var generator: SeededGenerator

    package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    package mutating func next() -> UInt64 { generator.next() }

    /// Returns a number from 0 to `bound` - 1, or 0 if `bound` is below 1.
    package mutating func below(_ bound: Int64) -> Int64 { bound < 1 ? 0 : Int64(next() % UInt64(bound)) }

    /// Returns a number from `low` to `high`, both included, or `low` if that is greater.
    package mutating func between(_ low: Int64, _ high: Int64) -> Int64 { low + below(high - low + 1) }

    package mutating func chance(_ percent: Int64) -> Bool { below(100) < percent }

    package mutating func pick<T>(_ list: [T]) -> T? { list.isEmpty ? nil : list[Int(below(Int64(list.count)))] }

    /// Returns one of the values, with a frequency proportional to its weight.
    package mutating func pick<T>(weighted list: [(Int64, T)]) -> T? {
        var rest = below(list.map(\.0).reduce(0, +))
        for (weight, value) in list {
            if rest < weight { return value }
            rest -= weight
        }
        return nil
    }
}
