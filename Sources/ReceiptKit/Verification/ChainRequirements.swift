internal import SwiftASN1
internal import X509

/// Apple's marker extensions, which say what a certificate of its PKI is for.
enum Marker {
    /// On the certificates that sign receipts.
    static let receiptSigner: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    /// On the intermediates of Apple Worldwide Developer Relations.
    static let receiptIssuer: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
}

/// What the chain of a receipt must have beyond what RFC 5280 asks of every chain.
package struct ChainRequirements: Sendable {
    /// Whether signer and intermediate need Apple's marker extensions.
    let needsMarkers: Bool
    /// Whether keys are RSA of 2048 to 4096 bits and certificates are signed with RSA PKCS #1 v1.5.
    let needsRSA: Bool

    /// What receipts need.
    package static let receipt = ChainRequirements(needsMarkers: true, needsRSA: true)
    /// RFC 5280 alone: for other people's test suites, which know nothing of Apple's PKI.
    package static let anyPurpose = ChainRequirements(needsMarkers: false, needsRSA: false)

    /// The algorithms that certificates of a receipt may be signed with.
    static let signatureAlgorithms: Set<Certificate.SignatureAlgorithm> = [
        .sha1WithRSAEncryption, .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption,
    ]

    /// The critical extensions that ``CertificateChain`` evaluates. Any other is refused.
    static let criticalExtensions: Set<ASN1ObjectIdentifier> = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage,
    ]

    /// policyConstraints and inhibitAnyPolicy (RFC 5280 sections 4.2.1.11 and 4.2.1.14): they restrict what follows, so they
    /// count as critical also where the issuer forgot to mark them.
    static let alwaysCritical: Set<ASN1ObjectIdentifier> = [[2, 5, 29, 36], [2, 5, 29, 54]]
}
