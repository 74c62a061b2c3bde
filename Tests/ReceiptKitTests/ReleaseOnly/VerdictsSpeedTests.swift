import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Figures that a release build prints; other work on the machine spoils them, so nothing is demanded.
@Suite("Speed of many", .serialized, .enabled(if: isReleaseBuild, "figures of a debug build say nothing"))
struct VerdictsSpeedTests {
    @Test("Two tasks beside one, and one beside a plain loop")
    func tasks() async throws {
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let receipt = try TestAuthority.standard.sign(Subject.receipt)
        let receipts = Array(repeating: receipt, count: 20_000)
        var best: [Int: Double] = [:]
        for _ in 0..<5 {
            for tasks in [0, 1, 2] {
                let start = Date()
                if tasks == 0 {
                    for receipt in receipts { _ = try verifier.verify(receipt, at: Subject.now) }
                } else {
                    try await verifier.verdicts(on: receipts, maximumConcurrentTasks: tasks) {
                        verifier, receipt throws(VerificationError) in
                        try verifier.verify(receipt, at: Subject.now)
                    } handle: { _, _, result in
                        _ = try result.get()
                    }
                }
                let time = Date().timeIntervalSince(start) / Double(receipts.count) * 1e6
                best[tasks] = min(best[tasks] ?? .infinity, time)
            }
        }
        let (loop, one, two) = (best[0] ?? 0, best[1] ?? 0, best[2] ?? 1)
        print("speed: verify many, µs each: loop \(loop), 1 task \(one), 2 tasks \(two)")
        print("speed: 2 tasks beside 1 \(one / two), beside the loop \(loop / two)")
    }
}
