import Foundation
import ReceiptKit
import ReceiptKitTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// No input costs much more than an honest receipt of its size, verified by a verifier that has seen nothing yet.
package enum CostRule {
    /// How many times as much. Tests hold inputs that are known to 2; among those that are made up here, measured once and on a
    /// busy machine, this much is a find.
    private static let most = 4

    /// 2026-01-01T00:00:00Z
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    /// Bytes of honest receipts, each with the microseconds that verifying it takes, the smallest first.
    private static let honest: [(size: Int, cost: Int)] = {
        do {
            let policy = try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked,
                trust: try .roots([TestAuthority.standard.rootCertificate]))
            return try [0, 2, 40, 160, 640].map { count in
                let bytes = try TestAuthority.standard.sign(receipt(count))
                return (bytes.count, fastest(20) { _ = try? ReceiptVerifier(policy: policy).verify(bytes, at: now) })
            }
        } catch { failed("the test kit: \(error)") }
    }()

    private static func receipt(_ purchases: Int) -> TestReceipt {
        var receipt = TestReceipt(bundleIdentifier: "com.example.app", creationDate: .utc(2024, 5, 1, 12))
        if purchases == 0 { return receipt }
        receipt.purchases = TestPurchase.subscription(
            "com.example.app.monthly", from: .utc(2012, 2, 29), every: .days(1), periods: purchases,
            transactionID: "410000000000001")
        return receipt
    }

    /// Measures honest receipts, so that no input waits for it.
    package static func prepare() { _ = honest.count }

    /// Does the work, which must cost no more than the rule allows an input of so many bytes.
    package static func held<T>(_ size: Int, _ work: () -> T) -> T {
        let start = clock()
        let result = work()
        let first = Int(clock() - start)
        let allowed = allowed(size)
        if first > allowed {
            // The machine may have been busy with something else. That makes one measurement wrong, but not fifty.
            let cost = fastest(50) { _ = work() }
            require(cost <= allowed, "\(size) bytes take \(cost) µs, and may take \(allowed)")
        }
        return result
    }

    /// Between two sizes that were measured, the line through both.
    private static func allowed(_ size: Int) -> Int {
        let upper = honest.firstIndex { $0.size >= size } ?? honest.count - 1
        guard upper > 0 else { return honest[0].cost * most }
        let (a, b) = (honest[upper - 1], honest[upper])
        let share = Double(min(size, b.size) - a.size) / Double(b.size - a.size)
        return Int((Double(a.cost) + share * Double(b.cost - a.cost)) * Double(most))
    }

    /// Microseconds of processor time, the least of several measurements.
    private static func fastest(_ rounds: Int, _ work: () -> Void) -> Int {
        var least = Int.max
        for _ in 0..<rounds {
            let start = clock()
            work()
            least = min(least, Int(clock() - start))
        }
        return least
    }
}
