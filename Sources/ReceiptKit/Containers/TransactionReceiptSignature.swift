internal import ReceiptFields

/// The `signature` of a transaction receipt, decoded.
///
/// | bytes | |
/// |---|---|
/// | 1 | version: 2, 3 or 4 |
/// | 128, or 256 from version 3 on | RSASSA-PKCS1-v1_5 with SHA-1, or from version 4 on with SHA-256 |
/// | 4 | length of the certificate, the most significant byte first |
/// | all others | the signer's certificate, DER |
///
/// The signature covers the version and the decoded `purchase-info`. The layout was determined from seven receipts of 2012 to 2023.
package struct TransactionReceiptSignature: Sendable {
    let version: TransactionReceiptVersion
    package let signature: [UInt8]
    package let certificate: [UInt8]

    package init(_ bytes: [UInt8], limits: ReceiptLimits) throws(FormatError) {
        guard let first = bytes.first else { throw FormatError(.truncated(needed: 1, available: 0), offset: 0) }
        guard let version = TransactionReceiptVersion(rawValue: first) else {
            throw FormatError(.transactionReceiptVersion(first), offset: 0)
        }
        let (start, lengthSize) = (1 + version.signatureSize, 4)
        guard bytes.count >= start + lengthSize else {
            throw FormatError(.truncated(needed: start + lengthSize, available: bytes.count), offset: 0)
        }
        let certificateStart = start + lengthSize
        let announced = bytes[start..<certificateStart].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard let length = Int(exactly: announced), length <= limits.maximumCertificateSize else {
            throw FormatError(
                .limitExceeded(.certificateSize, allowed: limits.maximumCertificateSize), offset: start)
        }
        let available = bytes.count - certificateStart
        guard length <= available else {
            throw FormatError(.truncated(needed: length, available: available), offset: start)
        }
        guard length == available else {
            throw FormatError(.trailingBytes(available - length), offset: certificateStart + length)
        }
        self.version = version
        signature = Array(bytes[1..<start])
        certificate = Array(bytes[certificateStart...])
    }
}

/// The version of a transaction receipt's signature, which determines the key size and the hash function.
enum TransactionReceiptVersion: UInt8, Sendable {
    /// Version 2, until 2016.
    case two = 2
    /// Version 3, until 2023.
    case three = 3
    /// Version 4, since 2023.
    case four = 4

    /// The size of the signer's RSA key in bits.
    var keySize: Int { self == .two ? VerifiedCertificate.shortKeySize : 2_048 }

    var signatureSize: Int { keySize / 8 }

    var digest: DigestAlgorithm { self == .four ? .sha256 : .sha1 }
}
