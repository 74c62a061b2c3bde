internal import ReceiptEssentials
internal import ReceiptFields

/// Writes responses for transaction receipts of iOS 6. They contain the signed pairs, all of them strings, under their keys with `_`
/// instead of `-`. Such a response names no environment, and its `latest_receipt_info` is an object, while for app receipts that member is
/// an array.
extension AppleJSON {
    /// Writes the whole response, and returns its status: 21006 for a subscription whose period has ended.
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
