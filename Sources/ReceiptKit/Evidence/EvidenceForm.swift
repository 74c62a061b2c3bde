internal import ReceiptFields

/// What some bytes are, told by their form alone.
enum EvidenceForm {
    /// A receipt in DER or BER.
    case receipt
    /// A receipt in base64.
    case base64
    /// An iOS 6 transaction receipt: a property list, as it is or in base64.
    case transactionReceipt
    /// A JWS in compact form.
    case jws
    /// A JSON body.
    case body

    init(_ bytes: [UInt8]) throws(FormatError) {
        switch InputSniffer.stranger(bytes) {
        case nil: self = .receipt
        case .notReceipt(looksLike: .base64): self = .base64
        case .notReceipt(looksLike: .json): self = .body
        case .jsonWebSignature: self = .jws
        case .transactionReceipt: self = .transactionReceipt
        case let reason?: throw FormatError(reason, offset: 0)
        }
    }
}
