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

    var isXcode: Bool {
        if case .xcode = mode { true } else { false }
    }

    private init(_ mode: Mode) {
        self.mode = mode
        identity = mode.identity
    }

    /// Apple Inc. Root CA, which signs the chain of every App Store receipt. It is part of this library, as bytes.
    public static let appStore = TrustAnchor(.roots(appleRoots))

    /// Your own root certificates instead of Apple's: for receipts that ReceiptKitTesting issued.
    ///
    /// - Parameter certificates: in DER.
    /// - Throws: ``InvalidPolicy``, if there is none, or one is not a certificate, or has a key that cannot be read, such as
    ///   RSA of 1024 bits.
    public static func roots(_ certificates: [[UInt8]]) throws(InvalidPolicy) -> TrustAnchor {
        TrustAnchor(.roots(try read(certificates)))
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
            return try read([AppleRootCertificate.bytes])
        } catch {
            return []
        }
    }()
}
