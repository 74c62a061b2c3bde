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

/// No input may cost much more than an honest receipt of its size, both verified by a new verifier.
package enum CostRule {
    /// The maximum ratio. Tests allow a ratio of 2 for known inputs. Fuzzing measures each input only once, on a busy
    /// machine, so only a ratio above this value is a finding.
    private static let most = 4

    /// 2026-01-01T00:00:00Z
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    /// Sizes of honest receipts, each with the microseconds that verifying it takes, the smallest first.
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

    /// Measures honest receipts in advance, so that no input has to wait for it.
    package static func prepare() { _ = honest.count }

    /// Runs the work, and checks that it costs no more than allowed for an input of this size.
    package static func held<T>(_ size: Int, _ work: () -> T) -> T {
        let start = clock()
        let result = work()
        let first = Int(clock() - start)
        let allowed = allowed(size)
        if first > allowed {
            // The machine may have been busy. That can spoil one measurement, but not fifty.
            let cost = fastest(50) { _ = work() }
            require(cost <= allowed, "\(size) bytes take \(cost) µs, and may take \(allowed)")
        }
        return result
    }

    /// Interpolates between two measured sizes.
    private static func allowed(_ size: Int) -> Int {
        let upper = honest.firstIndex { $0.size >= size } ?? honest.count - 1
        guard upper > 0 else { return honest[0].cost * most }
        let (a, b) = (honest[upper - 1], honest[upper])
        let share = Double(min(size, b.size) - a.size) / Double(b.size - a.size)
        return Int((Double(a.cost) + share * Double(b.cost - a.cost)) * Double(most))
    }

    /// Returns processor time in microseconds, as the minimum of several measurements.
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
