import Foundation
import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import TestSupport
import Testing

extension HostileCostTests {
    /// 4 MiB is the maximum for `receipt-server`. They take turns, so that a slow moment of the machine affects both.
    @Test("A list of 1,000 pieces of evidence takes no longer than the same pieces one by one")
    func list() throws {
        var texts: [String] = []
        for number in 0..<1_000 {
            var transaction = TestTransaction(
                .nonConsumable(
                    "com.example.level\(number)", on: .utc(2024, 1, 1), transactionID: "\(420_000_000_000_000 + number)"
                ))
            transaction.signedDate = .utc(2025, 1, 1)
            texts.append("\"\(try TestAuthority.standard.sign(transaction))\"")
        }
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked,
                trust: .roots(TestAuthority.standard.rootCertificates)))
        func body(_ pieces: ArraySlice<String>) -> [UInt8] {
            Array("{\"evidence\":[\(pieces.joined(separator: ","))]}".utf8)
        }
        let all = body(texts[...])
        let each = texts.indices.map { body(texts[$0...$0]) }
        func answer(_ body: [UInt8]) -> String { LedgerVerdict(of: body, by: verifier, at: .utc(2025, 6, 1)).word }
        #expect(answer(all) == "verified")
        let clock = ContinuousClock()
        var (together, alone) = (Duration.seconds(1_000), Duration.seconds(1_000))
        for _ in 0..<7 {
            together = min(together, clock.measure { _ = answer(all) })
            alone = min(alone, clock.measure { for body in each { _ = answer(body) } })
        }
        print("hostile cost: 1,000 pieces, \(all.count) bytes: \(together / alone) of the same one by one")
        #expect(together <= alone)
    }

    /// The piece that doesn't belong is last, after a receipt with thousands of purchases.
    @Test("A list with a piece that doesn't belong takes at most 1.2 times as long as the same list without it")
    func mismatch() throws {
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked, environments: [.production, .sandbox],
                trust: .roots(TestAuthority.standard.rootCertificates)))
        func text(_ environment: TestEnvironment) throws -> String {
            var transaction = TestTransaction(.nonConsumable("com.example.level", on: .utc(2024, 1, 1)))
            transaction.signedDate = .utc(2025, 1, 1)
            transaction.environment = environment
            return "\"\(try TestAuthority.standard.sign(transaction))\""
        }
        let receipt = try BulkReceipt.honest(size: 1_550_000)
        let production = try text(.production)
        let pieces =
            ["\"\(Data(receipt).base64EncodedString())\""] + Array(repeating: production, count: 440)
        func body(_ pieces: [String]) -> [UInt8] { Array("{\"evidence\":[\(pieces.joined(separator: ","))]}".utf8) }
        let honest = body(pieces)
        let mixed = body(pieces + [try text(.sandbox)])
        func answer(_ body: [UInt8]) -> LedgerVerdict { LedgerVerdict(of: body, by: verifier, at: .utc(2026, 1, 1)) }
        #expect(answer(honest).word == "verified")
        guard case .mismatch(.environmentMismatch(.production, other: .sandbox), index: 441) = answer(mixed) else {
            Issue.record("\(answer(mixed))")
            return
        }
        let clock = ContinuousClock()
        var times = (mixed: Duration.seconds(1_000), honest: Duration.seconds(1_000))
        for _ in 0..<7 {
            times.mixed = min(times.mixed, clock.measure { _ = answer(mixed) })
            times.honest = min(times.honest, clock.measure { _ = answer(honest) })
        }
        print("hostile cost: 442 pieces, one doesn't belong: \(times.mixed / times.honest) of the others alone")
        #expect(times.mixed <= times.honest * 1.2)
    }
}
