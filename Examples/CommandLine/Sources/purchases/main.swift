import Foundation
import ReceiptKit

// purchases FILE… [ROOT.cer…]: prints the purchases of one customer.
// Root certificates replace Apple's, for tests.
let arguments = CommandLine.arguments.dropFirst()
let roots = arguments.filter { $0.hasSuffix(".cer") }
let files = arguments.filter { !$0.hasSuffix(".cer") }

func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

do {
    let trust: TrustStore =
        roots.isEmpty ? .appStore : try .roots(roots.map(read))
    // Only you know the app and the device. Write the app into the
    // code. A program without a device says so.
    let verifier = ReceiptVerifier(
        policy: ReceiptPolicy(
            bundleIdentifier: "com.example.app", device: .unchecked,
            trust: trust))
    let now = Date()
    let evidence = try files.map { file in
        try verifier.verify(evidence: read(file), at: now)
    }
    let ledger = try PurchaseLedger(merging: evidence)
    let products = Set(ledger.purchases.map(\.productID))
    for product in products.sorted() {
        // Granted, denied with a reason, or undetermined: then ask
        // Apple.
        print(product, ledger.access(to: product, at: now))
    }
} catch let error as VerificationError {
    // Log both. Don't tell a client why: attackers learn from it.
    print("rejected: \(error.code): \(error)")
    exit(1)
} catch {
    print("failed: \(error)")
    exit(2)
}
