/// A receipt that has been signed, with the layers it was made of.
///
/// To spoil what no ``Defect`` names, change a layer and build the bytes again:
///
/// ```swift
/// var container = try TestAuthority.standard.issue(receipt).signedData
/// container.signers[0].signature.removeLast()
/// let bytes = container.encoded
/// ```
public struct TestIssuedReceipt: Equatable, Sendable {
    /// What the receipt says.
    public let receipt: TestReceipt
    /// The attributes in the order of the file.
    public let payload: TestAttributeSet
    /// The certificates behind the receipt.
    public let chain: TestChain
    /// The container.
    public let signedData: TestSignedData
    /// The receipt as bytes.
    public let bytes: [UInt8]

    /// The receipt as base64 on one line, as apps send it to their servers.
    public var base64: String { TestText.base64(bytes) }

    /// The receipt as a PEM block, `-----BEGIN PKCS7-----`.
    public var pem: String { TestText.pem("PKCS7", bytes) }
}

extension TestAuthority {
    /// Issues a receipt and keeps its layers.
    ///
    /// `digest` chooses the hash of the receipt and the generation of certificates. Defects are put in one after the other.
    ///
    /// - Throws: ``TestKitError/defectNotApplicable(_:)``, if there is nothing for a defect to spoil, such as a purchase.
    public func issue(
        _ receipt: TestReceipt, digest: TestDigest = .sha256, defects: [Defect] = []
    ) throws(TestKitError) -> TestIssuedReceipt {
        var receipt = receipt
        try Self.spoil(&receipt, defects) { $0.receipt }
        var payload = receipt.payload
        try Self.spoil(&payload, defects) { $0.payload }
        var link = DefectiveChain(chain: chain(for: digest), receipt: receipt)
        try Self.spoil(&link, defects) { $0.chain }
        let isXcode = receipt.shape == .xcode
        var signedData = try TestSignedData(
            content: payload.encoded, chain: link.chain, digest: digest,
            signatureAlgorithm: isXcode ? digest.signatureAlgorithm : .rsaEncryption,
            envelope: isXcode ? .ber() : .der)
        var container = DefectiveContainer(signedData: signedData, payload: payload, chain: link.chain)
        try Self.spoil(&container, defects) { $0.unsigned }
        try container.signedData.sign(with: link.chain.signer.key)
        try Self.spoil(&container, defects) { $0.signed }
        signedData = container.signedData
        var bytes = signedData.encoded
        try Self.spoil(&bytes, defects) { $0.bytes }
        return TestIssuedReceipt(
            receipt: receipt, payload: container.payload, chain: link.chain, signedData: signedData, bytes: bytes)
    }

    /// Issues a receipt as bytes.
    ///
    /// - Throws: ``TestKitError``, as ``issue(_:digest:defects:)``.
    public func sign(
        _ receipt: TestReceipt, digest: TestDigest = .sha256, defects: [Defect] = []
    ) throws(TestKitError) -> [UInt8] {
        try issue(receipt, digest: digest, defects: defects).bytes
    }

    /// No key path leads to a step: that a function throws a type is known at run time from macOS 15 only.
    private static func spoil<Layer>(
        _ layer: inout Layer, _ defects: [Defect], _ step: (DefectSteps) -> DefectSteps.Step<Layer>?
    ) throws(TestKitError) {
        for defect in defects {
            guard let change = step(defect.definition.steps) else { continue }
            guard try change(&layer) else { throw .defectNotApplicable(defect) }
        }
    }
}
