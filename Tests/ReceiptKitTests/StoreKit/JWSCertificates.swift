import ReceiptFields
import ReceiptKit

/// The certificates of a JWS, nothing of which is verified.
func certificates(ofJWS text: String) throws(FormatError) -> [[UInt8]] {
    try UnverifiedJWS.Parts(Array(text.utf8)).certificates()
}
