package import ReceiptEssentials
internal import SwiftASN1
internal import X509

/// Apple's marker extensions, which state the purpose of a certificate of its PKI.
enum AppleExtension {
    /// The marker of certificates that sign receipts.
    static let receiptSigner: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 11, 1]
    /// The marker of the intermediate certificates of Apple Worldwide Developer Relations.
    static let receiptIssuer: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 1]
    /// The marker of certificates that signed transaction receipts of version 2.
    static let purchaseSigner: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 5, 1]
    /// The marker of Apple iTunes Store Certification Authority, which issued the signers of such receipts.
    static let purchaseIssuer: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 2]

    /// Returns true if a DER certificate contains, at any position, the marker of a signer or an intermediate. This is used only to choose
    /// the error.
    static func isIn(_ certificate: [UInt8]) -> Bool {
        [receiptSigner, receiptIssuer].contains { marker in
            var serializer = DER.Serializer()
            do { try serializer.serialize(marker) } catch { return false }
            let mark = serializer.serializedBytes
            return certificate.indices.contains { certificate[$0...].starts(with: mark) }
        }
    }
}

/// The requirements on a chain beyond those of RFC 5280 for every chain: its algorithms, markers and keys, and no distrusted key.
package struct AppStoreChainPolicy: Sendable {
    /// The algorithms that may sign the signer and intermediate certificates.
    private let algorithms: Set<Certificate.SignatureAlgorithm>
    private let keys: SigningKey.Kind
    private let signerMarker: ASN1ObjectIdentifier
    private let issuerMarker: ASN1ObjectIdentifier
    private let sha1: ReceiptPolicy.SHA1Acceptance
    private let distrusted: Set<Fingerprint>

    /// Creates the requirements for a chain with keys of this kind: the algorithm is RSA PKCS #1 v1.5 for receipts and ECDSA for StoreKit
    /// 2's JWS. Apple's markers are required too; they differ for transaction receipts of version 2.
    package init(_ keys: SigningKey.Kind, _ policy: ReceiptPolicy) {
        algorithms =
            keys == .ecdsa
            ? [.ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512]
            : [.sha1WithRSAEncryption, .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption]
        let isOfVersionTwo = keys == .transactionReceipt(bits: TransactionReceiptVersion.two.keySize)
        signerMarker = isOfVersionTwo ? AppleExtension.purchaseSigner : AppleExtension.receiptSigner
        issuerMarker = isOfVersionTwo ? AppleExtension.purchaseIssuer : AppleExtension.receiptIssuer
        sha1 = keys == .ecdsa ? .never : policy.sha1
        distrusted = policy.distrustedKeys
        self.keys = keys
    }

    /// Checks the requirements that don't depend on a signature.
    package func check(
        signer: UnverifiedCertificate, intermediate: UnverifiedCertificate, root: VerifiedCertificate, at created: Date
    ) throws(VerificationError) {
        for certificate in [signer, intermediate, root.encoded] { try checkDistrust(certificate) }
        if signer.isSignedWithSHA1 || intermediate.isSignedWithSHA1 { try sha1.check(.certificate, created) }
        for certificate in [signer, intermediate] where !algorithms.contains(certificate.signatureAlgorithm) {
            throw .certificateAlgorithm(certificate.position)
        }
        try keys.checkIssuer(root)
    }

    func checkDistrust(_ certificate: UnverifiedCertificate) throws(VerificationError) {
        if distrusted.isEmpty { return }
        guard let key = certificate.subjectPublicKeyInfo else { throw .malformedCertificate(certificate.position) }
        let fingerprint = Fingerprint(of: key)
        if distrusted.contains(fingerprint) { throw .distrusted(certificate.position, fingerprint) }
    }

    /// Checks the certificates' markers and keys.
    ///
    /// Every developer has a certificate that leads to Apple's root. Only the markers distinguish receipt signers from developers.
    package func check(_ chain: CertificateChain) throws(VerificationError) {
        guard chain.signer.certificate.extensions[oid: signerMarker] != nil else {
            throw .notReceiptSigner(chain.signer.fingerprint)
        }
        guard chain.intermediate.certificate.extensions[oid: issuerMarker] != nil else {
            throw .notReceiptIssuer(chain.intermediate.fingerprint)
        }
        try keys.checkIssuer(chain.intermediate)
        _ = try keys.signingKey(of: chain.signer)
    }
}
