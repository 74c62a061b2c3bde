import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// A certificate is distrusted by its key, which is covered by its issuer's signature. The sender of the receipt can
/// only change the parts that the signature doesn't cover: the algorithm next to the signature, the signature, and the
/// lengths around them.
@Suite("Catalogue: distrusted keys")
struct CatalogueDistrustTests {
    enum Link: Int, CaseIterable, Sendable {
        case signer, intermediate

        var position: VerificationError.ChainPosition { self == .signer ? .signer : .intermediate }
    }

    /// The reason why a changed certificate is rejected.
    enum Refusal: Sendable {
        case algorithm, malformedCertificate, unsigned
        /// Malformed at the certificate's algorithm, its signature, or this many bytes before its end.
        case atAlgorithm(FormatError.Reason)
        case atSignature(FormatError.Reason)
        case fromEnd(Int, FormatError.Reason)

        /// Returns the error for `bytes`, a certificate that begins at offset `start` in the receipt.
        func error(_ link: Link, _ bytes: [UInt8], start: Int) -> VerificationError {
            let algorithm = start + 4 + Attack.chain.certificates[link.rawValue].toBeSigned.count
            let signature = algorithm + TestAlgorithm.sha256WithRSAEncryption.encoded.count
            return switch self {
            case .algorithm: .certificateAlgorithm(link.position)
            case .malformedCertificate: .malformedCertificate(link.position)
            case .unsigned where link == .signer: .certificateSignature(.signer)
            case .unsigned: .untrustedRoot(Fingerprint(of: bytes))
            case .atAlgorithm(let reason): .malformed(FormatError(reason, offset: algorithm))
            case .atSignature(let reason): .malformed(FormatError(reason, offset: signature))
            case .fromEnd(let count, let reason):
                .malformed(FormatError(reason, offset: start + bytes.count - count))
            }
        }
    }

    private static let signed: TestSignedData? = {
        do { return try Attack.signed(Subject.receipt.payload.encoded) } catch { return nil }
    }()

    /// Returns, for a receipt whose certificate at `link` was replaced by `variant`, the verdict, the expected error,
    /// and the verdict if the certificate's key is distrusted.
    private func errors(
        _ link: Link, _ refusal: Refusal, _ variant: (TestCertificate) throws -> [UInt8]
    ) throws -> (found: VerificationError?, expected: VerificationError, distrusted: VerificationError?) {
        var signed = try #require(Self.signed)
        let key = try Attack.keyFingerprint(Attack.chain.certificates[link.rawValue])
        let bytes = try variant(Attack.chain.certificates[link.rawValue])
        signed.certificates[link.rawValue] = bytes
        let start = try #require(signed.encoded.firstRange(of: bytes)).lowerBound
        return (
            try Attack.error(signed.encoded), refusal.error(link, bytes, start: start),
            try Attack.error(signed.encoded) { $0.distrustedKeys = [key] }
        )
    }

    @Test("CHN-24 the certificate itself", arguments: Link.allCases)
    func itself(_ link: Link) throws {
        let key = try Attack.keyFingerprint(Attack.chain.certificates[link.rawValue])
        let bytes = try #require(Self.signed).encoded
        #expect(try Attack.error(bytes) { $0.distrustedKeys = [key] } == .distrusted(link.position, key))
        // Changing the certificate's hash doesn't affect the key.
        let certificate = try Attack.fingerprint(Attack.chain.certificates[link.rawValue])
        #expect(try Attack.error(bytes) { $0.distrustedKeys = [certificate] } == nil)
    }

    @Test("CHN-24 every bit flipped outside the part that the issuer's signature covers", arguments: Link.allCases)
    func flips(_ link: Link) throws {
        let signed = try #require(Self.signed)
        let encoded = signed.certificates[link.rawValue]
        let signedPart = 4..<(4 + Attack.chain.certificates[link.rawValue].toBeSigned.count)
        let start = try #require(signed.encoded.firstRange(of: encoded)).lowerBound
        let signature = (encoded.count - 256)..<encoded.count
        let key = try Attack.keyFingerprint(Attack.chain.certificates[link.rawValue])
        let listed = ReceiptVerifier(policy: try Subject.policy { $0.distrustedKeys = [key] })
        let unlisted = ReceiptVerifier(policy: try Subject.policy())
        for index in Array(0..<4) + Array(signedPart.upperBound..<signature.lowerBound) + signature.sample(4) {
            for bit in 0..<8 {
                var copy = signed
                copy.certificates[link.rawValue][index] ^= 1 << UInt8(bit)
                let bytes = copy.encoded
                let error = try #require(verificationError { _ = try unlisted.verify(bytes, at: Subject.now) })
                let changed = copy.certificates[link.rawValue]
                let place = "byte \(index), bit \(bit)"
                let distrusted = verificationError { _ = try listed.verify(bytes, at: Subject.now) }
                #expect(distrusted == error || distrusted == .distrusted(link.position, key), "\(place)")
                switch index {
                case 0:
                    let reason: FormatError.Reason =
                        changed[0] == 0x20
                        ? .invalidTag(0x20) : .unexpectedTag(expected: 0x30, found: changed[0])
                    #expect(error == .malformed(FormatError(reason, offset: start)), "\(place)")
                case signature.lowerBound - 1:  // the unused bits
                    #expect(error == Refusal.malformedCertificate.error(link, changed, start: start), "\(place)")
                case signature: #expect(error == Refusal.unsigned.error(link, changed, start: start), "\(place)")
                default:
                    // Lengths, the algorithm, and the tag of the signature.
                    let code = error.code
                    #expect(
                        code.hasPrefix("der.") || ["chain.algorithm", "chain.certificateMalformed"].contains(code),
                        "\(place): \(code)")
                }
            }
        }
    }

    struct Variant: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let refusal: Refusal
        let change: @Sendable (inout TestCertificate) throws -> Void

        init(
            _ name: String, _ refusal: Refusal, _ change: @escaping @Sendable (inout TestCertificate) throws -> Void
        ) {
            (testDescription, self.refusal, self.change) = (name, refusal, change)
        }
    }

    private static func signature(_ certificate: TestCertificate) throws -> [UInt8] {
        try certificate.issuerKey.signature(over: certificate.toBeSigned, digest: .sha256)
    }

    static let variants: [Variant] = [
        Variant("the algorithm without NULL", .algorithm) { $0.outerSignatureAlgorithm.parameters = nil },
        Variant("the algorithm under another name", .malformedCertificate) {
            $0.outerSignatureAlgorithm = .rsaEncryption
        },
        Variant("a longer length for the algorithm", .atAlgorithm(.invalidLength(.notMinimal))) {
            $0.rawFields[.outerSignatureAlgorithm] =
                [0x30, 0x81] + TestAlgorithm.sha256WithRSAEncryption.encoded.dropFirst()
        },
        Variant("a longer length for the signature", .atSignature(.invalidLength(.notMinimal))) {
            $0.rawFields[.signature] = [0x03, 0x83, 0x00, 0x01, 0x01, 0x00] + (try signature($0))
        },
        Variant("a zero in front of the signature", .unsigned) { $0.signature = [0] + (try signature($0)) },
        Variant("a zero behind the signature", .unsigned) { $0.signature = try signature($0) + [0] },
        Variant("an unused bit in the signature", .malformedCertificate) { $0.signatureUnusedBits = 1 },
        Variant(
            "the signature as a constructed BIT STRING", .atSignature(.unexpectedTag(expected: 0x03, found: 0x23))
        ) {
            $0.rawFields[.signature] = TestDER.element(0x23, TestDER.bitString(try signature($0)))
        },
        Variant("something behind the signature", .fromEnd(2, .trailingBytes(2))) {
            $0.additionalFields = TestDER.null
        },
        Variant("an element behind the certificate", .fromEnd(2, .unexpectedTag(expected: 0x30, found: 0x05))) {
            $0.trailingBytes = TestDER.null
        },
    ]

    @Test("CHN-16, CHN-24 other encodings of the uncovered part", arguments: variants)
    func encodings(_ variant: Variant) throws {
        for link in Link.allCases {
            let (found, expected, distrusted) = try errors(link, variant.refusal) {
                var copy = $0
                try variant.change(&copy)
                return try copy.encoded()
            }
            #expect(found == expected, "\(link)")
            let key = try Attack.keyFingerprint(Attack.chain.certificates[link.rawValue])
            #expect(distrusted == expected || distrusted == .distrusted(link.position, key), "\(link)")
        }
    }

    @Test("CHN-24 another certificate with the same key is distrusted like the first")
    func renewed() throws {
        let key = try Attack.keyFingerprint(Attack.chain.signer)
        var chain = Attack.chain
        chain.signer.serialNumber = [0x33]
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        #expect(try Attack.error(bytes) == nil)
        #expect(try Attack.error(bytes) { $0.distrustedKeys = [key] } == .distrusted(.signer, key))
    }
}
