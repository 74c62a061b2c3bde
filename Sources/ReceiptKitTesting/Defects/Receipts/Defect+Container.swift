/// Defects of the container around the payload.
extension Defect {
    static let container: [Self] = [
        Self(
            "content-flipped", "One bit of the content was flipped after signing.", "signature.invalid",
            isSignatureValid: false, .init(.signed) { try $0.flipContent() }),
        Self(
            "signature-flipped", "One bit of the signature was flipped.", "signature.invalid", isSignatureValid: false,
            .signerInfo { if let last = $0.signature.indices.last { $0.signature[last] ^= 1 } }),
        Self(
            "no-signer", "There is no signer.", "container.noSigner", isSignatureValid: false,
            .signed { $0.signers = [] }),
        Self(
            "two-signers", "There are two signers, both valid.", "container.severalSigners",
            .signed { $0.signers += $0.signers }),
        Self(
            "signed-attributes", "The signature is over signed attributes, which no genuine receipt has.",
            "container.signedAttributes",
            .unsigned {
                let content = $0.content ?? []
                try $0.editSigners {
                    $0.signedAttributes = TestSignerInfo.signedAttributes(content: content, digest: $0.signatureDigest)
                }
            }),
        Self(
            "signer-by-key-identifier", "The signer is named by its key, not by issuer and serial number.",
            "container.signerIdentifier",
            .init(.signed) {
                let identifier = $0.chain.signer.key.keyIdentifier
                try $0.signedData.editSigners { $0.identifier = .subjectKeyIdentifier(identifier) }
            }),
        Self(
            "signer-certificate-missing", "The certificate set lacks the signer certificate.",
            "signer.certificateMissing",
            isSignatureValid: false,
            .unsigned {
                guard !$0.certificates.isEmpty else { throw NothingToSpoil() }
                $0.certificates.removeFirst()
            }),
        Self(
            "signer-certificate-ambiguous",
            "A second certificate in the set has the signer's issuer and serial number.", "signer.certificateAmbiguous",
            .init(.signed) {
                var impostor = $0.chain.signer
                impostor.key = .developer
                impostor.extensions.set(.subjectKeyIdentifier(TestKey.developer.keyIdentifier))
                $0.signedData.certificates.append(try impostor.encoded())
            }),
        Self(
            "intermediate-missing", "The certificate set lacks the intermediate certificate.", "chain.issuerMissing",
            .unsigned {
                guard $0.certificates.count == 3 else { throw NothingToSpoil() }
                $0.certificates.remove(at: 1)
            }),
        Self(
            "intermediate-ambiguous", "Two certificates in the set have the name of the signer's issuer.",
            "chain.issuerAmbiguous",
            .init(.unsigned) {
                guard var copy = $0.chain.intermediate else { throw NothingToSpoil() }
                copy.serialNumber = [0x11]
                $0.signedData.certificates.append(try copy.encoded())
            }),
        Self(
            "md5-digest", "The receipt names MD5 as its digest.", "algorithm.unsupported", isSignatureValid: false,
            .signed {
                $0.digestAlgorithms = [.md5]
                try $0.editSigners { $0.digestAlgorithm = .md5 }
            }),
        Self(
            "sha384-digest", "The receipt has a valid signature with SHA-384.", "algorithm.unsupported",
            .digest(.sha384)),
        Self(
            "algorithm-pair-mismatch", "The digest and the signature algorithm do not belong together.",
            "algorithm.unsupported",
            .signerInfo {
                $0.signatureAlgorithm =
                    $0.signatureDigest == .sha1 ? .sha256WithRSAEncryption : .sha1WithRSAEncryption
            }),
        Self(
            "sha1-after-its-end", "The receipt was created after 2025-01-24 and is signed with SHA-1.",
            "algorithm.sha1", .createdAfterSHA1, .digest(.sha1)),
        Self(
            "detached", "The container has no content.", "container.noContent", isSignatureValid: false,
            .signed { $0.content = nil }),
        Self(
            "not-signed-data", "The container says that it is enveloped data.", "container.contentType",
            isSignatureValid: nil, .signed { $0.outerContentType = .envelopedData }),
        Self(
            "content-not-data", "The content says that it is signed data.", "container.contentType",
            .signed { $0.contentType = .signedData }),
        Self("container-version", "The container has version 5.", "container.version", .signed { $0.version = 5 }),
        Self("trailing-byte", "A byte follows the container.", "der.trailing", .init(.bytes) { $0.bytes.append(0) }),
        Self(
            "truncated", "The last byte is missing.", "der.truncated", isSignatureValid: nil,
            .init(.bytes) { _ = $0.bytes.popLast() }),
    ]
}

extension ReceiptDraft {
    /// Flips the last bit of attribute 7, which has no known meaning, or, if the receipt has none, of the device hash
    /// (5).
    fileprivate mutating func flipContent() throws {
        let types = payload.attributes.map(\.type)
        guard let index = types.firstIndex(of: 7) ?? types.firstIndex(of: 5),
            let last = payload.attributes[index].value.indices.last
        else { throw NothingToSpoil() }
        payload.attributes[index].value[last] ^= 1
        signedData.content = payload.encoded
    }
}
