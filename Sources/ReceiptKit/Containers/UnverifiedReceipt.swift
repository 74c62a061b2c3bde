/// A receipt whose container is well-formed. Its signature is not verified.
///
/// Hand the bytes to a ``ReceiptVerifier``. To look inside without verifying it, ask for ``unverified``.
public struct UnverifiedReceipt: Sendable {
    /// The whole receipt.
    let bytes: [UInt8]
    /// The signed bytes: the encoding of the receipt's attributes. They prove nothing until they are verified.
    public let content: ArraySlice<UInt8>
    let outlines: [CertificateRanges]
    let signer: SignerInfo
    /// What a reader of the content starts with.
    let spent: DERReader.Spent
    let limits: ReceiptLimits

    /// Reads the container of a receipt, DER or BER.
    ///
    /// - Parameters:
    ///   - bytes: the receipt as `Bundle.main.appStoreReceiptURL` holds it.
    ///   - limits: what to reject for its size.
    /// - Throws: ``ReceiptFields/FormatError``, if the bytes are not a container of the form that receipts have (RFC 5652).
    public init(_ bytes: some Collection<UInt8>, limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        guard bytes.count <= limits.maximumInputSize else {
            throw FormatError(.limitExceeded(.input, allowed: limits.maximumInputSize), offset: 0)
        }
        let bytes = Array(bytes)
        if let reason = InputFormat.detect(bytes) { throw FormatError(reason, offset: 0) }
        let all = bytes[...]
        var reader = DERReader(all.span, limits: limits)
        var container = UnverifiedSignedData()
        try container.read(&reader, of: bytes, limits: limits)
        // Both are there when reading succeeded.
        guard let content = container.content, let signer = container.signer else {
            throw FormatError(.missingContent, offset: 0)
        }
        self.bytes = bytes
        self.content = content
        self.outlines = container.certificates
        self.signer = signer
        self.spent = container.spent(reader)
        self.limits = limits
    }

    /// Reads the container of a receipt from base64 text, with or without line breaks.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if the text is not base64 in the standard alphabet and canonical form
    ///   (RFC 4648 section 4), or the bytes are not a receipt.
    public init(base64 text: String, limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        self = try UnverifiedReceipt(try Self.bytes(base64: Array(text.utf8)[...], limits: limits), limits: limits)
    }

    /// The bytes of a receipt in base64. Where there are spaces inside, and the bytes are no receipt, the spaces are to blame.
    package static func bytes(base64 text: ArraySlice<UInt8>, limits: ReceiptLimits) throws(FormatError) -> [UInt8] {
        do throws(FormatError) {
            let bytes = try Base64.decode(text, maximumInputSize: limits.maximumInputSize)
            // A length that fits shows that nothing was lost. BER mostly has none.
            if !isWhole(bytes, limits), Base64.space(in: text) != nil {
                _ = try UnverifiedReceipt(bytes, limits: limits)
            }
            return bytes
        } catch { throw error.blamingSpaces(in: text) }
    }

    /// Whether the bytes are one element of DER, as long as its length says.
    private static func isWhole(_ bytes: [UInt8], _ limits: ReceiptLimits) -> Bool {
        let all = bytes[...]  // An array's own span needs the systems of 2025.
        var reader = DERReader(all.span, limits: limits)
        do throws(FormatError) {
            _ = try reader.anyElement()
            try reader.finish()
            return true
        } catch { return false }
    }

    /// The contents of the receipt, unverified. For display and diagnosis; never for a decision.
    ///
    /// It is decoded anew each time: keep what you get.
    ///
    /// - Throws: ``ReceiptFields/FormatError``, if the content is not a well-formed set of receipt attributes.
    public var unverified: AppReceipt {
        get throws(FormatError) { try AppReceipt(payload: content, limits: limits, spent: spent) }
    }

    /// The certificates in the receipt, DER, in file order. The verifier uses those that the signer's name and the chain select.
    public var certificates: [[UInt8]] { outlines.map { Array(bytes[$0.whole]) } }

    /// The same receipt under these limits as well, wherever they are lower than those it was read with.
    func lowered(to other: ReceiptLimits) throws(FormatError) -> UnverifiedReceipt {
        let lower = limits.lowered(to: other)
        return lower == limits ? self : try UnverifiedReceipt(bytes, limits: lower)
    }
}
