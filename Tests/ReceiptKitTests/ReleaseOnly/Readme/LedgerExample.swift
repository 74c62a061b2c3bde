import Foundation
import ReceiptKit

func access(_ receipt: VerifiedReceipt, now: Date) throws -> String {
    // Oldest first, each purchase once.
    let ledger = try PurchaseLedger(merging: [receipt])
    if ledger.isEntitled(to: "com.example.pro", at: now) {
        return "owned"
    }
    switch ledger.state(of: "com.example.monthly", at: now) {
    case .active(let end?, _): return "until \(end)"
    case .expired(let date, _): return "expired on \(date)"
    case .revoked: return "refunded"
    default: return "not a customer"
    }
}
