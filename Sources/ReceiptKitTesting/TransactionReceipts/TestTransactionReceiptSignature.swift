/// The signature of a transaction receipt: version, signature, length of the certificate, certificate. Change any one thing.
package struct TestTransactionReceiptSignature: Hashable, Sendable {
    package var version: UInt8
    /// RSASSA-PKCS1-v1_5: 128 bytes in version 2, else 256.
    package var signature: [UInt8] = []
    /// The certificate's length, if it is not to be the true one.
    package var announcedLength: UInt32?
    package var certificate: [UInt8]
    /// What stands behind the certificate.
    package var trailingBytes: [UInt8] = []

    /// A signature that is to be computed.
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
