/// How much a receipt may contain before it is rejected.
///
/// You can lower each limit and raise none. A value above the maximum is lowered to the maximum, and a
/// negative value becomes 0; neither is an error. Evidence that exceeds a limit is rejected with
/// ``FormatError/Reason/limitExceeded(_:allowed:)``, which names the ``FormatError/Limit``.
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
/// `SignedReceipt(_:limits:)`.
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

    /// Size of one attribute's value in bytes, at most 64 KiB. In published
    /// receipts none has 512; a purchase with texts of the greatest length has less than 8 KiB.
    public var maximumAttributeLength = 64 << 10 {
        didSet { maximumAttributeLength = Self.clamped(maximumAttributeLength, 64 << 10) }
    }

    /// Size of one text in bytes, at most 1 KiB. Texts are identifiers, versions and dates; in published
    /// receipts none has 64.
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

extension FormatError {
    /// One of the limits of ``ReceiptLimits``, as errors name it.
    @nonexhaustive
    public enum Limit: String, Hashable, Sendable {
        /// ``ReceiptLimits/maximumInputSize``.
        /// Code: `limit.input`.
        case input
        /// ``ReceiptLimits/maximumElements``.
        /// Code: `limit.elements`.
        case elements
        /// ``ReceiptLimits/maximumDepth``.
        /// Code: `limit.depth`.
        case depth
        /// ``ReceiptLimits/maximumCertificateSize``.
        /// Code: `limit.certificateSize`.
        case certificateSize
        /// ``ReceiptLimits/maximumCertificates``.
        /// Code: `limit.certificates`.
        case certificates
        /// ``ReceiptLimits/maximumAttributeLength``.
        /// Code: `limit.attribute`.
        case attribute
        /// ``ReceiptLimits/maximumStringLength``.
        /// Code: `limit.string`.
        case string
        /// ``ReceiptLimits/maximumPurchases``.
        /// Code: `limit.purchases`.
        case purchases
        /// A JWS, an iOS 6 transaction receipt, or another signed value, of 1 MiB.
        /// Code: `limit.jws`.
        case jws
        /// The header of a JWS, of 32 KiB.
        /// Code: `limit.jwsHeader`.
        case jwsHeader
        /// Objects and arrays in each other, 64 of them.
        /// Code: `limit.jsonDepth`.
        case jsonDepth
        /// Members of one JSON object, 1,000 of them.
        /// Code: `limit.jsonMembers`.
        case jsonMembers
        /// Pairs in a transaction receipt's property list, 256 of them.
        /// Code: `limit.pairs`.
        case pairs
        /// Pieces of evidence in one list, or in one JSON body, 10,000 of them.
        /// Code: `limit.evidence`.
        case evidence

        var meaning: String {
            switch self {
            case .input: "size of the receipt in bytes"
            case .elements: "number of ASN.1 elements"
            case .depth: "nesting of ASN.1 elements"
            case .certificateSize: "size of a certificate in bytes"
            case .certificates: "number of certificates"
            case .attribute: "size of an attribute in bytes"
            case .string: "length of a text in bytes"
            case .purchases: "number of purchases"
            case .jws: "size of the JWS in bytes"
            case .jwsHeader: "size of the JWS's header in bytes"
            case .jsonDepth: "nesting of JSON"
            case .jsonMembers: "number of members in a JSON object"
            case .pairs: "number of pairs in the property list"
            case .evidence: "number of pieces of evidence"
            }
        }
    }
}
