import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// A certificate is distrusted by the hash of its bytes. Whoever sends the receipt can only change what the issuer's signature
/// does not cover: the algorithm beside the signature, the signature, and the lengths around them. Each of these has one form.
@Suite("Catalogue: distrusted certificates")
struct CatalogueDistrustTests {
    enum Link: Int, CaseIterable, Sendable { case signer, intermediate }

    private static let signed: TestSignedData? = {
        do { return try Attack.signed(Subject.receipt.payload.encoded) } catch { return nil }
    }()

    /// The verdict on a receipt whose certificate at `link` is distrusted and was then replaced by `variant`.
    private func error(_ link: Link, _ variant: (TestCertificate) throws -> [UInt8]) throws -> VerificationError? {
        var signed = try #require(Self.signed)
        let distrusted = CertificateFingerprint(of: signed.certificates[link.rawValue])
        signed.certificates[link.rawValue] = try variant(Attack.chain.certificates[link.rawValue])
        return try Attack.error(signed.encoded) { $0.distrustedCertificates = [distrusted] }
    }

    @Test("CHN-24 the certificate itself", arguments: Link.allCases)
    func itself(_ link: Link) throws {
        let fingerprint = try Attack.fingerprint(Attack.chain.certificates[link.rawValue])
        #expect(
            try error(link) { try $0.encoded() } == .distrusted(link == .signer ? .signer : .intermediate, fingerprint))
    }

    @Test("CHN-24 every bit flipped that the issuer's signature does not cover", arguments: Link.allCases)
    func flips(_ link: Link) throws {
        let signed = try #require(Self.signed)
        let encoded = signed.certificates[link.rawValue]
        let signedPart = 4..<(4 + Attack.chain.certificates[link.rawValue].toBeSigned.count)
        let verifier = ReceiptVerifier(
            policy: try Subject.policy { $0.distrustedCertificates = [CertificateFingerprint(of: encoded)] })
        var codes: Set<String> = []
        for index in encoded.indices where !signedPart.contains(index) {
            for bit in 0..<8 {
                var copy = signed
                copy.certificates[link.rawValue][index] ^= 1 << UInt8(bit)
                let error = verificationError { _ = try verifier.verify(copy.encoded, at: Subject.now) }
                #expect(error != nil, "byte \(index), bit \(bit)")
                if let error { codes.insert(error.code) }
            }
        }
        // Not one of them is believed, and none is refused only because it is on the list.
        #expect(!codes.contains("chain.distrusted"))
        #expect(codes.contains(link == .signer ? "chain.signature" : "chain.untrustedRoot"))
    }

    struct Variant: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: (signer: String, intermediate: String)
        let change: @Sendable (inout TestCertificate) throws -> Void
    }

    private static let algorithm = TestAlgorithm.sha256WithRSAEncryption.identifier
    private static func signature(_ certificate: TestCertificate) throws -> [UInt8] {
        try certificate.issuerKey.signature(over: certificate.toBeSigned, digest: .sha256)
    }

    static let variants: [Variant] = [
        Variant(testDescription: "the algorithm without NULL", code: ("chain.algorithm", "chain.algorithm")) {
            $0.outerSignatureAlgorithm.parameters = nil
        },
        Variant(
            testDescription: "the algorithm under another name",
            code: ("chain.certificateMalformed", "chain.certificateMalformed")
        ) { $0.outerSignatureAlgorithm = .rsaEncryption },
        Variant(testDescription: "a longer length for the algorithm", code: ("der.length", "der.length")) {
            $0.rawFields[.outerSignatureAlgorithm] =
                [0x30, 0x81] + TestAlgorithm.sha256WithRSAEncryption.encoded.dropFirst()
        },
        Variant(testDescription: "a longer length for the signature", code: ("der.length", "der.length")) {
            $0.rawFields[.signature] = [0x03, 0x83, 0x00, 0x01, 0x01, 0x00] + (try signature($0))
        },
        Variant(testDescription: "a zero in front of the signature", code: ("chain.signature", "chain.untrustedRoot")) {
            $0.signature = [0] + (try signature($0))
        },
        Variant(testDescription: "a zero behind the signature", code: ("chain.signature", "chain.untrustedRoot")) {
            $0.signature = try signature($0) + [0]
        },
        Variant(
            testDescription: "an unused bit in the signature",
            code: ("chain.certificateMalformed", "chain.certificateMalformed")
        ) { $0.signatureUnusedBits = 1 },
        Variant(testDescription: "the signature as a constructed BIT STRING", code: ("der.tag", "der.tag")) {
            $0.rawFields[.signature] = TestDER.element(0x23, TestDER.bitString(try signature($0)))
        },
        Variant(testDescription: "something behind the signature", code: ("der.trailing", "der.trailing")) {
            $0.additionalFields = TestDER.null
        },
        Variant(testDescription: "a byte behind the certificate", code: ("der.tag", "der.tag")) {
            $0.trailingBytes = TestDER.null
        },
    ]

    @Test("CHN-24 other encodings of what is not covered", arguments: variants)
    func encodings(_ variant: Variant) throws {
        for link in Link.allCases {
            let error = try error(link) {
                var copy = $0
                try variant.change(&copy)
                return try copy.encoded()
            }
            #expect(error?.code == (link == .signer ? variant.code.signer : variant.code.intermediate), "\(link)")
        }
    }

    @Test("CHN-24 another certificate with the same key is another certificate, and must be listed too")
    func renewed() throws {
        let distrusted = try Attack.fingerprint(Attack.chain.signer)
        var chain = Attack.chain
        chain.signer.serialNumber = [0x33]
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        #expect(try Attack.error(bytes) { $0.distrustedCertificates = [distrusted] } == nil)
        let renewed = try Attack.fingerprint(chain.signer)
        #expect(
            try Attack.error(bytes) { $0.distrustedCertificates = [distrusted, renewed] }
                == .distrusted(.signer, renewed))
    }
}
