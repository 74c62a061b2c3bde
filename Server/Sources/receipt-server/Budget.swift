import Synchronization

/// The budget for bytes in flight is used up.
struct NoRoom: Error {}

/// A response is larger than the whole budget for bytes in flight.
struct AnswerTooLarge: Error {
    let maximum: Int
}

/// The budget for request bodies and responses that all connections hold together, in bytes, so that no number of
/// clients can exhaust the memory.
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

    /// One connection's share of the budget.
    ///
    /// The first bytes of each connection aren't counted, because the maximum number of connections bounds them. So
    /// small requests are answered even if large ones have used up the budget.
    final class Share: Sendable {
        static let uncounted = 64 << 10

        /// The share of the connection whose request is being handled.
        @TaskLocal static var current: Share?

        private let budget: Budget
        private let held = Mutex(0)

        init(_ budget: Budget) { self.budget = budget }

        private static func counted(_ bytes: Int) -> Int { max(0, bytes - uncounted) }

        /// Takes more bytes, or returns false if the budget doesn't allow it.
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

        /// Takes the bytes of a response, and returns them to the budget when the response is deallocated.
        func hold(_ answer: [UInt8]) throws -> HeldAnswer {
            if answer.count > budget.maximum { throw AnswerTooLarge(maximum: budget.maximum) }
            guard take(answer.count) else { throw NoRoom() }
            return HeldAnswer(answer, self)
        }
    }
}

/// A response that is counted in the budget until the socket has taken it, or is closed.
final class HeldAnswer: Sendable {
    private let bytes: [UInt8]
    private let share: Budget.Share

    fileprivate init(_ bytes: [UInt8], _ share: Budget.Share) { (self.bytes, self.share) = (bytes, share) }

    deinit { share.give(bytes.count) }

    var count: Int { bytes.count }

    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }
}
