/// Who is believed: the root certificates that the chain of a receipt has to end in. The caller chooses, never the receipt.
public struct TrustAnchor: Sendable {
    enum Mode: Sendable {
        /// The chain is signer, one intermediate, and one of these.
        case roots([ChainCertificate])
        /// The signer is one of these very certificates.
        case xcode([ChainCertificate])
    }

    let mode: Mode
    /// Whom it trusts, for comparing.
    let identity: Fingerprint
    private let rsaRoots: [ChainCertificate]
    private let ecdsaRoots: [ChainCertificate]

    var isXcode: Bool {
        if case .xcode = mode { true } else { false }
    }

    private init(_ mode: Mode, rsaRoots: [ChainCertificate] = [], ecdsaRoots: [ChainCertificate] = []) {
        self.mode = mode
        self.rsaRoots = rsaRoots
        self.ecdsaRoots = ecdsaRoots
        identity = mode.identity
    }

    /// Apple's: Apple Inc. Root CA, to which every app receipt leads, and Apple Root CA - G3, to which StoreKit 2's tokens lead,
    /// each for its own kind only. They are part of this library, as bytes.
    public static let appStore = TrustAnchor(
        .roots(appleRoots), rsaRoots: appleRoots.filter(SigningKey.Kind.rsa.isIssuer),
        ecdsaRoots: appleRoots.filter(SigningKey.Kind.ecdsa.isIssuer))

    /// Your own root certificates instead of Apple's, for receipts and tokens that ReceiptKitTesting issued.
    ///
    /// - Parameter certificates: in DER.
    /// - Throws: ``InvalidPolicy``, if there is none, or one is not a certificate, or has a key that cannot be read, such as
    ///   RSA of 1024 bits.
    public static func roots(_ certificates: [[UInt8]]) throws(InvalidPolicy) -> TrustAnchor {
        let roots = try read(certificates)
        return TrustAnchor(.roots(roots), rsaRoots: roots, ecdsaRoots: roots)
    }

    /// Certificates of StoreKit testing in Xcode, in a mode of its own: the signer must be one of these very certificates, and
    /// the receipt's environment must be Xcode, which the policy then accepts, and no other.
    ///
    /// The private keys are on every developer's machine. Never use this in a build that customers get, nor on a server.
    ///
    /// - Parameter certificates: in DER, one for each Mac; export it in Xcode with *Editor > Save Public Certificate*.
    /// - Throws: ``InvalidPolicy``, if there is none, or one is not a certificate, or has a key that cannot be read, such as
    ///   RSA of 1024 bits.
    public static func xcode(_ certificates: [[UInt8]]) throws(InvalidPolicy) -> TrustAnchor {
        TrustAnchor(.xcode(try read(certificates)))
    }
}

extension TrustAnchor {
    /// The roots that chains with such keys may lead to.
    func roots(for keys: SigningKey.Kind) -> [ChainCertificate] {
        switch keys {
        case .rsa: rsaRoots
        case .ecdsa: ecdsaRoots
        }
    }

    private static func read(_ certificates: [[UInt8]]) throws(InvalidPolicy) -> [ChainCertificate] {
        guard !certificates.isEmpty else { throw .certificateMissing }
        var all: [ChainCertificate] = []
        for bytes in certificates {
            do throws(VerificationError) {
                all.append(try ChainCertificate(trusted: bytes))
            } catch {
                let fingerprint = Fingerprint(of: bytes)
                throw CertificateKey.isUnsuitable(inCertificate: bytes)
                    ? .certificateKey(fingerprint) : .malformedCertificate(fingerprint)
            }
        }
        return all
    }

    /// A list, because nothing may trap even if these bytes were damaged: then it is empty, and nothing is trusted. A test
    /// pins the fingerprint.
    private static let appleRoots: [ChainCertificate] = {
        do throws(InvalidPolicy) {
            return try read([AppleRootCertificate.bytes, AppleRootCertificate.g3])
        } catch {
            return []
        }
    }()
}
