import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

extension VerdictsInTurn {
    @Suite("Verdicts end when they are not wanted any more")
    struct VerdictsEndTests {
        /// Held by the tasks that verify. When it is gone, so are they.
        private final class Witness: Sendable {
            let verified = Counter()
        }

        private struct Left: Error {}

        private static func verdicts(
            _ source: CountedSource, _ witness: Witness, handle: (Int) async throws -> Void
        ) async throws {
            try await ReceiptVerifier(policy: Subject.policy()).verdicts(on: source, maximumConcurrentTasks: 2) {
                _, _ throws(VerificationError) in
                witness.verified.increment()
                throw .signatureInvalid
            } handle: { index, _, _ in
                try await handle(index)
            }
        }

        @Test("Cancelled, they throw, at once, and never look complete")
        func cancellation() async throws {
            let source = CountedSource(end: .max)
            weak var witness: Witness?
            let taken = Counter()
            let task: Task<Void, any Error>
            do {
                let strong = Witness()
                witness = strong
                task = Task { try await Self.verdicts(source, strong) { _ in taken.increment() } }
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
            "Cancelled with verdicts in hand that were not seen, they throw, also when those are the last",
            arguments: [1, 2, 17])
        func cancellationAtTheEnd(_ unseen: Int) async throws {
            let count = 100
            let seen = Counter()
            let task = Task {
                try await Self.verdicts(CountedSource(end: count), Witness()) { _ in
                    if seen.increment() == count - unseen { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                }
            }
            await #expect(throws: CancellationError.self, "verdicts are lost, and it looks complete") {
                try await task.value
            }
            #expect(seen.count == count - unseen)
        }

        @Test("Left by what handles them, they stop reading and verifying, and nothing runs any more")
        func leaving() async throws {
            let source = CountedSource(end: .max)
            weak var witness: Witness?
            var seen = 0
            do {
                let strong = Witness()
                witness = strong
                await #expect(throws: Left.self) {
                    try await Self.verdicts(source, strong) { index in
                        seen += 1
                        if index == 300 { throw Left() }
                    }
                }
                let (read, verified) = (source.counter.count, strong.verified.count)
                #expect(try await settled { source.counter.count } == read)
                #expect(strong.verified.count == verified)
            }
            #expect(seen == 301)
            #expect(try await eventually { witness == nil }, "a task is left")
            #expect(source.counter.count <= 301 + 2 * 64)
        }

        @Test("So do those that wait for a source which has nothing to give")
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
                let verifier = ReceiptVerifier(policy: try Subject.policy())
                try await verifier.verdicts(on: stream, maximumConcurrentTasks: 2) {
                    verifier, receipt throws(VerificationError) in
                    try verifier.verify(receipt, at: Subject.now)
                } handle: { _, _, _ in
                }
            }
            #expect(try await eventually { asked.count == 1 })
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect((asked.count, ended.count) == (1, 1))
        }

        @Test("They begin no other receipt, and the one in hand does not go on behind the caller's back")
        func inHand() async throws {
            let source = CountedSource(end: 1_000)
            let begun = Counter()
            let mayEnd = Counter()
            let ended = Counter()
            let task = Task {
                try await ReceiptVerifier(policy: Subject.policy()).verdicts(on: source, maximumConcurrentTasks: 1) {
                    _, _ throws(VerificationError) in
                    begun.increment()
                    block { mayEnd.count > 0 }
                    ended.increment()
                    throw .signatureInvalid
                } handle: { _, _, _ in
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
                try await Self.verdicts(source, Witness()) { _ in }
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(source.counter.count == 0)
        }

        @Test("Complete, they leave nothing behind", arguments: [0, 1, 1_000])
        func complete(_ count: Int) async throws {
            weak var witness: Witness?
            do {
                let strong = Witness()
                witness = strong
                var taken = 0
                try await Self.verdicts(CountedSource(end: count), strong) { _ in taken += 1 }
                #expect(taken == count)
                #expect(strong.verified.count == count)
            }
            #expect(try await eventually { witness == nil })
        }
    }
}
