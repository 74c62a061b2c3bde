import ReceiptFields
import ReceiptKit

/// The certificates of a JWS, nothing of which is verified.
func certificates(ofJWS text: String) throws(FormatError) -> [[UInt8]] {
    let parts = try UnverifiedJWS.Parts(Array(text.utf8))
    return try JWSHeader(json: try parts.decoded(parts.header)).certificates
}
