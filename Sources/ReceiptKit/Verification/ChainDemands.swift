package import ReceiptEssentials
internal import SwiftASN1
internal import X509

/// Apple's marker extensions, which say what a certificate of its PKI is for.
enum Marker {
    /// On the certificates that sign receipts.
    static let receiptSigner: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    /// On the intermediates of Apple Worldwide Developer Relations.
    static let receiptIssuer: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
    /// On the certificates that signed transaction receipts of version 2.
    static let purchaseSigner: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 5, 1]
    /// On Apple iTunes Store Certification Authority, which issued those.
    static let purchaseIssuer: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 2]
}

/// What a chain must have beyond what RFC 5280 asks of every chain: which algorithms, which markers, which keys, and what the
/// policy does not believe.
package struct ChainDemands: Sendable {
    /// The algorithms that signer and intermediate may be signed with.
    private let algorithms: Set<Certificate.SignatureAlgorithm>
    private let keys: SigningKey.Kind
    private var signerMarker = Marker.receiptSigner
    private var issuerMarker = Marker.receiptIssuer
    private let sha1: ReceiptPolicy.SHA1Acceptance
    private let distrusted: Set<Fingerprint>

    /// What receipts need: RSA PKCS #1 v1.5, keys of 2048 to 4096 bits, and Apple's markers.
    package static func receipt(_ policy: ReceiptPolicy) -> ChainDemands { rsa(.rsa, policy) }

    /// What transaction receipts need: as receipts, but a signer's key of 2048 bits exactly, or of 1024 bits and then other markers.
    private static func transactionReceipt(bits: Int, _ policy: ReceiptPolicy) -> ChainDemands {
        var demands = rsa(.transactionReceipt(bits: bits), policy)
        if bits == TransactionReceiptVersion.two.keySize {
            demands.signerMarker = Marker.purchaseSigner
            demands.issuerMarker = Marker.purchaseIssuer
        }
        return demands
    }

    private static func rsa(_ keys: SigningKey.Kind, _ policy: ReceiptPolicy) -> ChainDemands {
        ChainDemands(
            algorithms: [
                .sha1WithRSAEncryption, .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption,
            ],
            keys: keys, sha1: policy.sha1, distrusted: policy.distrustedKeys)
    }

    /// What StoreKit 2's JWS need: ECDSA, the signer's key on P-256, the issuers' on P-256 or P-384, and Apple's markers.
    package static func jws(_ policy: ReceiptPolicy) -> ChainDemands {
        ChainDemands(
            algorithms: [.ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512], keys: .ecdsa, sha1: .never,
            distrusted: policy.distrustedKeys)
    }

    static func demands(_ keys: SigningKey.Kind, _ policy: ReceiptPolicy) -> ChainDemands {
        switch keys {
        case .rsa: receipt(policy)
        case .ecdsa: jws(policy)
        case .transactionReceipt(let bits): transactionReceipt(bits: bits, policy)
        }
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
        try keys.checkIssuer(root, .root)
    }

    func checkDistrust(_ certificate: EncodedCertificate, _ position: VerificationError.ChainPosition)
        throws(VerificationError)
    {
        if distrusted.isEmpty { return }
        guard let key = certificate.subjectPublicKeyInfo else { throw .malformedCertificate(position) }
        let fingerprint = Fingerprint(of: key)
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
        try keys.checkIssuer(chain.intermediate, .intermediate)
        _ = try keys.signingKey(of: chain.signer)
    }
}
