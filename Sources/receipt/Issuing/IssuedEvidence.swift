import ReceiptEssentials
import ReceiptKitTesting

/// What was made, and what belongs to it.
struct IssuedEvidence {
    let bytes: [UInt8]
    /// The certificate to trust for it.
    let root: [UInt8]
    /// When it was signed, before a defect changed that.
    let signedDate: Date
    /// The certificate that issued the signer's, where the evidence does not hold it.
    var intermediate: [UInt8]?
    /// Each defect, and what a verifier makes of it.
    var defects: [(name: String, outcome: String)] = []
}
