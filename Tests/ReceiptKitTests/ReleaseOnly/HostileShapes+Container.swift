import ReceiptKitTesting
import TestSupport

extension HostileShape {
    /// Hostile containers, which are read before a signature is checked.
    static let container: [HostileShape] = [
        HostileShape("DER-01 one byte too many", "limit.input") { [UInt8](repeating: 0x30, count: (10 << 20) + 1) },
        HostileShape("CMS-27 crls to the end of the input", "container.crls") {
            try with { $0.revocationLists = BulkReceipt.repeated([5, 0], size: large) }
        },
        HostileShape("CMS-26 unsigned attributes to the end of the input", "container.unsignedAttributes") {
            try with { $0.signers[0].unsignedAttributes = BulkReceipt.repeated([5, 0], size: large) }
        },
        HostileShape("CMS-21 another choice to the end of the input", "container.certificateChoice") {
            try with { $0.certificates.append(TLV.context(1, BulkReceipt.repeated([5, 0], size: large))) }
        },
        HostileShape("DER-03 nesting without end", "signer.certificateMissing") {
            var nest = [UInt8](repeating: 0, count: large)
            for _ in 0..<1_000 { nest = TLV.sequence(nest) }
            return try with {
                $0.signers[0].identifier = .issuerAndSerialNumber(issuer: nest, serialNumber: [1])
            }
        },
        HostileShape("DER-08 indefinite lengths without end", "der.length") {
            try with { $0.signers[0].signatureAlgorithm.parameters = BulkReceipt.repeated([0x30, 0x80], size: large) }
        },
        HostileShape("DER-15 content in pieces of one byte", "limit.elements") {
            try Attack.signed(BulkReceipt.honestContent(3_000_000), envelope: .ber(chunkSize: 1)).encoded
        },
        HostileShape("DER-15 content in pieces of one byte, nearly as many as allowed", "limit.elements") {
            try Attack.signed(BulkReceipt.honestContent(2_450_000), envelope: .ber(chunkSize: 1)).encoded
        },
        HostileShape("DER-15 content in pieces of two bytes", "accepted") {
            try Attack.signed(BulkReceipt.honestContent(3_000_000), envelope: .ber(chunkSize: 2)).encoded
        },
        HostileShape("DER-15 content in two halves", "accepted") {
            let content = BulkReceipt.payload((0..<20_000).map { BulkReceipt.row($0, padding: 60) })
            return try Attack.signed(content, envelope: .ber(chunkSize: content.count / 2 + 1)).encoded
        },
        HostileShape("CMS-05 digestAlgorithms without end", "container.digestAlgorithms") {
            try with {
                $0.digestAlgorithms = [TestAlgorithm](repeating: TestDigest.sha256.algorithm, count: 600_000)
            }
        },
        HostileShape("CMS-25 a signature of megabytes", "signature.invalid") {
            try with { $0.signers[0].signature = [UInt8](repeating: 0x7F, count: large) }
        },
        HostileShape("CMS-22 a serial number of megabytes", "signer.certificateMissing") {
            try with {
                $0.signers[0].identifier = .issuerAndSerialNumber(
                    issuer: Attack.chain.signer.issuer.encoded, serialNumber: [UInt8](repeating: 0x7F, count: large))
            }
        },
        HostileShape("DER-25 one certificate of NULLs", "limit.certificateSize") {
            try with { $0.certificates[2] = certificate(TLV.octets([UInt8](repeating: 0, count: large))) }
        },
        HostileShape("DER-20 an algorithm of a long identifier", "der.value") {
            try with {
                $0.contentType = TestOID([1, 2] + [UInt64](repeating: 127, count: 1_000_000))
            }
        },
    ]

    /// Returns the valid receipt's container with a change made after signing.
    private static func with(_ change: (inout TestSignedData) throws -> Void) throws -> [UInt8] {
        var signed = try Attack.signed(Subject.receipt.payload.encoded)
        try change(&signed)
        return signed.encoded
    }

    /// Something with the structure of a certificate.
    private static func certificate(_ extra: [UInt8]) -> [UInt8] {
        let empty = TLV.sequence()
        let signed = TLV.sequence(TLV.context(0, TLV.integer(2)), TLV.integer(7), empty, empty, empty, empty, extra)
        return TLV.sequence(signed, empty, TLV.bits([1]))
    }
}
