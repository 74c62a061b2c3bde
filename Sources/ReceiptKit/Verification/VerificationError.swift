public import ReceiptFields

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why a receipt is not to be believed. The cases stand in the order of the checks; the first that fails is thrown.
///
/// Compare errors by value or by ``code``; the text of ``description`` may change between releases. To a remote client,
/// answer no more than "refused": which check failed helps whoever forges receipts.
@nonexhaustive
public enum VerificationError: Error, Hashable, Sendable {
    // Size and structure.

    /// The bytes are no well-formed receipt.
    case malformed(FormatError)

    // The signer's certificate (RFC 5652 section 5.3).

    /// No certificate in the receipt has the issuer and serial number that the signer names. Of the number, at most 64 octets.
    case signerCertificateMissing(serialNumber: [UInt8])
    /// More than one certificate in the receipt has the issuer and serial number that the signer names. Of the number, at
    /// most 64 octets.
    case signerCertificateAmbiguous(serialNumber: [UInt8])

    // Algorithms.

    /// Digest and signature algorithm, as dotted object identifiers, are not SHA-1 or SHA-256 with RSA.
    case unsupportedAlgorithm(digest: String, signature: String)
    /// SHA-1 in a receipt created after 2025-01-24, when Apple's last certificate for it expired, or where the policy
    /// refuses it altogether.
    case sha1NotAccepted(SHA1Use, created: Date)

    // The chain: signer, one intermediate, pinned root (RFC 5280 section 6).

    /// The certificate that issued the signer's is not in the receipt.
    case issuerCertificateMissing
    /// Several certificates in the receipt have the name of the signer's issuer.
    case issuerCertificateAmbiguous
    /// A certificate cannot be read.
    case malformedCertificate(ChainPosition)
    /// The chain does not lead to the trusted root. The fingerprint is that of the last certificate before it.
    case untrustedRoot(CertificateFingerprint)
    /// The policy names a certificate of the chain as not to be trusted.
    case distrusted(ChainPosition, CertificateFingerprint)
    /// In the mode for Xcode's receipts: the signer is another certificate than the one given.
    case notXcodeCertificate(CertificateFingerprint)
    /// A certificate is not of X.509 version 3.
    case certificateVersion(ChainPosition, found: Int64)
    /// A serial number that RFC 5280 section 4.1.2.2 does not allow.
    case serialNumber(ChainPosition)
    /// A certificate is signed with an algorithm that is not accepted, or names two different ones.
    case certificateAlgorithm(ChainPosition)
    /// The signer may not sign receipts: its certificate lacks the extension 1.2.840.113635.100.6.11.1. Every developer owns
    /// a certificate that leads to the same root; this is what keeps them from signing receipts.
    case notReceiptSigner(CertificateFingerprint)
    /// The intermediate is not the one for receipt signers: it lacks the extension 1.2.840.113635.100.6.2.1.
    case notReceiptIssuer(CertificateFingerprint)
    /// A certificate was not valid yet when the receipt was created.
    case certificateNotYetValid(ChainPosition, notBefore: Date, created: Date)
    /// A certificate had expired when the receipt was created.
    case certificateExpired(ChainPosition, notAfter: Date, created: Date)
    /// A critical extension that nothing here evaluates, or one that RFC 5280 wants critical whatever the certificate says.
    /// Of an identifier beyond 64 characters, the beginning and `…`.
    case criticalExtension(ChainPosition, String)
    /// Name constraints, which Apple's certificates do not have.
    case nameConstraints(ChainPosition)
    /// An issuer is not marked as a certificate authority.
    case notCertificateAuthority(ChainPosition)
    /// The signer's certificate is marked as a certificate authority.
    case signerIsCertificateAuthority
    /// More certificates follow than an issuer allows.
    case pathLength(ChainPosition)
    /// The key may not be used for what it is used for here.
    case keyUsage(ChainPosition)
    /// Another key than the issuer's is named as the one that signed the certificate.
    case keyIdentifier(ChainPosition)
    /// The key is not RSA of 2048 to 4096 bits.
    case certificateKey(ChainPosition)
    /// The issuer's key did not sign the certificate.
    case certificateSignature(ChainPosition)

    // The signature.

    /// The signer's key did not sign this content: something was changed, or it was never signed.
    case signatureInvalid

    // What the policy demands of the content.

    /// The receipt is for another environment than those accepted.
    case environmentMismatch(found: ReceiptEnvironment, accepted: Set<ReceiptEnvironment>)
    /// The receipt is for another app.
    case bundleIdentifierMismatch(found: String, expected: String)
    /// The receipt is for another version of the app.
    case appVersionMismatch(found: String, expected: String)
    /// The receipt was created after the time of verification, by more than the tolerance.
    case createdInFuture(created: Date, now: Date)
    /// The receipt is older than the policy accepts.
    case tooOld(created: Date, now: Date)
    /// The receipt has expired (volume purchase).
    case expired(expiration: Date, now: Date)
    /// The device identifier in the policy has neither 16 octets (identifier for vendor) nor 6 (MAC address).
    case deviceIdentifierSize(Int)
    /// The receipt is for another device.
    case deviceMismatch
}

/// A certificate's place in the chain.
@nonexhaustive
public enum ChainPosition: String, Hashable, Sendable {
    /// The certificate whose key signed the receipt.
    case signer
    /// The certificate that issued the signer's.
    case intermediate
    /// The trusted root.
    case root
}

/// What SHA-1 was used for.
@nonexhaustive
public enum SHA1Use: String, Hashable, Sendable {
    /// The receipt's own signature.
    case receipt
    /// The signature on a certificate of the chain.
    case certificate
}
