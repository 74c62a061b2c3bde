import ReceiptInspection
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

extension HostileCostTests {
    /// 4 MiB, as `receipt-server` takes at most. They take turns, so that a moment in which the machine is slow hits both.
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
        func judge(_ body: [UInt8]) -> String { LedgerVerdict(of: body, by: verifier, at: .utc(2025, 6, 1)).word }
        #expect(judge(all) == "verified")
        let clock = ContinuousClock()
        var (together, alone) = (Duration.seconds(1_000), Duration.seconds(1_000))
        for _ in 0..<7 {
            together = min(together, clock.measure { _ = judge(all) })
            alone = min(alone, clock.measure { for body in each { _ = judge(body) } })
        }
        print("hostile cost: 1,000 pieces, \(all.count) bytes: \(together / alone) of the same one by one")
        #expect(together <= alone)
    }
}
