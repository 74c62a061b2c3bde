/// How much a receipt may contain before it is rejected.
///
/// You can lower each limit and raise none. A value above the maximum is lowered to the maximum, and a negative value becomes 0; neither is
/// an error. Evidence that exceeds a limit is rejected with a code of that limit's own, such as `limit.purchases`.
///
/// The defaults are far above the largest published receipt (79 KB, 187 purchases), and low enough that no input takes more than twice the
/// time of an honest receipt of its size, four times if it is JSON, or more than 100 MB, as `HostileCostTests` measures. Set lower limits
/// if you know that the receipts of your app are smaller:
///
/// ```swift
/// var limits = ReceiptLimits()
/// limits.maximumInputSize = 1 << 20
/// ```
///
/// Set the limits for all receipts of a verifier in its policy. To limit what you read without verifying it, pass them to
/// `UnverifiedReceipt(_:limits:)`.
public struct ReceiptLimits: Hashable, Sendable {
    /// The standard limits.
    public init() {}

    /// Size of the receipt in bytes, at most 10 MiB: room for 20,000 purchases of 430 bytes and a fifth more. Checked before
    /// anything is read. Base64 text may be half as long again, for its line breaks.
    public var maximumInputSize = 10 << 20 { didSet { maximumInputSize = Self.clamped(maximumInputSize, 10 << 20) } }

    /// ASN.1 elements in the whole receipt, at most 2.5 million: a purchase has about 100, so 20,000 have 2 million. An element
    /// may be as short as two bytes, so without this limit the size alone would allow five million.
    public var maximumElements = 2_500_000 { didSet { maximumElements = Self.clamped(maximumElements, 2_500_000) } }

    /// Nesting of ASN.1 elements, at most 32, counted through the OCTET STRINGs that hold further ASN.1. Receipts need 10,
    /// those of Xcode 11. 32 levels need little stack.
    public var maximumDepth = 32 { didSet { maximumDepth = Self.clamped(maximumDepth, 32) } }

    /// Size of one certificate in bytes, at most 8 KiB. Apple's have 900 to 1,500. One that is not used may have 2 KiB.
    public var maximumCertificateSize = 8 << 10 {
        didSet { maximumCertificateSize = Self.clamped(maximumCertificateSize, 8 << 10) }
    }

    /// Certificates in the receipt, at most 10. Apple's receipts have 3, of which two are used. Of those that are not used, a
    /// verified receipt may have one.
    public var maximumCertificates = 10 { didSet { maximumCertificates = Self.clamped(maximumCertificates, 10) } }

    /// Size of one attribute's value in bytes, at most 64 KiB. In the published
    /// receipts of the tests, which aren't in the repository, none has 512; a purchase with texts of the greatest length has less than 8 KiB.
    public var maximumAttributeLength = 64 << 10 {
        didSet { maximumAttributeLength = Self.clamped(maximumAttributeLength, 64 << 10) }
    }

    /// Size of one text in bytes, at most 1 KiB. Texts are identifiers, versions and dates; in the published
    /// receipts of the tests none has 64.
    public var maximumStringLength = 1 << 10 {
        didSet { maximumStringLength = Self.clamped(maximumStringLength, 1 << 10) }
    }

    /// Purchases in the receipt, at most 20,000. The most seen is 187. A decoded purchase takes more memory than its bytes, and
    /// the smallest has 87 of them, so the size alone would allow 120,000.
    public var maximumPurchases = 20_000 { didSet { maximumPurchases = Self.clamped(maximumPurchases, 20_000) } }

    /// The lower one of each.
    package func lowered(to other: ReceiptLimits) -> ReceiptLimits {
        if self == other { return self }
        var limits = self
        limits.maximumInputSize = min(maximumInputSize, other.maximumInputSize)
        limits.maximumElements = min(maximumElements, other.maximumElements)
        limits.maximumDepth = min(maximumDepth, other.maximumDepth)
        limits.maximumCertificateSize = min(maximumCertificateSize, other.maximumCertificateSize)
        limits.maximumCertificates = min(maximumCertificates, other.maximumCertificates)
        limits.maximumAttributeLength = min(maximumAttributeLength, other.maximumAttributeLength)
        limits.maximumStringLength = min(maximumStringLength, other.maximumStringLength)
        limits.maximumPurchases = min(maximumPurchases, other.maximumPurchases)
        return limits
    }

    private static func clamped(_ value: Int, _ ceiling: Int) -> Int { max(0, min(value, ceiling)) }
}
