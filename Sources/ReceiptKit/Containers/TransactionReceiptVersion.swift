/// The versions of a transaction receipt's signature, which say what it is made with.
enum TransactionReceiptVersion: UInt8, Sendable {
    /// Until 2016.
    case two = 2
    /// Until 2023.
    case three = 3
    /// Since 2023.
    case four = 4

    /// The size of the signer's RSA key in bits.
    var keySize: Int { self == .two ? ShortKey.size : 2_048 }

    var signatureSize: Int { keySize / 8 }

    var digest: DigestAlgorithm { self == .four ? .sha256 : .sha1 }
}
