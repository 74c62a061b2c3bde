/// A transaction receipt in the making.
struct TransactionReceiptDraft: DefectDraft {
    enum Layer: Sendable { case receipt, unsigned, signed, list, text }

    let authority: TestAuthority
    var receipt: TestTransactionReceipt
    var chain: TestChain
    var purchaseInfo = TestPropertyList([])
    var signature = TestTransactionReceiptSignature(version: 0, certificate: [])
    /// The key that signs, if it is not the signer's.
    var signingKey: TestKey?
    /// The hash that is signed, if it is not the version's.
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
