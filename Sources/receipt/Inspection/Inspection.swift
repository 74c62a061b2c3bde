import ReceiptFields
import ReceiptKit

/// What can be read of a receipt without believing any of it: everything, or what comes before the place where it breaks.
struct Inspection {
    private(set) var size = 0
    private(set) var isBER = false
    private(set) var signer: SignerInfo?
    /// The set of attributes.
    private(set) var content: ArraySlice<UInt8>?
    /// How many there are, as far as they can be read.
    private(set) var attributeCount = 0
    private(set) var purchaseCount = 0
    private(set) var certificates: [[UInt8]] = []
    /// The typed fields, if the content is well-formed.
    private(set) var receipt: AppReceipt?
    /// Where it breaks.
    private(set) var error: FormatError?

    /// Whether there is anything to show besides the error: HTML, say, has no container.
    var hasContents: Bool { signer != nil || content != nil || !certificates.isEmpty }

    init(_ contents: [UInt8]) {
        let limits = ReceiptLimits()
        do throws(FormatError) {
            let bytes = try ReceiptInput.decode(contents, limits: limits)
            size = bytes.count
            guard bytes.count <= limits.maximumInputSize else {
                throw FormatError(.limitExceeded(.input, allowed: limits.maximumInputSize), offset: 0)
            }
            if let stranger = InputSniffer.stranger(bytes) { throw FormatError(stranger, offset: 0) }
            isBER = bytes.dropFirst().first == 0x80
            readContainer(bytes, limits)
        } catch { self.error = error }
    }

    /// The reader cuts lengths that point past the end, so that a truncated receipt shows what it still holds.
    private mutating func readContainer(_ bytes: [UInt8], _ limits: ReceiptLimits) {
        let all = bytes[...]
        var reader = DERReader(all.span, limits: limits, salvages: true)
        var container = SignedData()
        do throws(FormatError) {
            try container.read(&reader, of: bytes, limits: limits)
        } catch { self.error = error }
        error = reader.firstTruncation ?? error
        signer = container.signer
        certificates = container.certificates.map { Array(bytes[$0.whole]) }
        if let content = container.content { readContent(content, limits, spent: container.spent(reader)) }
    }

    /// The content, which may be whole where the container around it is not.
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
