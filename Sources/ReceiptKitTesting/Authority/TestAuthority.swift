/// A private stand-in for Apple. Its root certificate has two generations of certificates below it that sign receipts.
/// A second root, with an ECDSA key, is for StoreKit 2's JWS.
///
/// ```swift
/// let receipt = TestReceipt(bundleIdentifier: "com.example.app")
/// let bytes = try TestAuthority.standard.sign(receipt)
/// let forged = try TestAuthority.standard.sign(
///     receipt, defects: [.named("developer-certificate")])
/// ```
///
/// Keys, serial numbers and dates are fixed, and signatures are deterministic, so the same receipt or JWS gives the
/// same bytes on every machine.
public struct TestAuthority: Equatable, Sendable {
    /// The generation that signs with SHA-256, valid from 2015 to 2035.
    package var sha256: TestChain
    /// The generation that signs with SHA-1, valid from 2011 to 2025-01-24.
    package var sha1: TestChain
    /// The ECDSA chain that signs StoreKit 2's JWS, valid from 2021 to 2036. It has its own root.
    package var jws: TestChain

    /// Creates an authority from three chains. The first two normally have the same root.
    package init(sha256: TestChain, sha1: TestChain, jws: TestChain) {
        self.sha256 = sha256
        self.sha1 = sha1
        self.jws = jws
    }

    /// Returns the chain that signs with a hash function.
    package func chain(for digest: TestDigest) -> TestChain { digest == .sha1 ? sha1 : sha256 }

    /// The certificate to trust for receipts, as DER: the root, or Xcode's self-signed stand-in.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public var rootCertificate: [UInt8] {
        get throws(TestKitError) { try sha256.anchor.encoded() }
    }

    /// The certificate to trust for receipts, in PEM.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public var rootPEM: String {
        get throws(TestKitError) { try sha256.anchor.pem() }
    }

    /// The certificate to trust for StoreKit 2's JWS, as DER: the root, or Xcode's self-signed stand-in.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public var jwsRootCertificate: [UInt8] {
        get throws(TestKitError) { try jws.anchor.encoded() }
    }

    /// The certificate to trust for StoreKit 2's JWS, in PEM.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public var jwsRootPEM: String {
        get throws(TestKitError) { try jws.anchor.pem() }
    }

    /// The signer certificate of StoreKit 2's JWS, as DER.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public var jwsSignerCertificate: [UInt8] {
        get throws(TestKitError) { try jws.signer.encoded() }
    }

    /// Both certificates to trust, as DER: for receipts, then for JWS.
    ///
    /// - Throws: ``TestKitError/signingFailed``.
    public var rootCertificates: [[UInt8]] {
        get throws(TestKitError) { [try rootCertificate, try jwsRootCertificate] }
    }
}
