/// A signed receipt, with the layers from which it was made.
public struct TestIssuedReceipt: Equatable, Sendable {
    package let receipt: TestReceipt
    /// The attributes, in file order.
    package let payload: TestAttributeSet
    package let chain: TestChain
    package let signedData: TestSignedData
    /// The receipt's bytes.
    public let bytes: [UInt8]

    /// The receipt as base64 on one line, as apps send it to their servers.
    public var base64: String { TestText.base64(bytes) }

    /// The receipt as a PEM block, `-----BEGIN PKCS7-----`.
    public var pem: String { TestText.pem("PKCS7", bytes) }

    /// Returns the same receipt in a container that was changed after signing.
    package func rearranged(_ change: (inout TestSignedData) -> Void) -> TestIssuedReceipt {
        var signedData = signedData
        change(&signedData)
        return TestIssuedReceipt(
            receipt: receipt, payload: payload, chain: chain, signedData: signedData, bytes: signedData.encoded)
    }
}

extension TestAuthority {
    /// Issues a receipt in the formats in which apps and servers send it.
    ///
    /// `digest` chooses the hash of the receipt and the generation of certificates. Defects are applied one after the
    /// other.
    ///
    /// - Throws: ``TestKitError/defectNotApplicable(_:)``, if a part that a defect changes is missing, such as a
    ///   purchase.
    public func issue(
        _ receipt: TestReceipt, digest: TestDigest = .sha256, defects: [Defect] = []
    ) throws(TestKitError) -> TestIssuedReceipt {
        var draft = ReceiptDraft(receipt: receipt, chain: chain(for: digest))
        try draft.spoil(defects, .receipt)
        draft.payload = draft.receipt.payload
        try draft.spoil(defects, .payload)
        try draft.spoil(defects, .chain)
        let isXcode = draft.receipt.shape == .xcode
        draft.signedData = try TestSignedData(
            content: draft.payload.encoded, chain: draft.chain, digest: digest,
            signatureAlgorithm: isXcode ? digest.signatureAlgorithm : .rsaEncryption,
            envelope: isXcode ? .ber() : .der)
        try draft.spoil(defects, .unsigned)
        try draft.signedData.sign(with: draft.chain.signer.key)
        try draft.spoil(defects, .signed)
        draft.bytes = draft.signedData.encoded
        try draft.spoil(defects, .bytes)
        return TestIssuedReceipt(
            receipt: draft.receipt, payload: draft.payload, chain: draft.chain, signedData: draft.signedData,
            bytes: draft.bytes)
    }

    /// Issues a receipt and returns its bytes.
    ///
    /// - Throws: ``TestKitError``, like ``issue(_:digest:defects:)``.
    public func sign(
        _ receipt: TestReceipt, digest: TestDigest = .sha256, defects: [Defect] = []
    ) throws(TestKitError) -> [UInt8] {
        try issue(receipt, digest: digest, defects: defects).bytes
    }
}
