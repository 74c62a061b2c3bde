#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TestCertificate {
    /// Makes the subject its own issuer.
    mutating func makeSelfSigned() {
        issuer = subject
        issuerKey = key
        extensions.set(.authorityKeyIdentifier(key.keyIdentifier))
    }
}

extension DefectiveChain {
    /// The same chain as the stranger would have made it.
    var strangers: TestChain {
        guard chain.intermediate != nil else {
            var stranger = chain
            stranger.signer.key = .strangerSigner
            stranger.signer.issuerKey = .strangerSigner
            return stranger
        }
        return TestAuthority.stranger.chain(for: chain.signer.signatureDigest)
    }
}

extension TestReceipt {
    /// Moves the creation date behind the end of SHA-1, 2025-01-24, unless it is there already.
    mutating func createAfterSHA1() -> Bool {
        creationDate = max(creationDate, .utc(2025, 2, 1))
        return true
    }
}

extension DefectiveContainer {
    /// Signs the content, and only the content, with another hash.
    mutating func setDigest(_ digest: TestDigest) -> Bool {
        signedData.digestAlgorithms = [digest.algorithm]
        return editSigners {
            $0.digestAlgorithm = digest.algorithm
            $0.signatureDigest = digest
            if $0.signatureAlgorithm != .rsaEncryption { $0.signatureAlgorithm = digest.signatureAlgorithm }
        }
    }

    /// Flips the last bit of an attribute that nobody decodes (7), or of the device hash (5) where there is none.
    mutating func flipContent() -> Bool {
        guard
            let index = payload.attributes.firstIndex(where: { $0.type == 7 })
                ?? payload.attributes.firstIndex(where: { $0.type == 5 }),
            let last = payload.attributes[index].value.indices.last
        else { return false }
        payload.attributes[index].value[last] ^= 1
        signedData.content = payload.encoded
        return true
    }

    /// Adds a certificate with the signer's issuer and serial number, but another key. The same issuer signed it.
    mutating func addImpostor() throws(TestKitError) -> Bool {
        var impostor = chain.signer
        impostor.key = .developer
        impostor.extensions.set(.subjectKeyIdentifier(TestKey.developer.keyIdentifier))
        signedData.certificates.append(try impostor.encoded())
        return true
    }

    /// Adds another certificate of the intermediate: the same name and key, another serial number.
    mutating func addSecondIntermediate() throws(TestKitError) -> Bool {
        guard var twin = chain.intermediate else { return false }
        twin.serialNumber = [0x11]
        signedData.certificates.append(try twin.encoded())
        return true
    }
}
