internal import Crypto
internal import X509

/// The root certificates that a certificate chain must end in. The caller chooses, never the receipt.
public struct TrustStore: Sendable {
    enum Mode: Sendable {
        /// The chain is signer, one intermediate, and one of these.
        case roots([VerifiedCertificate])
        /// The signer is one of these very certificates.
        case xcode([VerifiedCertificate])

        /// What it trusts, for comparing: the mode, and the set of certificates by name and key (RFC 5280 section 6.1.1 (d)). A root
        /// that was renewed under its old name and key is the same.
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
    /// Candidates for the issuer of a transaction receipt's signer. They are not anchors.
    let issuers: [UnverifiedCertificate]
    /// Whether a root is for chains with keys of its own kind alone, as Apple's are.
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

    /// Apple's: Apple Inc. Root CA, to which every app receipt leads, and Apple Root CA - G3, to which StoreKit 2's JWS lead,
    /// each for its own kind only. They are part of this library, as bytes.
    public static let appStore = appStore(issuers: appleIssuers)

    /// Apple's roots, and issuers of iOS 6 receipt signers that this library doesn't know: see ``roots(_:intermediates:)``.
    ///
    /// - Parameter intermediates: in DER.
    /// - Throws: ``ReceiptPolicy/InvalidPolicy``, if one is not a certificate.
    public static func appStore(
        intermediates: [some Collection<UInt8>]
    ) throws(ReceiptPolicy.InvalidPolicy) -> TrustStore {
        appStore(issuers: appleIssuers + (try readIssuers(intermediates.map { Array($0) })))
    }

    /// Your own root certificates instead of Apple's, for receipts and JWS that ReceiptKitTesting issued.
    ///
    /// - Parameters:
    ///   - certificates: in DER.
    ///   - intermediates: in DER, certificates that may have issued the signer certificate of an iOS 6 transaction receipt, which doesn't
    ///     contain its issuer. Apple's are part of this library. They aren't trusted: a root must have signed each, and the verifier checks it
    ///     like the intermediate certificate of any chain.
    /// - Throws: ``ReceiptPolicy/InvalidPolicy``, if there is no root, if one of the arguments isn't a certificate, or if a root's key isn't
    ///   RSA of 2048 to 4096 bits, P-256 or P-384.
    public static func roots(
        _ certificates: [some Collection<UInt8>],
        intermediates: [some Collection<UInt8>] = [[UInt8]]()
    ) throws(ReceiptPolicy.InvalidPolicy) -> TrustStore {
        let roots = try read(certificates.map { Array($0) }, as: .root)
        return TrustStore(
            .roots(roots), issuers: appleIssuers + (try readIssuers(intermediates.map { Array($0) })),
            separatesKeys: false)
    }

    /// Certificates of StoreKit testing in Xcode, in a mode of its own: the signer must be one of these very certificates. The policy then
    /// accepts the environment Xcode, or those of Xcode and LocalTesting that you name, and no other.
    ///
    /// The private keys are on every developer's machine. Never use this in a build that customers get, nor on a server.
    ///
    /// - Parameter certificates: in DER, one for each Mac; export it in Xcode with *Editor > Save Public Certificate*.
    /// - Throws: ``ReceiptPolicy/InvalidPolicy``, if there is none, or if one isn't a certificate or its key isn't RSA of 2048 to 4096 bits,
    ///   P-256 or P-384.
    public static func xcode(
        _ certificates: [some Collection<UInt8>]
    ) throws(ReceiptPolicy.InvalidPolicy) -> TrustStore {
        TrustStore(.xcode(try read(certificates.map { Array($0) }, as: .signer)), separatesKeys: false)
    }
}

extension TrustStore {
    /// The roots that chains with such keys may lead to.
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

    /// Nothing may trap even if the bytes of Apple's certificates were damaged: then the list is empty, and nothing is trusted.
    private static func orNone<T>(_ read: @autoclosure () throws(ReceiptPolicy.InvalidPolicy) -> [T]) -> [T] {
        do throws(ReceiptPolicy.InvalidPolicy) { return try read() } catch { return [] }
    }
}
