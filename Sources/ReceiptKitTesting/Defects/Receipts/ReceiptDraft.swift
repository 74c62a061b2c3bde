internal import ReceiptEssentials

/// A receipt under construction.
struct ReceiptDraft: DefectDraft {
    enum Layer: Sendable { case receipt, payload, chain, unsigned, signed, bytes }

    var receipt: TestReceipt
    var chain: TestChain
    var payload = TestAttributeSet([])
    var signedData = TestSignedData()
    var bytes: [UInt8] = []
}

extension DefectChange<ReceiptDraft> {
    /// Changes the attributes.
    static func payload(_ change: @escaping @Sendable (inout TestAttributeSet) throws -> Void) -> Self {
        Self(.payload) { try change(&$0.payload) }
    }

    /// Removes an attribute.
    static func removing(_ type: Int64) -> Self {
        payload { guard $0.remove(type) else { throw NothingToSpoil() } }
    }

    /// Changes the first purchase.
    static func purchase(_ change: @escaping @Sendable (inout TestAttributeSet) -> Void) -> Self {
        payload { guard $0.editFirstPurchase(change) else { throw NothingToSpoil() } }
    }

    /// Changes the signer certificate.
    static func signer(_ change: @escaping @Sendable (inout TestCertificate) -> Void) -> Self {
        Self(.chain) { try $0.chain.editSigner(change) }
    }

    /// Changes the intermediate certificate.
    static func intermediate(_ change: @escaping @Sendable (inout TestCertificate) -> Void) -> Self {
        Self(.chain) { try $0.chain.editIntermediate(change) }
    }

    /// Changes the container before signing.
    static func unsigned(_ change: @escaping @Sendable (inout TestSignedData) throws -> Void) -> Self {
        Self(.unsigned) { try change(&$0.signedData) }
    }

    /// Changes the container after signing.
    static func signed(_ change: @escaping @Sendable (inout TestSignedData) throws -> Void) -> Self {
        Self(.signed) { try change(&$0.signedData) }
    }

    /// Changes the signer info after signing.
    static func signerInfo(_ change: @escaping @Sendable (inout TestSignerInfo) -> Void) -> Self {
        signed { try $0.editSigners(change) }
    }

    /// Moves the creation date after the end of SHA-1, 2025-01-24, if it isn't already.
    static var createdAfterSHA1: Self {
        Self(.receipt) { $0.receipt.creationDate = max($0.receipt.creationDate, .utc(2025, 2, 1)) }
    }

    /// Signs only the content with another hash function.
    static func digest(_ digest: TestDigest) -> Self {
        unsigned {
            $0.digestAlgorithms = [digest.algorithm]
            try $0.editSigners {
                $0.digestAlgorithm = digest.algorithm
                $0.signatureDigest = digest
                if $0.signatureAlgorithm != .rsaEncryption { $0.signatureAlgorithm = digest.signatureAlgorithm }
            }
        }
    }
}

extension TestSignedData {
    mutating func editSigners(_ change: (inout TestSignerInfo) -> Void) throws {
        if signers.isEmpty { throw NothingToSpoil() }
        for index in signers.indices { change(&signers[index]) }
    }
}
