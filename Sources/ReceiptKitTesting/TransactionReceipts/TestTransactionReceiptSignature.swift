/// The signature of a transaction receipt: version, signature, length of the certificate, certificate. Change any one thing.
public struct TestTransactionReceiptSignature: Hashable, Sendable {
    /// The first octet.
    public var version: UInt8
    /// RSASSA-PKCS1-v1_5: 128 octets in version 2, else 256.
    public var signature: [UInt8] = []
    /// The certificate's length, if it is not to be the true one.
    public var announcedLength: UInt32?
    /// The signer's certificate, DER.
    public var certificate: [UInt8]
    /// What stands behind the certificate.
    public var trailingBytes: [UInt8] = []

    /// A signature that is to be computed.
    public init(version: UInt8, certificate: [UInt8]) {
        self.version = version
        self.certificate = certificate
    }

    /// The octets.
    public var bytes: [UInt8] {
        let length = announcedLength ?? UInt32(truncatingIfNeeded: certificate.count)
        let octets = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
        return [version] + signature + octets + certificate + trailingBytes
    }
}
