#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Who is believed: the root certificates that the chain of a receipt has to end in. The caller chooses, never the receipt.
public struct TrustAnchor: Sendable {
    enum Mode: Sendable {
        /// The chain is signer, one intermediate, and one of these.
        case roots([ChainCertificate])
        /// The signer is this very certificate.
        case xcode(ChainCertificate)
    }

    let mode: Mode
    /// Whom it trusts, for comparing.
    let identity: Identity

    var isXcode: Bool {
        if case .xcode = mode { true } else { false }
    }

    private init(_ mode: Mode) {
        self.mode = mode
        identity = Identity(mode)
    }

    /// Apple Inc. Root CA, which signs the chain of every App Store receipt. It is part of this library, as bytes.
    public static let appStore = TrustAnchor(.roots(appleRoots))

    /// Your own root certificates instead of Apple's: for receipts that ReceiptKitTesting issued.
    ///
    /// - Parameter certificates: in DER.
    /// - Throws: ``InvalidTrustAnchor``, if one is not a certificate, or has a key that cannot be read, such as RSA of 1024 bits.
    public static func roots(_ certificates: [[UInt8]]) throws(InvalidTrustAnchor) -> TrustAnchor {
        var roots: [ChainCertificate] = []
        for certificate in certificates { roots.append(try read(certificate)) }
        return TrustAnchor(.roots(roots))
    }

    /// The certificate of StoreKit testing in Xcode, in a mode of its own: the signer must be that very certificate, and the
    /// receipt's environment must be Xcode. The policy's environments must name it too: `environments: [.xcode]`.
    ///
    /// Its private key is on every developer's machine. Never use this in a build that customers get, nor on a server.
    ///
    /// - Parameter certificate: in DER; export it in Xcode with *Editor > Save Public Certificate*.
    /// - Throws: ``InvalidTrustAnchor``, if it is not a certificate, or has a key that cannot be read, such as RSA of 1024 bits.
    public static func xcode(_ certificate: [UInt8]) throws(InvalidTrustAnchor) -> TrustAnchor {
        TrustAnchor(.xcode(try read(certificate)))
    }
}

/// A trust anchor that was given cannot be one.
public struct InvalidTrustAnchor: Error, Hashable, Sendable {
    /// What is wrong with it.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The bytes are not an X.509 certificate in DER.
        case malformed
        /// They are, but the key cannot be used: it is not RSA of 2048 to 4096 bits.
        case key
    }

    /// What is wrong with it.
    public let reason: Reason
    /// The fingerprint of the bytes that were given.
    public let fingerprint: CertificateFingerprint

    package init(_ reason: Reason, fingerprint: CertificateFingerprint) {
        self.reason = reason
        self.fingerprint = fingerprint
    }

    /// A stable name for this kind of error, as the other errors have one: `trustAnchor.malformed` or `trustAnchor.key`.
    public var code: String {
        switch reason {
        case .malformed: "trustAnchor.malformed"
        case .key: "trustAnchor.key"
        }
    }
}

extension InvalidTrustAnchor: CustomStringConvertible, LocalizedError {
    /// One line that says what is wrong.
    public var description: String {
        switch reason {
        case .malformed: "The trust anchor \(fingerprint) is not an X.509 certificate in DER"
        case .key: "The key of the trust anchor \(fingerprint) is not RSA of 2048 to 4096 bits"
        }
    }

    /// What `localizedDescription` gives: ``description``, in English.
    public var errorDescription: String? { description }
}

extension TrustAnchor {
    private static func read(_ bytes: [UInt8]) throws(InvalidTrustAnchor) -> ChainCertificate {
        do throws(VerificationError) {
            return try ChainCertificate(trusted: bytes)
        } catch {
            throw InvalidTrustAnchor(
                CertificateKey.isUnsuitable(inCertificate: bytes) ? .key : .malformed,
                fingerprint: CertificateFingerprint(of: bytes))
        }
    }

    /// A list, because nothing may trap even if these bytes were damaged: then it is empty, and nothing is trusted. A test
    /// pins the fingerprint.
    private static let appleRoots: [ChainCertificate] = {
        do throws(InvalidTrustAnchor) {
            return [try read(AppleRootCertificate.bytes)]
        } catch {
            return []
        }
    }()
}
