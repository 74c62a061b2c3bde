import Foundation
import ReceiptKit

// purchases FILE BUNDLE-ID [ROOT] prints the purchases in a receipt. For tests, ROOT is a certificate to trust instead of Apple's.
let arguments = CommandLine.arguments
guard arguments.count == 3 || arguments.count == 4 else {
    complain("usage: purchases FILE BUNDLE-ID [ROOT]")
    exit(64)
}

func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

do {
    var trust = TrustStore.appStore
    if arguments.count == 4 {
        trust = try .roots([[UInt8](Data(contentsOf: URL(fileURLWithPath: arguments[3])))])
    }
    let policy = try ReceiptPolicy(
        bundleIdentifiers: [arguments[2]], device: .unchecked, environments: [.production, .sandbox], trust: trust)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
    let receipt = try ReceiptVerifier(policy: policy).verify(bytes, at: Date())
    for purchase in try PurchaseLedger(merging: [receipt]) {
        print(purchase.purchaseDate, purchase.productID, purchase.revocationDate == nil ? "" : "(refunded)")
    }
} catch let error as VerificationError {
    complain("rejected: \(error.code): \(error)")
    exit(1)
} catch {
    complain(error.localizedDescription)
    exit(66)
}
