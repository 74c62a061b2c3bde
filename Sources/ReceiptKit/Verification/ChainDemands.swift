internal import SwiftASN1
internal import X509

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Apple's marker extensions, which say what a certificate of its PKI is for.
enum Marker {
    /// On the certificates that sign receipts.
    static let receiptSigner: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    /// On the intermediates of Apple Worldwide Developer Relations.
    static let receiptIssuer: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
}

/// What a chain must have beyond what RFC 5280 asks of every chain: which algorithms, which markers, which keys, and what the
/// policy does not believe.
package struct ChainDemands: Sendable {
    /// The algorithms that signer and intermediate may be signed with.
    private let algorithms: Set<Certificate.SignatureAlgorithm>
    private let signerMarker: ASN1ObjectIdentifier
    private let issuerMarker: ASN1ObjectIdentifier
    private let sha1: SHA1Acceptance
    private let distrusted: Set<Fingerprint>

    /// What receipts need: RSA PKCS #1 v1.5, keys of 2048 to 4096 bits, and Apple's markers.
    package static func receipt(_ policy: ReceiptPolicy) -> ChainDemands {
        ChainDemands(
            algorithms: [
                .sha1WithRSAEncryption, .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption,
            ],
            signerMarker: Marker.receiptSigner, issuerMarker: Marker.receiptIssuer, sha1: policy.sha1,
            distrusted: policy.distrustedCertificates)
    }

    /// What can be said before any signature is checked.
    package func check(
        signer: EncodedCertificate, intermediate: EncodedCertificate, root: ChainCertificate, at created: Date
    ) throws(VerificationError) {
        try checkDistrust(signer, .signer)
        try checkDistrust(intermediate, .intermediate)
        try checkDistrust(root.encoded, .root)
        if signer.isSignedWithSHA1 || intermediate.isSignedWithSHA1 { try sha1.check(.certificate, created) }
        guard algorithms.contains(signer.signatureAlgorithm) else { throw .certificateAlgorithm(.signer) }
        guard algorithms.contains(intermediate.signatureAlgorithm) else { throw .certificateAlgorithm(.intermediate) }
        _ = try root.rsaKey(.root)
    }

    func checkDistrust(_ certificate: EncodedCertificate, _ position: ChainPosition) throws(VerificationError) {
        if distrusted.isEmpty { return }
        let fingerprint = certificate.fingerprint
        if distrusted.contains(fingerprint) { throw .distrusted(position, fingerprint) }
    }

    /// What the certificates say of themselves.
    ///
    /// Every developer has a certificate that leads to Apple's root. Only the markers tell receipt signers from them.
    package func check(_ chain: CertificateChain) throws(VerificationError) {
        guard chain.signer.certificate.extensions[oid: signerMarker] != nil else {
            throw .notReceiptSigner(chain.signer.fingerprint)
        }
        guard chain.intermediate.certificate.extensions[oid: issuerMarker] != nil else {
            throw .notReceiptIssuer(chain.intermediate.fingerprint)
        }
        _ = try chain.intermediate.rsaKey(.intermediate)
        _ = try chain.signer.rsaKey(.signer)
    }
}
