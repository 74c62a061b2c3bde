import Foundation
import FuzzSupport
import ReceiptKit
import ReceiptKitTesting

/// The test authority, with expensive signatures made once.
enum Authority {
    static let now = Date(timeIntervalSince1970: 1_767_225_600)
    static let app = "com.example.app"

    static let verifier: ReceiptVerifier = made {
        let standard = TestAuthority.standard
        var policy = try ReceiptPolicy(
            bundleIdentifiers: [app], device: .unchecked,
            trust: .roots([standard.rootCertificate], intermediates: standard.transactionReceiptIssuers))
        policy.transactionReceipts = .acceptedWithUnsignedEnvironment
        return ReceiptVerifier(policy: policy)
    }

    private static let examples: [TestIssuedTransactionReceipt] = made {
        try TestTransactionReceiptVersion.allCases.map {
            try TestAuthority.standard.issue(TestTransactionReceipt(version: $0))
        }
    }

    /// The content digests of the seeds' signed receipts, as receipts that claim production.
    static let signed = Set(
        examples.map {
            let content = ContentDigest(of: [$0.receipt.version.number] + $0.purchaseInfo)
            return ContentDigest(of: Array("transactionReceipt\0".utf8) + content.bytes + Array("Production".utf8))
        })

    /// Returns a receipt with this content and a valid signature.
    static func sign(_ purchaseInfo: [UInt8], _ choice: Int) -> [UInt8] {
        made {
            let example = examples[choice % examples.count]
            let version = example.receipt.version
            var signature = example.signature
            signature.signature = try example.chain.signer.key.signature(
                over: [version.number] + purchaseInfo, digest: version.digest)
            var list = example.list
            list.set("signature", TestText.base64(signature.bytes))
            list.set("purchase-info", TestText.base64(purchaseInfo))
            return list.bytes
        }
    }

    private static func made<T>(_ make: () throws -> T) -> T {
        do { return try make() } catch { failed("the test kit: \(error)") }
    }
}
