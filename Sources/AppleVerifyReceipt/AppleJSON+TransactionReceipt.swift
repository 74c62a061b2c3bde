internal import ReceiptEssentials
internal import ReceiptFields

/// IOS 6 transaction receipts: the pairs that were signed, all of them texts, under their keys with `_` for `-`. An answer names no
/// environment, and info is an object where app receipts have an array.
extension AppleJSON {
    /// The whole answer, and its number: 21006 for a subscription whose period is over.
    mutating func answer(
        _ receipt: TransactionReceiptPayload, to request: VerifyReceiptRequest, at now: Date
    ) -> Int {
        bytes.reserveCapacity(500 + request.receiptData.count + receipt.propertyList.count * 2)
        let hasExpired = receipt.expirationDate.map { $0 < now } ?? false
        let status = hasExpired ? 21006 : 0
        raw("{\"status\":")
        digits(Int64(status))
        line("receipt")
        let start = bytes.count
        for (place, member) in receipt.members.enumerated() {
            raw(place == 0 ? "{" : ", ")
            text(String(member.key.map { $0 == "-" ? "_" : $0 }))
            raw(":")
            text(member.value)
        }
        raw("}")
        let info = start..<bytes.count
        if receipt.expirationDate != nil {
            line(hasExpired ? "latest_expired_receipt_info" : "latest_receipt_info")
            again(info)
            if !hasExpired { latestReceipt(request.receiptData) }
        }
        raw("}")
        return status
    }
}
