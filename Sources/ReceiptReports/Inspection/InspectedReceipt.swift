package import ReceiptFields
internal import ReceiptKit

/// The unverified contents of a receipt: all of them, or everything before the first error.
package struct InspectedReceipt: Sendable {
    /// The receipt's size in bytes, after decoding base64.
    package private(set) var size = 0
    /// True if the container's outermost length is indefinite, which makes the receipt BER and not DER.
    package private(set) var isBER = false
    /// The digest algorithm that the signer names, as a dotted object identifier.
    package private(set) var digestAlgorithm: String?
    /// The signature algorithm that the signer names, as a dotted object identifier.
    package private(set) var signatureAlgorithm: String?
    /// The signed bytes: the set of attributes.
    package private(set) var content: ArraySlice<UInt8>?
    /// The certificates, DER, in file order. They are unverified.
    package private(set) var certificates: [[UInt8]] = []
    /// The number of attributes that can be read, without those of the purchases.
    package private(set) var attributeCount = 0
    /// The number of attributes that are purchases.
    package private(set) var purchaseCount = 0
    /// The typed fields, if the content is well-formed.
    package private(set) var receipt: AppReceipt?
    /// The first error, or nil if the receipt is well-formed. If a length points past the end of the receipt, that length is truncated and
    /// reading continues.
    package private(set) var error: FormatError?

    /// Reads a file's contents in DER, BER, base64 or PEM, as ``ReceiptFile`` does, as far as possible.
    package init(file contents: [UInt8]) {
        let limits = ReceiptLimits()
        do throws(FormatError) {
            let bytes = try ReceiptFile.receipt(in: contents)
            size = bytes.count
            guard bytes.count <= limits.maximumInputSize else {
                throw FormatError(.limitExceeded(.input, allowed: limits.maximumInputSize), offset: 0)
            }
            if let reason = InputFormat.detect(bytes) { throw FormatError(reason, offset: 0) }
            isBER = bytes.dropFirst().first == 0x80
            readContainer(bytes, limits)
        } catch { self.error = error }
    }

    /// Calls `body` with the attributes in file order, as far as they can be read. Stores none of them, because there
    /// may be a million.
    package func forEachAttribute<Failure: Error>(
        _ body: (InspectedAttribute) throws(Failure) -> Void
    ) throws(Failure) {
        guard let content else { return }
        try AttributeWalk.each(of: content, isPurchase: false, body)
    }

    /// Reads the container. Truncates lengths that point past the end, so that the remaining contents of a truncated receipt are shown.
    private mutating func readContainer(_ bytes: [UInt8], _ limits: ReceiptLimits) {
        let all = bytes[...]
        var reader = DERReader(all.span, limits: limits, salvages: true)
        var container = UnverifiedSignedData()
        do throws(FormatError) {
            try container.read(&reader, of: bytes, limits: limits)
        } catch { self.error = error }
        error = reader.firstTruncation ?? error
        digestAlgorithm = container.signer?.digestAlgorithm.algorithm.description
        signatureAlgorithm = container.signer?.signatureAlgorithm.algorithm.description
        certificates = container.certificates.map { Array(bytes[$0.whole]) }
        if let content = container.content { readContent(content, limits, spent: container.spent(reader)) }
    }

    /// True if there is something to show besides the error. HTML, for example, has no container.
    package var hasContents: Bool { digestAlgorithm != nil || content != nil || !certificates.isEmpty }

    /// Reads the content, which may be intact even if the container around it is not.
    private mutating func readContent(
        _ content: ArraySlice<UInt8>, _ limits: ReceiptLimits, spent: DERReader.Spent
    ) {
        self.content = content
        do throws(FormatError) {
            receipt = try AppReceipt(payload: content, limits: limits, spent: spent)
        } catch { self.error = self.error ?? error }
        var inside: FormatError?
        let outside = AttributeWalk.each(of: content, isPurchase: false) { inspected in
            attributeCount += 1
            guard inspected.isPurchase else { return }
            purchaseCount += 1
            inside = inside ?? AttributeWalk.each(of: inspected.attribute.value, isPurchase: true) { _ in }
        }
        error = error ?? inside ?? outside
    }
}
