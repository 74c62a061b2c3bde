/// A transaction receipt under construction.
struct TransactionReceiptDraft: DefectDraft {
    enum Layer: Sendable { case receipt, unsigned, signed, list, text }

    let authority: TestAuthority
    var receipt: TestTransactionReceipt
    var chain: TestChain
    var purchaseInfo = TestPropertyList([])
    var signature = TestTransactionReceiptSignature(version: 0, certificate: [])
    /// The key to sign with, or nil for the signer certificate's own.
    var signingKey: TestKey?
    /// The hash function to sign with, or nil for the version's own.
    var digest: TestDigest?
    var signsVersion = true
    var list = TestPropertyList([])
    var text = ""

    init(receipt: TestTransactionReceipt, authority: TestAuthority) {
        self.receipt = receipt
        self.authority = authority
        chain = authority.transactionReceiptChain(for: receipt.version)
    }
}
