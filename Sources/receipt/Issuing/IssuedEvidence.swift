import ReceiptEssentials
import ReceiptKitTesting

/// Issued evidence, and the files to write with it.
struct IssuedEvidence {
    let bytes: [UInt8]
    /// The root certificate to trust for the evidence.
    let root: [UInt8]
    /// The date when the evidence was signed, before a defect changed that date.
    let signedDate: Date
    /// The certificate that issued the signer certificate, if the evidence doesn't contain it.
    var intermediate: [UInt8]?
    /// Each defect, and the verifier's expected response to it.
    var defects: [(name: String, outcome: String)] = []
}
