internal import ReceiptEssentials

/// Defects of the chain and of the signature.
extension TransactionReceiptDefect {
    private static func signer(
        _ name: String, _ summary: String, _ change: @escaping @Sendable (inout TestCertificate) -> Void
    ) -> Self {
        Self(name, summary, .chain, .unsigned) { change(&$0.chain.signer) }
    }

    private static func dated(
        _ name: String, _ summary: String, _ change: @escaping @Sendable (inout TestCertificate, Date) -> Void
    ) -> Self {
        Self(name, summary, .chain, .unsigned) { change(&$0.chain.signer, $0.receipt.purchaseDate) }
    }

    /// Puts a key into the certificate that isn't the signing key.
    private static func otherKey(_ name: String, _ summary: String, _ key: TestKey) -> Self {
        Self(name, summary, .chain, .unsigned) {
            $0.signingKey = $0.chain.signer.key
            $0.chain.signer.key = key
        }
    }

    static let chains: [Self] = [
        Self(
            "wrong-root",
            "An authority that the verifier does not trust issued all certificates, under the same names.", .chain,
            .unsigned
        ) {
            $0.chain = TestAuthority.untrusted.transactionReceiptChain(for: $0.receipt.version)
        },
        signer("forged-signer", "The signer names the issuer, but another key signed it.") {
            $0.issuerKey = .untrustedIntermediate
        },
        signer("unknown-issuer", "The signer certificate names an unknown issuer.") {
            $0.issuer = TestName([.commonName("Another Authority")])
        },
        signer("self-signed", "The signer issued its own certificate.") { $0.makeSelfSigned() },
        Self(
            "developer-certificate", "A developer's certificate from the same issuer signed the receipt.", .chain,
            .unsigned
        ) {
            try $0.chain.signAsDeveloper(.developer)
        },
        signer("signer-marker-missing", "The signer lacks the marker of signers.") {
            $0.extensions.removeAll { [.receiptSignerMarker, .purchaseSignerMarker].contains($0.identifier) }
        },
        signer("signer-other-marker", "The signer has the marker of another version's signers.") {
            let marker: TestOID =
                $0.extensions.contains { $0.identifier == .receiptSignerMarker }
                ? .purchaseSignerMarker : .receiptSignerMarker
            $0.extensions.removeAll { [.receiptSignerMarker, .purchaseSignerMarker].contains($0.identifier) }
            $0.extensions.append(.marker(marker))
        },
        dated("signer-expired", "The purchase was made a day after the signer expired.") {
            $0.notAfter = $1.addingTimeInterval(-86400)
        },
        dated("signer-not-yet-valid", "The purchase was made a day before the signer becomes valid.") {
            $0.notBefore = $1.addingTimeInterval(86400)
        },
        signer("signer-is-authority", "The signer is marked as an authority.") {
            $0.extensions.set(.basicConstraints(isAuthority: true))
        },
        signer("signer-without-digital-signature", "The signer's key may only sign certificates.") {
            $0.extensions.set(.keyUsage([.keyCertSign]))
        },
        otherKey(
            "short-key", "The signer's key has 1024 bits, which only version 2 has.", .purchaseSigner),
        otherKey("elliptic-key", "The signer's key is of ECDSA.", .jwsSigner),
        Self(
            "certificate-trailing-bytes", "A byte follows the certificate and is included in its length.", .chain,
            .signed
        ) {
            $0.signature.certificate.append(0)
        },
    ]

    static let signatures: [Self] = [
        Self("relabelled-as-3", "The signature claims version 3.", .signature, .signed) {
            $0.signature.version = 3
        },
        Self("content-changed", "The product was changed after it was signed.", .signature, .signed) {
            $0.purchaseInfo.set("product-id", "com.example.gold")
        },
        Self("signature-flipped", "A bit of the signature is flipped.", .signature, .signed) {
            if let last = $0.signature.signature.popLast() { $0.signature.signature.append(last ^ 1) }
        },
        Self("other-key", "A key other than the certificate's signed the receipt.", .signature, .unsigned) {
            $0.signingKey = .developer
        },
        Self("other-digest", "The signature uses SHA-1, although this version requires SHA-256.", .signature, .unsigned)
        {
            $0.digest = .sha1
        },
        Self("version-not-signed", "The version was not signed.", .signature, .unsigned) { $0.signsVersion = false },
    ]
}
