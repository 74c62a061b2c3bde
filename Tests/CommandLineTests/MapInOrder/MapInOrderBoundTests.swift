import Foundation
import Testing
import receipt

extension MappedInTurn {
    /// Tests how many elements are held and for how long, with a counting source and a function that returns
    /// immediately, or waits.
    @Suite("Mapping holds little")
    struct MapInOrderBoundTests {
        private static let window = 64

        private struct Enough: Error {}

        @Test("No more elements are read than are held, while a result is handled", arguments: [1, 3])
        func slowConsumer(_ tasks: Int) async throws {
            let source = CountedSource(end: 100_000)
            var taken = 0
            await #expect(throws: Enough.self) {
                try await map(source, tasks: tasks) { _ in
                } handle: { _ in
                    taken += 1
                    // The element whose result is being handled is read too, in addition to those held.
                    let read = source.counter.count
                    #expect(read <= taken + tasks * Self.window)
                    if taken.isMultiple(of: 100) {
                        let most = try await settled { source.counter.count }
                        #expect(most <= taken + tasks * Self.window)
                        #expect(most > taken)
                    }
                    if taken == 500 { throw Enough() }
                }
            }
            #expect(taken == 500)
        }

        @Test("Nor if the first element takes long")
        func slowReceipt() async throws {
            let source = CountedSource(end: 10_000)
            let readMeanwhile = Counter()
            var numbers: [Int] = []
            try await map(source, tasks: 2) { number in
                if number == 0 {
                    block(until: { source.counter.count >= 2 * Self.window })
                    Thread.sleep(forTimeInterval: 0.05)
                    readMeanwhile.increment(by: source.counter.count)
                }
            } handle: { number in
                numbers.append(number)
            }
            #expect(numbers == Array(0..<10_000))
            #expect(readMeanwhile.count == 2 * Self.window)
        }

        @Test("Tasks run concurrently, and no more than allowed", arguments: [1, 2])
        func concurrency(_ tasks: Int) async throws {
            let running = Mutexed()
            let expected = min(tasks, ProcessInfo.processInfo.activeProcessorCount)
            try await map(CountedSource(end: 200), tasks: tasks) { number in
                running.enter()
                defer { running.leave() }
                // The first one waits for the other, which may have to wait for another test's thread.
                if number == 0 { block { running.most >= expected } }
            } handle: { _ in
            }
            #expect(running.most == expected)
        }
    }
}

/// The number of calls that run at the same time.
private final class Mutexed: @unchecked Sendable {
    private let lock = NSLock()
    private var inside = 0
    private var greatest = 0

    func enter() {
        lock.withLock {
            inside += 1
            greatest = max(greatest, inside)
        }
    }

    func leave() { lock.withLock { inside -= 1 } }

    var most: Int { lock.withLock { greatest } }
}
