import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("Verdicts on many receipts")
struct VerdictsTests {
    /// Good ones, refused ones, and bytes that are none, so that each gets the verdict it would get alone.
    static let receipts: [[UInt8]] = {
        do {
            let good = try TestAuthority.standard.sign(Subject.receipt)
            let sandbox = try TestAuthority.standard.sign(Subject.receipt.with { $0.environment = .sandbox })
            let forged = try TestAuthority.standard.sign(Subject.receipt, defects: [.developerCertificate])
            let kinds: [[UInt8]] = [good, sandbox, good, forged, [], good, Array(good.dropLast()), [1, 2, 3]]
            return (0..<400).map { number in kinds[(number * 7 + number / 8) % kinds.count] }
        } catch { return [] }
    }()

    private let verifier: ReceiptVerifier
    private let expected: [Result<VerifiedReceipt, VerificationError>]

    init() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        self.verifier = verifier
        expected = Self.receipts.map { receipt in
            Result { () throws(VerificationError) in try verifier.verify(receipt, at: Subject.now) }
        }
    }

    private func all<Element>(_ verdicts: ReceiptVerdicts<Element>) async throws -> [ReceiptVerdict<Element>] {
        var all: [ReceiptVerdict<Element>] = []
        for try await verdict in verdicts { all.append(verdict) }
        return all
    }

    @Test("The receipts are of all kinds")
    func kinds() {
        #expect(Set(expected.map { if case .failure(let error) = $0 { error.code } else { "verified" } }).count == 6)
    }

    @Test("are those that each gets alone, in the order of the receipts", arguments: [-1, 0, 1, 2, 7, 5_000])
    func inputOrder(_ tasks: Int) async throws {
        let verdicts = try await all(
            verifier.verdicts(on: Self.receipts, at: Subject.now, maximumConcurrentTasks: tasks))
        #expect(verdicts.map(\.index) == Array(0..<Self.receipts.count))
        #expect(verdicts.map(\.element) == Self.receipts)
        #expect(verdicts.map(\.result) == expected)
    }

    @Test("are the same as they are ready: each once", arguments: [1, 2, 7])
    func completionOrder(_ tasks: Int) async throws {
        let verdicts = try await all(
            verifier.verdicts(
                on: Self.receipts, at: Subject.now, maximumConcurrentTasks: tasks, order: .completion))
        let sorted = verdicts.sorted { $0.index < $1.index }
        #expect(sorted.map(\.index) == Array(0..<Self.receipts.count))
        #expect(sorted.map(\.result) == expected)
    }

    @Test("are as many as there are receipts", arguments: [0, 1, 15, 16, 17, 127, 128, 129])
    func counts(_ count: Int) async throws {
        for order in [VerdictOrder.input, .completion] {
            let verdicts = try await all(
                verifier.verdicts(
                    on: Self.receipts.prefix(count), at: Subject.now, maximumConcurrentTasks: 2, order: order))
            #expect(Set(verdicts.map(\.index)) == Set(0..<count))
        }
    }

    @Test("come from receipts that arrive, and from what belongs to them")
    func asynchronous() async throws {
        let stream = AsyncStream { continuation in
            for receipt in Self.receipts { continuation.yield(receipt) }
            continuation.finish()
        }
        #expect(
            try await all(verifier.verdicts(on: stream, at: Subject.now, maximumConcurrentTasks: 2)).map(\.result)
                == expected)
        let rows = Self.receipts.map { (receipt: Data($0).base64EncodedString(), received: Subject.now) }
        let verdicts = try await all(
            verifier.verdicts(on: rows, maximumConcurrentTasks: 2) { row throws(VerificationError) in
                try verifier.verify(base64: row.receipt, at: row.received)
            })
        #expect(zip(verdicts, expected).allSatisfy { ($0.result == $1) || $0.element.receipt.count < 8 })
        #expect(verdicts.map(\.element.receipt) == rows.map(\.receipt))
    }

    @Test("The example finds whose receipts are refused")
    func example() async throws {
        let archive = AsyncStream { continuation in
            for (index, receipt) in Self.receipts.prefix(20).enumerated() {
                let base64 = Data(receipt).base64EncodedString()
                continuation.yield(StoredReceipt(customer: "\(index)", receipt: base64))
            }
            continuation.finish()
        }
        let refused = try await refusedCustomers(in: archive, verifier, now: Subject.now)
        let wanted = expected.prefix(20).enumerated().compactMap { index, result -> String? in
            if case .failure(let error) = result { "\(index): \(error.code)" } else { nil }
        }
        #expect(refused == wanted)
        #expect(!refused.isEmpty)
    }

    @Test("A receipt that arrives alone is not kept waiting for others", arguments: [VerdictOrder.input, .completion])
    func alone(_ order: VerdictOrder) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        var verdicts = verifier.verdicts(on: stream, at: Subject.now, maximumConcurrentTasks: 2, order: order)
            .makeAsyncIterator()
        for index in 0..<5 {
            continuation.yield(Self.receipts[index])
            #expect(try await verdicts.next()?.result == expected[index])
        }
        continuation.finish()
        #expect(try await verdicts.next() == nil)
        #expect(try await verdicts.next() == nil)
    }

    private struct Broken: Error, Equatable {}

    @Test("What the receipts throw comes behind the verdicts on those before, once")
    func throwingSource() async throws {
        let sent = BrokenSource(count: 100)
        var verdicts = verifier.verdicts(on: sent, at: Subject.now, maximumConcurrentTasks: 2).makeAsyncIterator()
        for index in 0..<100 { #expect(try await verdicts.next()?.index == index) }
        await #expect(throws: Broken()) { try await verdicts.next() }
        #expect(try await verdicts.next() == nil)
    }

    /// Receipts, and then an error.
    private struct BrokenSource: AsyncSequence, Sendable {
        let count: Int

        struct Iterator: AsyncIteratorProtocol {
            var left: Int

            mutating func next() async throws -> [UInt8]? {
                guard left > 0 else { throw Broken() }
                left -= 1
                return VerdictsTests.receipts[0]
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(left: count) }
    }

    @Test("Each iteration reads the receipts for itself, and several run at once on one verifier")
    func severalIterations() async throws {
        let verdicts = verifier.verdicts(on: Self.receipts, at: Subject.now, maximumConcurrentTasks: 2)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { [expected] in try await all(verdicts).map(\.result) == expected }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
