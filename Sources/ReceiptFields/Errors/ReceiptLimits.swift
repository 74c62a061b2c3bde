/// The limits on the size and structure of evidence.
///
/// You can lower each limit, but not raise it. A value above the maximum is lowered to the maximum, and a negative value becomes 0; neither
/// is an error. Evidence that exceeds a limit is rejected with the code of that limit, such as `limit.purchases`.
///
/// The defaults are far above the largest published receipt (79 KB, 187 purchases). They are low enough that no input takes more than 100
/// MB, or more than twice the time of an honest receipt of its size (four times for JSON), as `HostileCostTests` measures. If you know that
/// your app's receipts are smaller, set lower limits:
///
/// ```swift
/// var limits = ReceiptLimits()
/// limits.maximumInputSize = 1 << 20
/// ```
///
/// A verifier uses the limits of its policy. If you read a receipt without verifying it, pass the limits to `UnverifiedReceipt(_:limits:)`.
public struct ReceiptLimits: Hashable, Sendable {
    /// Creates the default limits.
    public init() {}

    /// The size of the receipt in bytes, at most 10 MiB: enough for 20,000 purchases of 430 bytes, plus a fifth. Checked before anything is
    /// read. Base64 may be half as long again, because of its line breaks.
    public var maximumInputSize = 10 << 20 { didSet { maximumInputSize = Self.clamped(maximumInputSize, 10 << 20) } }

    /// The number of ASN.1 elements in the whole receipt, at most 2.5 million. A purchase has about 100, so 20,000 purchases have 2
    /// million. An element may be as short as two bytes, so the size limit alone would allow five million.
    public var maximumElements = 2_500_000 { didSet { maximumElements = Self.clamped(maximumElements, 2_500_000) } }

    /// The nesting depth of ASN.1 elements, at most 32, including the OCTET STRINGs that contain further ASN.1. Receipts need 10, and those
    /// of Xcode 11. A depth of 32 needs little stack.
    public var maximumDepth = 32 { didSet { maximumDepth = Self.clamped(maximumDepth, 32) } }

    /// The size of one certificate in bytes, at most 8 KiB. Apple's certificates have 900 to 1,500 bytes. A certificate that the verifier
    /// doesn't use may have 2 KiB.
    public var maximumCertificateSize = 8 << 10 {
        didSet { maximumCertificateSize = Self.clamped(maximumCertificateSize, 8 << 10) }
    }

    /// The number of certificates in the receipt, at most 10. Apple's receipts have 3, of which the verifier uses two. A verified receipt
    /// may contain one certificate that isn't used.
    public var maximumCertificates = 10 { didSet { maximumCertificates = Self.clamped(maximumCertificates, 10) } }

    /// The size of one attribute's value in bytes, at most 64 KiB. In the published receipts of the tests, which aren't in the repository,
    /// no value has as many as 512 bytes. A purchase with strings of the maximum length has less than 8 KiB.
    public var maximumAttributeLength = 64 << 10 {
        didSet { maximumAttributeLength = Self.clamped(maximumAttributeLength, 64 << 10) }
    }

    /// The size of one string in bytes, at most 1 KiB. Strings are identifiers, versions and dates; in the published receipts of the tests,
    /// no string has as many as 64 bytes.
    public var maximumStringLength = 1 << 10 {
        didSet { maximumStringLength = Self.clamped(maximumStringLength, 1 << 10) }
    }

    /// The number of purchases in the receipt, at most 20,000. The largest number seen in a receipt is 187. A decoded purchase takes more
    /// memory than its bytes, and the smallest has 87 bytes, so the size limit alone would allow 120,000.
    public var maximumPurchases = 20_000 { didSet { maximumPurchases = Self.clamped(maximumPurchases, 20_000) } }

    /// Returns the lower value of each limit.
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
