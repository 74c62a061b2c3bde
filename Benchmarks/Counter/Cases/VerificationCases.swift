package import Foundation
package import ReceiptKit
import ReceiptKitTesting

/// Verification with a full policy: warm, with the signer's chain in the cache, and cold, like the first receipt of a
/// process.
public enum VerificationCases {
    static let all: [BenchmarkCase] =
        [2, 12, 187].flatMap { [verify($0), verify($0, isCold: true)] }
        + [verify(2, digest: .sha1), verify(187, digest: .sha1), verify(5_000), verify(20_000), anyDevice]

    /// 2026-01-01T00:00:00Z
    package static let now = Date(timeIntervalSince1970: 1_767_225_600)

    /// The policy that the test kit's receipts satisfy.
    package static func policy(_ inputs: Inputs, device: DeviceRequirement = device) throws -> ReceiptPolicy {
        try ReceiptPolicy(
            bundleIdentifiers: [Inputs.app], device: device,
            trust: .roots([inputs.root()]))
    }

    package static let device: DeviceRequirement = [.identifierForVendor(TestReceipt.exampleIdentifierForVendor)]

    private static func verify(_ count: Int, digest: TestDigest = .sha256, isCold: Bool = false) -> BenchmarkCase {
        let hash = digest == .sha1 ? "-sha1" : ""
        return BenchmarkCase(
            "verify-\(count)\(hash)\(isCold ? "-cold" : "")",
            "Verify, \(grouped(count)) purchases, \(digest == .sha1 ? "SHA-1, " : "")\(isCold ? "cold" : "warm")",
            purchases: count, counted: count > 1_000 ? 1 : 20
        ) { inputs in
            try work(try inputs.receipt(count, digest: digest), try policy(inputs), isCold: isCold)
        }
    }

    /// The same as `verify-2` without the device. The difference is the cost of the device hash.
    private static let anyDevice = BenchmarkCase(
        "verify-2-any-device", "Verify, 2 purchases, warm, device unchecked", purchases: 2, counted: 20
    ) { inputs in
        try work(try inputs.receipt(2), try policy(inputs, device: .unchecked), isCold: false)
    }

    /// The same verification on several threads, as on a server: one shared verifier, and a different receipt for each
    /// thread. Optionally, each thread has its own verifier, which shows how much a second thread adds on this machine.
    public static func threads(
        _ threads: Int, _ count: Int, areApart: Bool, _ inputs: Inputs
    ) throws -> [PreparedWork] {
        let receipt = try inputs.receipt(count)
        let policy = try policy(inputs)
        let verifier = ReceiptVerifier(policy: policy)
        return (0..<threads).map { _ in
            let own = receipt.map { $0 }
            let verifier = areApart ? ReceiptVerifier(policy: policy) : verifier
            return PreparedWork(inputSize: own.count) { blackHole(try verifier.verify(own, at: now)) }
        }
    }

    static func work(_ receipt: [UInt8], _ policy: ReceiptPolicy, isCold: Bool) throws -> PreparedWork {
        if isCold {
            return PreparedWork(inputSize: receipt.count) {
                blackHole(try ReceiptVerifier(policy: policy).verify(receipt, at: now))
            }
        }
        let verifier = ReceiptVerifier(policy: policy)
        _ = try verifier.verify(receipt, at: now)
        return PreparedWork(inputSize: receipt.count) { blackHole(try verifier.verify(receipt, at: now)) }
    }
}
