/// A receipt with a well-formed container. Its signature isn't verified.
///
/// Pass the bytes to a ``ReceiptVerifier``. To look inside without verifying, use ``unverified``.
public struct UnverifiedReceipt: Sendable {
    /// The bytes of the whole receipt.
    let bytes: [UInt8]
    /// The signed bytes, which encode the receipt's attributes. They prove nothing until the signature is verified.
    public let content: ArraySlice<UInt8>
    let outlines: [CertificateOutline]
    let signer: SignerInfo
    /// The part of the limits that the container has used up. A reader of the content starts with it.
    let spent: DERReader.Spent
    let limits: ReceiptLimits

    /// Parses the container of a receipt in DER or BER.
    ///
    /// - Parameters:
    ///   - bytes: the receipt, as stored at `Bundle.main.appStoreReceiptURL`.
    ///   - limits: the limits on size and structure.
    /// - Throws: ``ReceiptFields/FormatError`` if the bytes aren't a container of the form that receipts have (RFC 5652).
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
        // Both are set if reading succeeded.
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

    /// Parses the container of a receipt in base64, with or without line breaks.
    ///
    /// - Throws: ``ReceiptFields/FormatError`` if the string isn't base64 in the standard alphabet and canonical form (RFC 4648 section 4),
    ///   or the bytes aren't a receipt.
    public init(base64 text: String, limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        self = try UnverifiedReceipt(try Self.bytes(base64: Array(text.utf8)[...], limits: limits), limits: limits)
    }

    /// Returns the bytes of a receipt in base64. If the base64 contains spaces and the bytes aren't a receipt, the error names the spaces
    /// as the cause.
    package static func bytes(base64 text: ArraySlice<UInt8>, limits: ReceiptLimits) throws(FormatError) -> [UInt8] {
        do throws(FormatError) {
            let bytes = try Base64.decode(text, maximumInputSize: limits.maximumInputSize)
            // If the length matches, no bytes were lost. BER usually states no length.
            if !isWhole(bytes, limits), Base64.space(in: text) != nil {
                _ = try UnverifiedReceipt(bytes, limits: limits)
            }
            return bytes
        } catch { throw error.blamingSpaces(in: text) }
    }

    /// Returns true if the bytes are one DER element of exactly the length that it states.
    private static func isWhole(_ bytes: [UInt8], _ limits: ReceiptLimits) -> Bool {
        let all = bytes[...]  // The `span` of an array requires the operating systems of 2025.
        var reader = DERReader(all.span, limits: limits)
        do throws(FormatError) {
            _ = try reader.anyElement()
            try reader.finish()
            return true
        } catch { return false }
    }

    /// The unverified contents of the receipt, for display and diagnosis. Never base a decision on them.
    ///
    /// Each access decodes the contents again, so keep the result.
    ///
    /// - Throws: ``ReceiptFields/FormatError`` if the content isn't a well-formed set of receipt attributes.
    public var unverified: AppReceipt {
        get throws(FormatError) { try AppReceipt(payload: content, limits: limits, spent: spent) }
    }

    /// The certificates in the receipt, in DER and in file order. The verifier uses those that the signer info and the chain select.
    public var certificates: [[UInt8]] { outlines.map { Array(bytes[$0.whole]) } }

    /// Returns the receipt, parsed again if any of these limits is lower than the one it was parsed with.
    func lowered(to other: ReceiptLimits) throws(FormatError) -> UnverifiedReceipt {
        let lower = limits.lowered(to: other)
        return lower == limits ? self : try UnverifiedReceipt(bytes, limits: lower)
    }
}
