package import BenchmarkCases
import Foundation
import OpenSSLBaseline
import ReceiptKit
import ReceiptKitTesting

/// OpenSSL's CMS_verify with chain validation, on the same receipts. The root is read once; each operation reads and
/// verifies the receipt and copies its content. It decodes no attributes and checks neither app nor device.
package enum OpenSSLCases {
    package static let all: [BenchmarkCase] =
        [2, 12, 187].map { count in
            BenchmarkCase(
                "openssl-verify-\(count)", "OpenSSL `CMS_verify`, \(count) purchases", purchases: count, counted: 20
            ) { inputs in
                try work(
                    try inputs.receipt(count), root: try inputs.root(),
                    created: .utc(2024, 5, 1, 12))
            }
        } + RealCases.purchaseCounts.map(real)

    private static func real(_ count: Int) -> BenchmarkCase {
        BenchmarkCase(
            "openssl-real-verify-\(count)", "OpenSSL `CMS_verify`, real, \(count) purchases", purchases: count,
            counted: 20
        ) { _ in
            let receipt = try RealCases.receipt(count)
            let signed = try UnverifiedReceipt(receipt)
            // Apple puts its root last. ReceiptKit has the root built in; here it is only loaded.
            guard let root = signed.certificates.last else { throw UnexpectedOutcome("no certificate") }
            return try work(receipt, root: root, created: try signed.unverified.creationDate)
        }
    }

    private static func work(_ receipt: [UInt8], root: [UInt8], created: Date) throws -> PreparedWork {
        let time = Int64(created.timeIntervalSince1970)
        guard let baseline = unsafe openssl_baseline_new(root, root.count, time) else {
            throw UnexpectedOutcome("OpenSSL does not read the root")
        }
        let owner = unsafe Owner(baseline)
        let expected = try UnverifiedReceipt(receipt).content.count
        return PreparedWork(inputSize: receipt.count) {
            guard unsafe openssl_baseline_verify(owner.baseline, receipt, receipt.count) == expected else {
                throw UnexpectedOutcome("OpenSSL rejects: \(reason)")
            }
        }
    }

    private static var reason: String {
        guard let text = unsafe openssl_baseline_reason() else { return "unknown" }
        return unsafe String(cString: text)
    }

    /// The library's name and version.
    package static var version: String { unsafe String(cString: openssl_baseline_version()) }

    /// Frees memory that C allocated.
    @safe
    private final class Owner {
        let baseline: OpaquePointer

        init(_ baseline: OpaquePointer) { unsafe self.baseline = baseline }

        deinit { unsafe openssl_baseline_free(baseline) }
    }
}
