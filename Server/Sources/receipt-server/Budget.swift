import Synchronization

/// As many bytes are in flight as may be.
struct NoRoom: Error {}

/// An answer is larger than all that may be in flight.
struct AnswerTooLarge: Error {
    let maximum: Int
}

/// The bytes of request bodies and answers that all connections may hold together, so that no number of clients can use up the memory.
final class Budget: Sendable {
    let maximum: Int
    private let taken = Atomic<Int>(0)

    init(_ maximum: Int) { self.maximum = maximum }

    fileprivate func take(_ bytes: Int) -> Bool {
        if taken.wrappingAdd(bytes, ordering: .relaxed).newValue <= maximum { return true }
        give(bytes)
        return false
    }

    fileprivate func give(_ bytes: Int) { taken.wrappingSubtract(bytes, ordering: .relaxed) }

    /// The part of the budget that one connection holds.
    ///
    /// The first bytes of each connection don't count: the number of connections bounds them, and small requests are answered even
    /// while large ones use up the budget.
    final class Share: Sendable {
        static let uncounted = 64 << 10

        /// The share of the connection whose request is being answered.
        @TaskLocal static var current: Share?

        private let budget: Budget
        private let held = Mutex(0)

        init(_ budget: Budget) { self.budget = budget }

        private static func counted(_ bytes: Int) -> Int { max(0, bytes - uncounted) }

        /// Takes so many bytes more, or returns false if there is no room for them.
        func take(_ bytes: Int) -> Bool {
            held.withLock { held in
                let more = Self.counted(held + bytes) - Self.counted(held)
                guard more == 0 || budget.take(more) else { return false }
                held += bytes
                return true
            }
        }

        func give(_ bytes: Int) {
            held.withLock { held in
                let less = Self.counted(held) - Self.counted(held - bytes)
                if less > 0 { budget.give(less) }
                held -= bytes
            }
        }

        /// Takes the bytes of an answer, and gives them back when nothing refers to the answer.
        func hold(_ answer: [UInt8]) throws -> HeldAnswer {
            if answer.count > budget.maximum { throw AnswerTooLarge(maximum: budget.maximum) }
            guard take(answer.count) else { throw NoRoom() }
            return HeldAnswer(answer, self)
        }
    }
}

/// The bytes of an answer that counts in the budget until the client's connection has taken it, or is closed.
final class HeldAnswer: Sendable {
    private let bytes: [UInt8]
    private let share: Budget.Share

    fileprivate init(_ bytes: [UInt8], _ share: Budget.Share) { (self.bytes, self.share) = (bytes, share) }

    deinit { share.give(bytes.count) }

    var count: Int { bytes.count }

    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }
}
