import Foundation
import ReceiptKit
import Testing
import receipt

/// A counter for several threads.
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

/// The numbers from 0 on. Counts how many were read.
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

/// Maps the numbers of a source, with a window of 64 per task.
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

/// Tests that block a thread until others get far enough. They run one after the other, because two of them would
/// occupy all threads on a machine with two processors.
@Suite("Mapping in order, in turn", .serialized)
enum MappedInTurn {}

/// Blocks the thread until a condition is true. All tests start at once and share as many threads as there are
/// processors, so a task may have to wait for most of them. Gives up after ten minutes.
func block(until condition: () -> Bool) {
    for _ in 0..<120_000 where !condition() { Thread.sleep(forTimeInterval: 0.005) }
}

/// Returns the result of `value` once it has stayed the same for a while.
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

/// Returns whether a condition becomes true within ten minutes.
func eventually(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<120_000 {
        if condition() { return true }
        try await Task.sleep(nanoseconds: 5_000_000)
    }
    return condition()
}
