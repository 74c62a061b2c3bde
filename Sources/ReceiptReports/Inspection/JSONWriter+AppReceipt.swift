internal import ReceiptFields

extension JSONWriter {
    /// For very long receipts: `drain`, asked behind every purchase, may hand out what was written so far.
    mutating func receipt(_ receipt: AppReceipt, drain: (inout JSONWriter) throws -> Void) rethrows {
        try object { json in
            receipt.writeMembersBeforePurchases(to: &json)
            json.name("purchases")
            try json.array(receipt.purchases) { json, purchase in
                json.object(purchase)
                try drain(&json)
            }
            receipt.writeMembersBehindPurchases(to: &json)
        }
    }
}
