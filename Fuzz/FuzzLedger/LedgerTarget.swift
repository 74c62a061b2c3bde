import Foundation
import FuzzSupport
import LedgerModel
import ReceiptFields
@_spi(Testing) import ReceiptKit

/// Ledgers from evidence made up from the input, with few products, transactions and dates so that they conflict:
/// receipts only, or all kinds, or, depending on the first byte, raw payloads of receipts.
enum LedgerTarget: FuzzTarget {
    static func syntax(_ first: UInt8) -> InputSyntax? { first & 1 == 1 ? .der(from: 1) : nil }

    static func run(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let rest = Array(input.dropFirst())
        let evidence =
            switch mode & 3 {
            case 0: alike(Payloads.madeUp(rest).map(madeUp))
            case 2: Pieces.madeUp(rest)
            default: alike(Payloads.split(rest).compactMap { try? AppReceipt(payload: $0) })
            }
        if evidence.isEmpty { return }
        let number = checksum(input)
        let merged = Merging.check(evidence, number)
        Rules.check(merged)
        let model = LedgerModel(evidence, isXcode: merged.environment == .xcode)
        Answers.check(merged, model, number)
        if number % 8 == 0 { json(merged) }
    }

    private static func madeUp(_ payload: [UInt8]) -> AppReceipt {
        do throws(FormatError) {
            return try AppReceipt(payload: payload)
        } catch { failed("made up, but not decoded: \(error)") }
    }

    /// Returns receipts of one app and environment with few purchases, so that inputs stay fast.
    private static func alike(_ receipts: [AppReceipt]) -> [VerifiedEvidence] {
        guard let first = receipts.first else { return [] }
        return receipts.filter {
            $0.bundleIdentifier.utf8.elementsEqual(first.bundleIdentifier.utf8) && $0.environment == first.environment
                && $0.purchases.count <= 24
        }.map { Authority.believed(.appReceipt($0)) }
    }

    private static func json(_ ledger: PurchaseLedger) {
        do { _ = try JSONEncoder().encode(ledger) } catch { failed("\(error)") }
    }
}
