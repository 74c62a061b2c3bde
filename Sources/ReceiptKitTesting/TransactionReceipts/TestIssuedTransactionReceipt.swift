/// A signed transaction receipt, with the layers from which it was made.
public struct TestIssuedTransactionReceipt: Equatable, Sendable {
    package let receipt: TestTransactionReceipt
    /// The certificates that sign the receipt. The receipt contains only the signer certificate.
    package let chain: TestChain
    /// The signed property list. The signature covers the version byte and this list.
    package let purchaseInfo: [UInt8]
    package let signature: TestTransactionReceiptSignature
    /// The receipt's outer property list.
    package let list: TestPropertyList
    /// The receipt as in `SKPaymentTransaction.transactionReceipt`.
    public let bytes: [UInt8]

    /// The receipt in base64, as apps send it. It begins with `ewoJ`.
    public var base64: String { TestText.base64(bytes) }

    /// The certificate that issued the signer certificate, as DER, for `TrustStore.roots(_:intermediates:)`.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public var issuerCertificate: [UInt8] {
        get throws(TestKitError) { try (chain.intermediate ?? chain.anchor).encoded() }
    }
}

extension TestAuthority {
    /// Signs a transaction receipt and keeps its layers. Defects are applied one after the other.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public func issue(
        _ receipt: TestTransactionReceipt, defects: [TransactionReceiptDefect] = []
    ) throws(TestKitError) -> TestIssuedTransactionReceipt {
        var draft = TransactionReceiptDraft(receipt: receipt, authority: self)
        try draft.spoil(defects, .receipt)
        draft.chain = transactionReceiptChain(for: draft.receipt.version)
        draft.purchaseInfo = draft.receipt.purchaseInfo
        try draft.spoil(defects, .unsigned)
        let signer = draft.chain.signer
        draft.signature = TestTransactionReceiptSignature(
            version: draft.receipt.version.number, certificate: try signer.encoded())
        let signed = (draft.signsVersion ? [draft.signature.version] : []) + draft.purchaseInfo.bytes
        draft.signature.signature = try (draft.signingKey ?? signer.key).signature(
            over: signed, digest: draft.digest ?? draft.receipt.version.digest)
        try draft.spoil(defects, .signed)
        draft.list = TestPropertyList([
            TestPropertyList.Pair("signature", TestText.base64(draft.signature.bytes)),
            TestPropertyList.Pair("purchase-info", TestText.base64(draft.purchaseInfo.bytes)),
        ])
        draft.list.set("environment", draft.receipt.environment)
        draft.list.set("pod", "100")
        draft.list.set("signing-status", "0")
        try draft.spoil(defects, .list)
        draft.text = draft.list.text
        try draft.spoil(defects, .text)
        return TestIssuedTransactionReceipt(
            receipt: draft.receipt, chain: draft.chain, purchaseInfo: draft.purchaseInfo.bytes,
            signature: draft.signature, list: draft.list, bytes: Array(draft.text.utf8))
    }

    /// Returns the chain that signs transaction receipts. Version 2 has its own, with a short key, valid from 2009 to
    /// 2016.
    package func transactionReceiptChain(for version: TestTransactionReceiptVersion) -> TestChain {
        switch version {
        case .two:
            guard let root = sha1.root, let issuer = sha1.intermediate else { return sha1 }
            let intermediate = TestCertificate.purchaseIssuer(issuedBy: root, key: issuer.key)
            return TestChain(
                signer: .purchaseSigner(issuedBy: intermediate, key: .purchaseSigner), intermediate: intermediate,
                root: root)
        case .three: return sha1
        case .four: return sha256
        }
    }

    /// The certificates that issue signer certificates of transaction receipts, of all versions, as DER, for
    /// `TrustStore.roots(_:intermediates:)`.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public var transactionReceiptIssuers: [[UInt8]] {
        get throws(TestKitError) {
            var all: [[UInt8]] = []
            for version in TestTransactionReceiptVersion.allCases {
                if let issuer = transactionReceiptChain(for: version).intermediate { all.append(try issuer.encoded()) }
            }
            return all
        }
    }
}
