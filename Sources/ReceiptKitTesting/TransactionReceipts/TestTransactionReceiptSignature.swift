/// The signature of a transaction receipt: version, signature, length of the certificate, certificate. Anything can be
/// changed.
package struct TestTransactionReceiptSignature: Hashable, Sendable {
    package var version: UInt8
    /// The RSASSA-PKCS1-v1_5 signature: 128 bytes in version 2, otherwise 256.
    package var signature: [UInt8] = []
    /// A value that replaces the certificate's true length.
    package var announcedLength: UInt32?
    package var certificate: [UInt8]
    /// Bytes after the certificate.
    package var trailingBytes: [UInt8] = []

    /// Creates a signature that is yet to be computed.
    package init(version: UInt8, certificate: [UInt8]) {
        self.version = version
        self.certificate = certificate
    }

    package var bytes: [UInt8] {
        let length = announcedLength ?? UInt32(truncatingIfNeeded: certificate.count)
        let octets = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
        return [version] + signature + octets + certificate + trailingBytes
    }
}
