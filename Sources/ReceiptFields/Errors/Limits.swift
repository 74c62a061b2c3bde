// Limits that a policy can't lower. `ReceiptLimits` contains the limits that a policy can lower, and `UnverifiedJWS` the limits on a JWS.

extension PropertyList {
    /// The maximum number of pairs. Receipts have up to 35.
    static let maximumPairs = 256
}

extension EvidenceMember {
    package static let maximumPieces = 10_000
}

extension AppReceipt {
    /// The maximum number of diagnostics that are kept. A receipt could have several in each of 20,000 purchases, and repeating the same
    /// fault for each would take many times the memory of an honest receipt.
    package static let maximumDiagnostics = 1_000
}

/// The limits on JSON text. The size has no default because it depends on the source of the text.
package struct JSONLimits: Sendable {
    /// The size of the text, in bytes.
    package var maximumSize: Int
    /// The depth to which arrays and objects may be nested. The reader's calls nest as deeply.
    package var maximumDepth: Int
    /// The number of members in one object. Apple's objects have at most 40 members.
    package var maximumMembers: Int

    package init(maximumSize: Int, maximumDepth: Int = 64, maximumMembers: Int = 1_000) {
        self.maximumSize = maximumSize
        self.maximumDepth = maximumDepth
        self.maximumMembers = maximumMembers
    }
}

extension FormatError {
    /// The quantity that exceeds its limit.
    package enum Limit: Hashable, Sendable {
        case input
        case elements
        case depth
        case certificateSize
        case certificates
        case attribute
        case string
        case purchases
        case jws
        case jwsHeader
        case jsonDepth
        case jsonMembers
        case pairs
        case evidence

        /// The code, and the name of the quantity.
        package var words: (code: ErrorCode, meaning: String) {
            switch self {
            case .input: (.limitInput, "size of the receipt in bytes")
            case .elements: (.limitElements, "number of ASN.1 elements")
            case .depth: (.limitDepth, "nesting of ASN.1 elements")
            case .certificateSize: (.limitCertificateSize, "size of a certificate in bytes")
            case .certificates: (.limitCertificates, "number of certificates")
            case .attribute: (.limitAttribute, "size of an attribute in bytes")
            case .string: (.limitString, "length of a string in bytes")
            case .purchases: (.limitPurchases, "number of purchases")
            case .jws: (.limitJws, "size of the JWS in bytes")
            case .jwsHeader: (.limitJwsHeader, "size of the JWS's header in bytes")
            case .jsonDepth: (.limitJsonDepth, "nesting of JSON")
            case .jsonMembers: (.limitJsonMembers, "number of members in a JSON object")
            case .pairs: (.limitPairs, "number of pairs in the property list")
            case .evidence: (.limitEvidence, "number of pieces of evidence")
            }
        }
    }
}
