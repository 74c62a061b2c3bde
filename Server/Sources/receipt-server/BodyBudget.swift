import Synchronization

/// The total of request bodies in flight is reached.
struct TooManyBodies: Error {}

/// The bytes of request bodies that all connections may hold together, so that memory has a bound that no number of clients moves.
final class BodyBudget: Sendable {
    private let maximum: Int
    private let taken = Atomic<Int>(0)

    init(_ maximum: Int) { self.maximum = maximum }

    fileprivate func take(_ bytes: Int) -> Bool {
        if taken.wrappingAdd(bytes, ordering: .relaxed).newValue <= maximum { return true }
        give(bytes)
        return false
    }

    fileprivate func give(_ bytes: Int) { taken.wrappingSubtract(bytes, ordering: .relaxed) }

    /// What one connection holds of the budget.
    ///
    /// The first bytes of each connection don't count: the number of connections bounds them, and small requests are answered even
    /// while large request bodies use up the budget.
    struct Share {
        static let uncounted = 64 << 10

        private let budget: BodyBudget
        private var held = 0

        init(_ budget: BodyBudget) { self.budget = budget }

        private static func counted(_ bytes: Int) -> Int { max(0, bytes - uncounted) }

        /// Whether there is room for so many bytes more.
        mutating func take(_ bytes: Int) -> Bool {
            let more = Self.counted(held + bytes) - Self.counted(held)
            guard more == 0 || budget.take(more) else { return false }
            held += bytes
            return true
        }

        mutating func give(_ bytes: Int) {
            let less = Self.counted(held) - Self.counted(held - bytes)
            if less > 0 { budget.give(less) }
            held -= bytes
        }
    }
}
