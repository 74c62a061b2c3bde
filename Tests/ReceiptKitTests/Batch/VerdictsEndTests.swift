import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("Verdicts end when they are not wanted any more", .serialized)
struct VerdictsEndTests {
    /// Held by the tasks of an iteration. When it is gone, so are they.
    private final class Witness: Sendable {
        let verified = Counter()
    }

    private static func verdicts(
        _ source: CountedSource, _ witness: Witness
    ) throws -> ReceiptVerdicts<Int> {
        try ReceiptVerifier(policy: Subject.policy()).verdicts(on: source, maximumConcurrentTasks: 2) {
            _ throws(VerificationError) in
            witness.verified.increment()
            throw .signatureInvalid
        }
    }

    @Test("A cancelled iteration throws, at once, and never looks complete")
    func cancellation() async throws {
        let source = CountedSource(end: .max)
        weak var witness: Witness?
        let taken = Counter()
        let iteration: Task<Void, any Error>
        do {
            let strong = Witness()
            witness = strong
            iteration = Task {
                for try await _ in try Self.verdicts(source, strong) { taken.increment() }
            }
        }
        #expect(try await eventually { taken.count > 1_000 })
        iteration.cancel()
        await #expect(throws: CancellationError.self) { try await iteration.value }
        #expect(try await eventually { witness == nil }, "a task is left")
        let read = try await settled { source.counter.count }
        #expect(read <= taken.count + 2 * 64 + 1)
    }

    @Test(
        "Cancelled with verdicts in hand that were not seen, it throws, also when those are the last",
        arguments: [1, 2, 17])
    func cancellationAtTheEnd(_ unseen: Int) async throws {
        let count = 100
        let iteration = Task { () async throws -> (seen: Int, again: Bool) in
            var iterator = try Self.verdicts(CountedSource(end: count), Witness()).makeAsyncIterator()
            for _ in 0..<(count - unseen) { _ = try await iterator.next() }
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            do {
                _ = try await iterator.next()
                return (count - unseen, false)
            } catch is CancellationError {
                return (count - unseen, try await iterator.next() == nil)
            }
        }
        let end = try await iteration.value
        #expect(end.again, "verdicts are lost and the loop looks complete")
    }

    @Test("A loop that is left stops reading and verifying")
    func breaking() async throws {
        let source = CountedSource(end: .max)
        weak var witness: Witness?
        do {
            let strong = Witness()
            witness = strong
            for try await verdict in try Self.verdicts(source, strong) where verdict.index == 300 { break }
        }
        #expect(try await eventually { witness == nil }, "a task is left")
        #expect(try await settled { source.counter.count } <= 301 + 2 * 64)
    }

    @Test("So does one that waits for a source which has nothing to give")
    func waiting() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let ended = Counter()
        continuation.onTermination = { _ in ended.increment() }
        let iteration = Task {
            for try await _ in try ReceiptVerifier(policy: Subject.policy())
                .verdicts(on: stream, at: Subject.now, maximumConcurrentTasks: 2)
            {}
        }
        try await Task.sleep(nanoseconds: 20_000_000)
        iteration.cancel()
        await #expect(throws: CancellationError.self) { try await iteration.value }
        #expect(try await eventually { ended.count == 1 })
    }

    @Test("It does not wait for the receipt in hand")
    func atOnce() async throws {
        let begun = Counter()
        let mayEnd = Counter()
        let ended = Counter()
        let iteration = Task {
            let verdicts = try ReceiptVerifier(policy: Subject.policy())
                .verdicts(on: 0..<1, maximumConcurrentTasks: 1) { _ throws(VerificationError) in
                    begun.increment()
                    for _ in 0..<3_000 where mayEnd.count == 0 { Thread.sleep(forTimeInterval: 0.01) }
                    ended.increment()
                    throw .signatureInvalid
                }
            for try await _ in verdicts {}
        }
        #expect(try await eventually { begun.count == 1 })
        iteration.cancel()
        await #expect(throws: CancellationError.self) { try await iteration.value }
        #expect(ended.count == 0)
        mayEnd.increment()
        #expect(try await eventually { ended.count == 1 })
    }

    @Test("A task that is cancelled before it begins reads nothing")
    func cancelledBefore() async throws {
        let source = CountedSource(end: 100)
        let iteration = Task {
            while !Task.isCancelled { await Task.yield() }
            for try await _ in try Self.verdicts(source, Witness()) {}
        }
        iteration.cancel()
        await #expect(throws: CancellationError.self) { try await iteration.value }
        #expect(source.counter.count == 0)
    }

    @Test("A complete iteration leaves nothing behind", arguments: [0, 1, 1_000])
    func complete(_ count: Int) async throws {
        weak var witness: Witness?
        do {
            let strong = Witness()
            witness = strong
            var taken = 0
            for try await _ in try Self.verdicts(CountedSource(end: count), strong) { taken += 1 }
            #expect(taken == count)
            #expect(strong.verified.count == count)
        }
        #expect(try await eventually { witness == nil })
    }
}
