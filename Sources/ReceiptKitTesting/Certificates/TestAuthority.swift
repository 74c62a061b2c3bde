/// A private stand-in for Apple: a root, and under it two generations of certificates that sign receipts.
///
/// ```swift
/// let receipt = TestReceipt(bundleIdentifier: "com.example.app")
/// let bytes = try TestAuthority.standard.sign(receipt)
/// let forged = try TestAuthority.standard.sign(receipt, defects: [.developerCertificate])
/// ```
///
/// Keys, serial numbers and dates are fixed, so the same receipt gives the same bytes on every machine.
public struct TestAuthority: Equatable, Sendable {
    /// The generation that signs with SHA-256, valid from 2015 to 2035.
    public var sha256: TestChain
    /// The generation that signs with SHA-1, valid from 2011 to 2025-01-24.
    public var sha1: TestChain

    /// An authority of two chains, which normally end in the same root.
    public init(sha256: TestChain, sha1: TestChain) {
        self.sha256 = sha256
        self.sha1 = sha1
    }

    /// The chain that signs with a hash.
    public func chain(for digest: TestDigest) -> TestChain { digest == .sha1 ? sha1 : sha256 }

    /// The certificate to trust, as DER: the root, or Xcode's stand-in itself.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public var rootCertificate: [UInt8] {
        get throws(TestKitError) { try sha256.anchor.encoded() }
    }

    /// The certificate to trust, as PEM text.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public var rootPEM: String {
        get throws(TestKitError) { try sha256.anchor.pem() }
    }
}
