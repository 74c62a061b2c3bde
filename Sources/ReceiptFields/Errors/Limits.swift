// Limits of input that a policy can't lower. `ReceiptLimits` has those that it can, and `UnverifiedJWS` those of a JWS.

extension PropertyList {
    /// The most pairs. Receipts have up to 35.
    static let maximumPairs = 256
}

extension EvidenceMember {
    package static let maximumPieces = 10_000
}

extension AppReceipt {
    /// The most diagnostics that are kept. A receipt may have one in each of 20,000 purchases, and several, and would take
    /// many times the memory of an honest one to say the same thing of each.
    package static let maximumDiagnostics = 1_000
}

/// How much is read of a JSON text. There is no default for the size: it depends on where the text comes from.
package struct JSONLimits: Sendable {
    /// Bytes of the text.
    package var maximumSize: Int
    /// How deep arrays and objects may be nested in each other. Reading nests as deep in calls.
    package var maximumDepth: Int
    /// Members of one object. Apple's have 40 at most.
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

        /// The code, and what is counted.
        package var words: (code: ErrorCode, meaning: String) {
            switch self {
            case .input: (.limitInput, "size of the receipt in bytes")
            case .elements: (.limitElements, "number of ASN.1 elements")
            case .depth: (.limitDepth, "nesting of ASN.1 elements")
            case .certificateSize: (.limitCertificateSize, "size of a certificate in bytes")
            case .certificates: (.limitCertificates, "number of certificates")
            case .attribute: (.limitAttribute, "size of an attribute in bytes")
            case .string: (.limitString, "length of a text in bytes")
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
