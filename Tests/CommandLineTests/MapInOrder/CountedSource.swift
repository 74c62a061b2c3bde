import Foundation
import ReceiptKit
import Testing
import receipt

/// Counts, from several threads.
final class Counter: Sendable {
    private let value = Locked(0)

    @discardableResult
    func increment(by amount: Int = 1) -> Int {
        value.withLock {
            $0 += amount
            return $0
        }
    }

    var count: Int { value.withLock { $0 } }
}

/// The numbers from 0 on, and how many of them were read.
struct CountedSource: AsyncSequence, Sendable {
    let end: Int
    let counter = Counter()

    struct Iterator: AsyncIteratorProtocol {
        let source: CountedSource
        var number = 0

        mutating func next() async -> Int? {
            guard number < source.end else { return nil }
            source.counter.increment()
            defer { number += 1 }
            return number
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }
}

/// Maps the numbers of a source, with room for 64 of each task.
nonisolated(nonsending) func map(
    _ source: CountedSource, tasks: Int, transform: @escaping @Sendable (Int) -> Void,
    handle: (Int) async throws -> Void
) async throws {
    var numbers = source.makeAsyncIterator()
    try await mapInOrder(tasks: tasks, window: 64 * tasks) {
        await numbers.next()
    } transform: { index, number in
        transform(number)
        return index
    } handle: { index in
        try await handle(index)
    }
}

/// Tests that block a thread until others get far enough, one after the other: two of them would have all the threads that there are on a
/// machine with two processors.
@Suite("Mapping in order, in turn", .serialized)
enum MappedInTurn {}

/// Blocks the thread until a condition comes true. All tests begin at once and share as many threads as there are processors, so
/// that a task may wait for most of them: ten minutes are for ever.
func block(until condition: () -> Bool) {
    for _ in 0..<120_000 where !condition() { Thread.sleep(forTimeInterval: 0.005) }
}

/// What `value` gives once it has stayed the same for a while.
func settled(_ value: () -> Int) async throws -> Int {
    var last = value()
    var repetitions = 0
    while repetitions < 10 {
        try await Task.sleep(nanoseconds: 5_000_000)
        let now = value()
        repetitions = now == last ? repetitions + 1 : 0
        last = now
    }
    return last
}

/// Whether a condition comes true, within ten minutes too.
func eventually(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<120_000 {
        if condition() { return true }
        try await Task.sleep(nanoseconds: 5_000_000)
    }
    return condition()
}
