internal import Crypto
internal import X509

/// The root certificates that a certificate chain must end in. The caller chooses them, never the receipt.
public struct TrustStore: Sendable {
    enum Mode: Sendable {
        /// The chain consists of a signer, one intermediate, and one of these roots.
        case roots([VerifiedCertificate])
        /// The signer is one of these certificates itself.
        case xcode([VerifiedCertificate])

        /// A hash of the mode and of the set of certificates, by name and key (RFC 5280 section 6.1.1 (d)), for comparison. Renewing a root
        /// certificate under its old name and key doesn't change it.
        var identity: Fingerprint {
            let (name, certificates) =
                switch self {
                case .roots(let roots): ("roots", roots)
                case .xcode(let certificates): ("xcode", certificates)
                }
            let keys = Set(certificates.map { Array($0.subject) + $0.certificate.publicKey.subjectPublicKeyInfoBytes })
            let digests = keys.map { Array(SHA256.hash(data: $0)) }.sorted { $0.lexicographicallyPrecedes($1) }
            return Fingerprint(of: Array(name.utf8) + digests.joined())
        }
    }

    let mode: Mode
    let identity: Fingerprint
    /// The certificates that may have issued the signer certificate of a transaction receipt. They aren't trust anchors.
    let issuers: [UnverifiedCertificate]
    /// True if each root is trusted only for chains whose keys are of the same kind as the root's own, as Apple's roots are.
    private let separatesKeys: Bool

    var isXcode: Bool {
        if case .xcode = mode { true } else { false }
    }

    private init(_ mode: Mode, issuers: [UnverifiedCertificate] = [], separatesKeys: Bool) {
        self.mode = mode
        self.issuers = issuers
        self.separatesKeys = separatesKeys
        identity = mode.identity
    }

    /// Apple's root certificates, which are part of this library: Apple Inc. Root CA for app receipts, and Apple Root CA - G3 for StoreKit
    /// 2's JWS. Each is trusted only for its own kind of evidence.
    public static let appStore = appStore(issuers: appleIssuers)

    /// Creates a trust store of Apple's root certificates, with issuers of iOS 6 receipt signers that this library doesn't know. See
    /// ``roots(_:intermediates:)``.
    ///
    /// - Parameter intermediates: certificates in DER.
    /// - Throws: ``ReceiptPolicy/InvalidPolicy`` if one isn't a certificate.
    public static func appStore(
        intermediates: [some Collection<UInt8>]
    ) throws(ReceiptPolicy.InvalidPolicy) -> TrustStore {
        appStore(issuers: appleIssuers + (try readIssuers(intermediates.map { Array($0) })))
    }

    /// Creates a trust store of your own root certificates instead of Apple's, for receipts and JWS that ReceiptKitTesting issued.
    ///
    /// - Parameters:
    ///   - certificates: root certificates in DER.
    ///   - intermediates: certificates in DER that may have issued the signer certificate of an iOS 6 transaction receipt, which doesn't
    ///     contain its issuer. Apple's are part of this library. These certificates aren't trusted: a root must have signed each of them,
    ///     and the verifier checks it like the intermediate certificate of any chain.
    /// - Throws: ``ReceiptPolicy/InvalidPolicy`` if there is no root, if an argument isn't a certificate, or if a root's key isn't RSA of
    ///   2048 to 4096 bits, P-256 or P-384.
    public static func roots(
        _ certificates: [some Collection<UInt8>],
        intermediates: [some Collection<UInt8>] = [[UInt8]]()
    ) throws(ReceiptPolicy.InvalidPolicy) -> TrustStore {
        let roots = try read(certificates.map { Array($0) }, as: .root)
        return TrustStore(
            .roots(roots), issuers: appleIssuers + (try readIssuers(intermediates.map { Array($0) })),
            separatesKeys: false)
    }

    /// Creates a trust store of certificates from StoreKit testing in Xcode, which is a separate mode: the signer must be one of these
    /// certificates itself. The policy then accepts the environment Xcode, or those of Xcode and LocalTesting that you name, and no other.
    ///
    /// The private keys are on every developer's machine. Never use this mode on a server, or in a build that customers receive.
    ///
    /// - Parameter certificates: certificates in DER, one for each Mac. To export one, choose *Editor > Save Public Certificate* in Xcode.
    /// - Throws: ``ReceiptPolicy/InvalidPolicy`` if there is none, if one isn't a certificate, or if its key isn't RSA of 2048 to 4096
    ///   bits, P-256 or P-384.
    public static func xcode(
        _ certificates: [some Collection<UInt8>]
    ) throws(ReceiptPolicy.InvalidPolicy) -> TrustStore {
        TrustStore(.xcode(try read(certificates.map { Array($0) }, as: .signer)), separatesKeys: false)
    }
}

extension TrustStore {
    /// Returns the roots that chains with such keys may end in.
    package func roots(for keys: SigningKey.Kind) -> [VerifiedCertificate] {
        guard case .roots(let roots) = mode else { return [] }
        return separatesKeys ? roots.filter(keys.isIssuer) : roots
    }

    private static func read(
        _ certificates: [[UInt8]], as position: VerificationError.ChainPosition
    ) throws(ReceiptPolicy.InvalidPolicy) -> [VerifiedCertificate] {
        guard !certificates.isEmpty else { throw .certificateMissing }
        return try certificates.map { (bytes) throws(ReceiptPolicy.InvalidPolicy) in
            let certificate: VerifiedCertificate
            do throws(VerificationError) { certificate = try VerifiedCertificate(trusted: bytes, position) } catch {
                throw CertificateKey.isUnsuitable(inCertificate: bytes)
                    ? .certificateKey(Fingerprint(of: bytes)) : .malformedCertificate(Fingerprint(of: bytes))
            }
            guard SigningKey.Kind.rsa.isIssuer(certificate) || SigningKey.Kind.ecdsa.isIssuer(certificate) else {
                throw .certificateKey(Fingerprint(of: bytes))
            }
            return certificate
        }
    }

    private static func appStore(issuers: [UnverifiedCertificate]) -> TrustStore {
        TrustStore(.roots(appleRoots), issuers: issuers, separatesKeys: true)
    }

    private static func readIssuers(
        _ certificates: [[UInt8]]
    ) throws(ReceiptPolicy.InvalidPolicy) -> [UnverifiedCertificate] {
        try certificates.map { (bytes) throws(ReceiptPolicy.InvalidPolicy) in
            do throws(VerificationError) { return try UnverifiedCertificate(derEncoded: bytes, .intermediate) } catch {
                throw .malformedCertificate(Fingerprint(of: bytes))
            }
        }
    }

    private static let appleIssuers = orNone(try readIssuers(AppleIssuerCertificates.all))
    private static let appleRoots = orNone(try read([AppleRootCertificate.bytes, AppleRootCertificate.g3], as: .root))

    /// Returns the certificates. If the bytes of Apple's certificates were damaged, the result is empty and nothing is trusted, because the
    /// library must not trap.
    private static func orNone<T>(_ read: @autoclosure () throws(ReceiptPolicy.InvalidPolicy) -> [T]) -> [T] {
        do throws(ReceiptPolicy.InvalidPolicy) { return try read() } catch { return [] }
    }
}
