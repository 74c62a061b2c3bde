import ReceiptFields
import ReceiptKit

/// Returns the unverified certificates of a JWS.
func certificates(ofJWS text: String) throws(FormatError) -> [[UInt8]] {
    let parts = try UnverifiedJWS.Parts(Array(text.utf8))
    return try JWSHeader(json: try parts.decoded(parts.header)).certificates
}
