import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("Verdicts on many receipts")
struct VerdictsTests {
    /// Good ones, rejected ones, and bytes that are none, so that each gets the verdict it would get alone.
    static let receipts: [[UInt8]] = {
        do {
            let good = try TestAuthority.standard.sign(Subject.receipt)
            let sandbox = try TestAuthority.standard.sign(Subject.receipt.with { $0.environment = .sandbox })
            let forged = try TestAuthority.standard.sign(Subject.receipt, defects: [.named("developer-certificate")])
            let kinds: [[UInt8]] = [good, sandbox, good, forged, [], good, Array(good.dropLast()), [1, 2, 3]]
            return (0..<repetitions(400, sample: 160)).map { number in kinds[(number * 7 + number / 8) % kinds.count] }
        } catch { return [] }
    }()

    private struct Verdict<Element> {
        let index: Int
        let element: Element
        let result: Result<VerifiedReceipt, VerificationError>
    }

    private let verifier: ReceiptVerifier
    private let expected: [Result<VerifiedReceipt, VerificationError>]

    init() throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        self.verifier = verifier
        expected = Self.receipts.map { receipt in
            Result { () throws(VerificationError) in try verifier.verify(receipt, at: Subject.now) }
        }
    }

    private nonisolated(nonsending) func all<Receipts: AsyncSequence & Sendable>(
        _ receipts: Receipts, tasks: Int
    ) async throws -> [Verdict<[UInt8]>] where Receipts.Element == [UInt8] {
        var all: [Verdict<[UInt8]>] = []
        try await verdicts(on: receipts, tasks: tasks) { all.append($0) }
        return all
    }

    private nonisolated(nonsending) func verdicts<Receipts: AsyncSequence & Sendable>(
        on receipts: Receipts, tasks: Int, handle: (Verdict<[UInt8]>) async throws -> Void
    ) async throws where Receipts.Element == [UInt8] {
        try await verifier.verdicts(on: receipts, maximumConcurrentTasks: tasks) {
            verifier, receipt throws(VerificationError) in
            try verifier.verify(receipt, at: Subject.now)
        } handle: { index, element, result in
            try await handle(Verdict(index: index, element: element, result: result))
        }
    }

    @Test("The receipts are of all kinds")
    func kinds() {
        #expect(Set(expected.map { if case .failure(let error) = $0 { error.code } else { "verified" } }).count == 6)
    }

    @Test("are those that each gets alone, in the order of the receipts", arguments: [-1, 0, 1, 2, 7, 5_000])
    func inputOrder(_ tasks: Int) async throws {
        let verdicts = try await all(AsyncElements(base: Self.receipts), tasks: tasks)
        #expect(verdicts.map(\.index) == Array(0..<Self.receipts.count))
        #expect(verdicts.map(\.element) == Self.receipts)
        #expect(verdicts.map(\.result) == expected)
    }

    @Test("are as many as there are receipts", arguments: [0, 1, 15, 16, 17, 127, 128, 129])
    func counts(_ count: Int) async throws {
        let verdicts = try await all(AsyncElements(base: Self.receipts.prefix(count)), tasks: 2)
        #expect(verdicts.map(\.index) == Array(0..<count))
    }

    @Test("come from receipts that arrive, and from what belongs to them")
    func asynchronous() async throws {
        let stream = AsyncStream { continuation in
            for receipt in Self.receipts { continuation.yield(receipt) }
            continuation.finish()
        }
        #expect(try await all(stream, tasks: 2).map(\.result) == expected)
        let rows = Self.receipts.map { Row(receipt: Data($0).base64EncodedString(), received: Subject.now) }
        var verdicts: [Verdict<Row>] = []
        try await verifier.verdicts(on: rows, maximumConcurrentTasks: 2) { verifier, row throws(VerificationError) in
            try verifier.verify(base64: row.receipt, at: row.received)
        } handle: { index, element, result in
            verdicts.append(Verdict(index: index, element: element, result: result))
        }
        #expect(zip(verdicts, expected).allSatisfy { ($0.result == $1) || $0.element.receipt.count < 8 })
        #expect(verdicts.map(\.element.receipt) == rows.map(\.receipt))
    }

    private struct Row: Sendable {
        let receipt: String
        let received: Date
    }

    @Test("A receipt that arrives alone is not kept waiting for others", arguments: [1, 2])
    func alone(_ tasks: Int) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        continuation.yield(Self.receipts[0])
        var count = 0
        try await verdicts(on: stream, tasks: tasks) { verdict in
            #expect(verdict.result == expected[count])
            count += 1
            if count < 5 { continuation.yield(Self.receipts[count]) } else { continuation.finish() }
        }
        #expect(count == 5)
    }

    @Test("Nor are several, whether they fill a chunk or not, while the source waits", arguments: [2, 16, 17, 100])
    func severalAlone(_ count: Int) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        for receipt in Self.receipts.prefix(count) { continuation.yield(receipt) }
        var handled = 0
        try await verdicts(on: stream, tasks: 2) { verdict in
            #expect(verdict.result == expected[handled])
            handled += 1
            if handled == count { continuation.finish() }
        }
        #expect(handled == count)
    }

    @Test("are handed over where the caller runs")
    @MainActor
    func isolation() async throws {
        try await verdicts(on: AsyncElements(base: Self.receipts), tasks: 2) { _ in MainActor.preconditionIsolated() }
    }

    private struct Broken: Error, Equatable {}

    @Test("What the receipts throw comes behind the verdicts on those before")
    func throwingSource() async throws {
        var indices: [Int] = []
        await #expect(throws: Broken()) {
            try await verdicts(on: BrokenSource(count: 100), tasks: 2) { indices.append($0.index) }
        }
        #expect(indices == Array(0..<100))
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

    @Test("Each call reads the receipts for itself, and several run at once on one verifier")
    func severalCalls() async throws {
        let receipts = AsyncElements(base: Self.receipts)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { [expected] in try await all(receipts, tasks: 2).map(\.result) == expected }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }
}
