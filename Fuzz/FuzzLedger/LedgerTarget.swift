import Foundation
import FuzzSupport
import LedgerModel
import ReceiptFields
import ReceiptKit

/// The ledger of receipts whose rows the input makes up, from few products, transactions and dates so that they clash; or, by
/// the first byte, of payloads.
enum LedgerTarget: FuzzTarget {
    static func derOffset(_ first: UInt8) -> Int? { first & 1 == 1 ? 1 : nil }

    static func run(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let rest = Array(input.dropFirst())
        let payloads = mode & 1 == 1 ? Payloads.split(rest) : Payloads.madeUp(rest)
        let receipts = payloads.compactMap { payload in
            let receipt = attempt { () throws(FormatError) in try AppReceipt(payload: payload) }
            if mode & 1 == 0, case .failure(let error) = receipt { failed("made up, but not decoded: \(error)") }
            return try? receipt.get()
        }
        guard let first = receipts.first else { return }
        // The model is slower than quadratic.
        let alike = receipts.filter {
            $0.bundleIdentifier.utf8.elementsEqual(first.bundleIdentifier.utf8) && $0.environment == first.environment
                && $0.purchases.count <= 24
        }
        if alike.isEmpty { return }
        let evidence = alike.map { Authority.believed($0).evidence }
        let number = checksum(input)
        let merged = Merging.check(evidence, number)
        let model = LedgerModel(
            alike.flatMap { receipt in receipt.purchases.map { ModelRow($0, told: receipt.creationDate) } },
            receiptDate: alike.map { $0.creationDate.timeIntervalSince1970.rounded(.down) }.max() ?? 0,
            isXcode: first.environment == .xcode)
        Rules.check(merged, model)
        Answers.check(merged, model, number)
        if number % 8 == 0 { json(merged) }
    }

    private static func json(_ ledger: PurchaseLedger) {
        do { _ = try JSONEncoder().encode(ledger) } catch { failed("\(error)") }
    }
}
