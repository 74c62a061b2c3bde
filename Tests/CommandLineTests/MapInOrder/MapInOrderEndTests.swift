import Foundation
import Testing
import receipt

extension MappedInTurn {
    @Suite("Mapping ends when it is cancelled")
    struct MapInOrderEndTests {
        /// An object held by the tasks that apply the function. When it is deallocated, the tasks have ended.
        private final class Witness: Sendable {
            let applied = Counter()
        }

        private struct Left: Error {}

        private static func mapped(
            _ source: CountedSource, _ witness: Witness, handle: (Int) async throws -> Void
        ) async throws {
            try await map(source, tasks: 2) { _ in
                witness.applied.increment()
            } handle: {
                try await handle($0)
            }
        }

        @Test("Cancelled, it throws, at once, and never looks complete")
        func cancellation() async throws {
            let source = CountedSource(end: .max)
            weak var witness: Witness?
            let taken = Counter()
            let task: Task<Void, any Error>
            do {
                let strong = Witness()
                witness = strong
                task = Task { try await Self.mapped(source, strong) { _ in taken.increment() } }
            }
            #expect(try await eventually { taken.count > 1_000 })
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let read = source.counter.count
            #expect(try await eventually { witness == nil }, "a task is left")
            #expect(try await settled { source.counter.count } == read)
            #expect(read <= taken.count + 2 * 64 + 1)
        }

        @Test(
            "Cancelled with results in hand that were not seen, it throws, also when those are the last",
            arguments: [1, 2, 17])
        func cancellationAtTheEnd(_ unseen: Int) async throws {
            let count = 100
            let seen = Counter()
            let task = Task {
                try await Self.mapped(CountedSource(end: count), Witness()) { _ in
                    if seen.increment() == count - unseen { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                }
            }
            await #expect(throws: CancellationError.self, "results are lost, and it looks complete") {
                try await task.value
            }
            #expect(seen.count == count - unseen)
        }

        @Test("If the handler throws, it stops reading, and nothing runs any more")
        func leaving() async throws {
            let source = CountedSource(end: .max)
            weak var witness: Witness?
            var seen = 0
            do {
                let strong = Witness()
                witness = strong
                await #expect(throws: Left.self) {
                    try await Self.mapped(source, strong) { index in
                        seen += 1
                        if index == 300 { throw Left() }
                    }
                }
                let (read, applied) = (source.counter.count, strong.applied.count)
                #expect(try await settled { source.counter.count } == read)
                #expect(strong.applied.count == applied)
            }
            #expect(seen == 301)
            #expect(try await eventually { witness == nil }, "a task is left")
            #expect(source.counter.count <= 301 + 2 * 64)
        }

        @Test("So does one that waits for a source without elements")
        func waiting() async throws {
            let (asked, ended) = (Counter(), Counter())
            let stream = AsyncStream<[UInt8]> {
                asked.increment()
                try? await Task.sleep(nanoseconds: .max)
                return nil
            } onCancel: {
                ended.increment()
            }
            let task = Task {
                var pieces = stream.makeAsyncIterator()
                try await mapInOrder(tasks: 2, window: 128) {
                    await pieces.next()
                } transform: { _, piece in
                    piece
                } handle: { _ in
                }
            }
            #expect(try await eventually { asked.count == 1 })
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect((asked.count, ended.count) == (1, 1))
        }

        @Test("It begins no other element, and the current one has ended when it throws")
        func inHand() async throws {
            let source = CountedSource(end: 1_000)
            let begun = Counter()
            let mayEnd = Counter()
            let ended = Counter()
            let task = Task {
                try await map(source, tasks: 1) { _ in
                    begun.increment()
                    block { mayEnd.count > 0 }
                    ended.increment()
                } handle: { _ in
                }
            }
            #expect(try await eventually { begun.count == 1 && source.counter.count == 1 })
            task.cancel()
            mayEnd.increment()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect((begun.count, ended.count) == (1, 1))
        }

        @Test("A task that is cancelled before it begins reads nothing")
        func cancelledBefore() async throws {
            let source = CountedSource(end: 100)
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await Self.mapped(source, Witness()) { _ in }
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(source.counter.count == 0)
        }

        @Test("After completion, nothing is retained", arguments: [0, 1, 1_000])
        func complete(_ count: Int) async throws {
            weak var witness: Witness?
            do {
                let strong = Witness()
                witness = strong
                var taken = 0
                try await Self.mapped(CountedSource(end: count), strong) { _ in taken += 1 }
                #expect(taken == count)
                #expect(strong.applied.count == count)
            }
            #expect(try await eventually { witness == nil })
        }
    }
}
