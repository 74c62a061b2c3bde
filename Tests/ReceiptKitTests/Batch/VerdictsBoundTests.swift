import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// What is held and for how long, with a source that counts and a verification that fails at once, or waits.
@Suite("Verdicts hold little", .serialized)
struct VerdictsBoundTests {
    private static let window = 64

    private let verifier: ReceiptVerifier

    init() throws { verifier = ReceiptVerifier(policy: try Subject.policy()) }

    @Test(
        "No more receipts are read than are held, while the loop's body is busy",
        arguments: [VerdictOrder.input, .completion], [1, 3])
    func slowConsumer(_ order: VerdictOrder, _ tasks: Int) async throws {
        let source = CountedSource(end: 100_000)
        var taken = 0
        for try await _ in verifier.verdicts(
            on: source, maximumConcurrentTasks: tasks, order: order,
            verify: { _ throws(VerificationError) in throw .signatureInvalid })
        {
            taken += 1
            // The receipt of the verdict in hand, and those that are held besides.
            let read = source.counter.count
            #expect(read <= taken + tasks * Self.window)
            if taken.isMultiple(of: 100) {
                let most = try await settled { source.counter.count }
                #expect(most <= taken + tasks * Self.window)
                #expect(most > taken)
            }
            if taken == 500 { break }
        }
    }

    @Test("Nor while the first receipt takes long and the order is kept")
    func slowReceipt() async throws {
        let source = CountedSource(end: 10_000)
        let readMeanwhile = Counter()
        let verdicts = verifier.verdicts(on: source, maximumConcurrentTasks: 2) {
            number throws(VerificationError) in
            if number == 0 {
                block(until: { source.counter.count >= 2 * Self.window })
                Thread.sleep(forTimeInterval: 0.05)
                readMeanwhile.increment(by: source.counter.count)
            }
            throw .signatureInvalid
        }
        var numbers: [Int] = []
        for try await verdict in verdicts { numbers.append(verdict.element) }
        #expect(numbers == Array(0..<10_000))
        #expect(readMeanwhile.count == 2 * Self.window)
    }

    @Test("As they are ready, verdicts do not wait for the one that takes long")
    func overtaking() async throws {
        let verified = Counter()
        let verdicts = verifier.verdicts(on: 0..<1_000, maximumConcurrentTasks: 2, order: .completion) {
            number throws(VerificationError) in
            if number == 0 { block(until: { verified.count > 900 }) }
            verified.increment()
            throw .signatureInvalid
        }
        var numbers: [Int] = []
        for try await verdict in verdicts { numbers.append(verdict.element) }
        #expect(Set(numbers) == Set(0..<1_000))
        #expect((numbers.firstIndex(of: 0) ?? 0) > 500)
    }

    @Test("Nothing is read before somebody asks")
    func lazy() async throws {
        let source = CountedSource(end: 10)
        let verdicts = verifier.verdicts(on: source, maximumConcurrentTasks: 2) {
            _ throws(VerificationError) in throw .signatureInvalid
        }
        let iterator = verdicts.makeAsyncIterator()
        #expect(try await settled { source.counter.count } == 0)
        withExtendedLifetime(iterator) {}
    }

    @Test("Tasks run at once, and no more than were allowed", arguments: [1, 2])
    func concurrency(_ tasks: Int) async throws {
        let running = Mutexed()
        let expected = min(tasks, ProcessInfo.processInfo.activeProcessorCount)
        let verdicts = verifier.verdicts(on: 0..<200, maximumConcurrentTasks: tasks) {
            number throws(VerificationError) in
            running.enter()
            defer { running.leave() }
            // The first waits for the other, which may have to wait for another test's thread.
            if number == 0 { block { running.most >= expected } }
            throw .signatureInvalid
        }
        for try await _ in verdicts {}
        #expect(running.most == expected)
    }
}

/// How many are inside at once.
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
