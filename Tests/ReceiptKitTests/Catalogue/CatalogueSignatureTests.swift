import Crypto
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests signatures that decrypt to a block of another form than in RFC 8017 section 9.2, with keys made for them.
@Suite("Catalogue: the block inside an RSA signature")
struct CatalogueSignatureTests {
    /// A receipt signed with a fitted key, whose certificate is valid.
    static func receipt(
        _ block: [UInt8], bits: Int = 2_048, digest: TestDigest = .sha256,
        signature: @Sendable (FittedKey) -> [UInt8] = { $0.signature }
    ) throws -> [UInt8] {
        let key = FittedKey(block, bits: bits)
        var chain = Attack.chain
        chain.signer.subjectPublicKeyInfo = key.publicKey
        var signed = try TestSignedData(content: content, chain: chain, digest: digest)
        signed.signers[0].signature = signature(key)
        return signed.encoded
    }

    static let content = Subject.receipt.payload.encoded
    static let hash = TestDigest.sha256.hash(content)

    /// DigestInfo ::= SEQUENCE { digestAlgorithm AlgorithmIdentifier, digest OCTET STRING }
    static func digestInfo(_ parameters: [UInt8]? = TestDER.null, _ hash: [UInt8] = hash) -> [UInt8] {
        TestDER.sequence([
            TestAlgorithm(TestAlgorithm.sha256.identifier, parameters: parameters).encoded, TestDER.octetString(hash),
        ])
    }

    /// 00 01 FF … FF 00 and the rest, up to `octets`.
    static func block(
        _ info: [UInt8], garbage: Int = 0, type: UInt8 = 1, padding: UInt8 = 0xFF, separator: UInt8? = 0,
        octets: Int = 256
    ) -> [UInt8] {
        let end = info + [UInt8](repeating: 0xA5, count: garbage)
        let count = octets - 2 - (separator == nil ? 0 : 1) - end.count
        return [0, type] + [UInt8](repeating: padding, count: count) + (separator.map { [$0] } ?? []) + end
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let block: [UInt8]
        var digest = TestDigest.sha256
        var isAccepted = false

        init(_ name: String, _ block: [UInt8], digest: TestDigest = .sha256, isAccepted: Bool = false) {
            (testDescription, self.block, self.digest, self.isAccepted) = (name, block, digest, isAccepted)
        }
    }

    private static let longForms: [UInt8] = {
        let algorithm = TestAlgorithm.sha256.encoded
        return [0x30, 0x81, UInt8(algorithm.count + hash.count + 2)] + algorithm + TestDER.octetString(hash)
    }()

    private static func nested(_ parameters: [UInt8]) -> [UInt8] {
        digestInfo(TestDER.sequence([TestDER.octetString(parameters)]))
    }

    static let rows: [Row] = [
        Row("The right block, which shows that the key fits", block(digestInfo()), isAccepted: true),
        // The shortest allowed padding, with the hash far to the left, as in the cube root forgery.
        Row(
            "SIG-01 bytes of choice behind the hash, little padding",
            block(digestInfo(), garbage: 256 - 3 - 8 - digestInfo().count)),
        Row(
            "SIG-01 bytes of choice behind the hash, one byte of padding",
            block(digestInfo(), garbage: 256 - 3 - 1 - digestInfo().count)),
        Row("SIG-01 one byte behind the hash", block(digestInfo(), garbage: 1)),
        Row(
            "SIG-02 bytes of choice as the algorithm's parameters", block(nested([UInt8](repeating: 0xA5, count: 64)))),
        Row("SIG-02 parameters with content in NULL", block(digestInfo([0x05, 0x01, 0x00]))),
        Row("SIG-02 a length of two bytes where one would do", block(longForms)),
        Row("SIG-02 an indefinite length", block([0x30, 0x80] + digestInfo().dropFirst(2) + [0, 0])),
        Row(
            "SIG-02 a third element in DigestInfo", block(TestDER.sequence([digestInfo().dropFirst(2) + TestDER.null]))),
        Row("SIG-03 seven bytes of padding", block(digestInfo(), octets: digestInfo().count + 10)),
        Row("SIG-03 the padding 00", block(digestInfo(), padding: 0)),
        Row(
            "SIG-03 one byte of the padding is not FF",
            block(digestInfo()).enumerated().map { $0.offset == 9 ? 0xFE : $0.element }),
        Row("SIG-03 no 00 behind the padding", block(digestInfo(), separator: nil)),
        Row("SIG-03 01 for the 00 behind the padding", block(digestInfo(), separator: 1)),
        Row("SIG-03 block type 0", block(digestInfo(), type: 0, padding: 0)),
        Row("SIG-03 block type 0, padded as type 1", block(digestInfo(), type: 0)),
        Row("SIG-03 block type 2", block(digestInfo(), type: 2)),
        Row("SIG-03 no parameters, where NULL belongs", block(digestInfo(nil))),
        Row("SIG-03 the hash alone, without DigestInfo", block(hash)),
        Row(
            "SIG-07 the hash of SHA-256 under the name of SHA-1",
            block(TestDER.sequence([TestAlgorithm.sha1.encoded, TestDER.octetString(hash)]))),
        Row(
            "SIG-07 the hash of SHA-1 under the name of SHA-256",
            block(digestInfo(TestDER.null, TestDigest.sha1.hash(content)))),
        Row(
            "SIG-07 the SHA-256 of the SHA-1",
            block(digestInfo(TestDER.null, TestDigest.sha256.hash(TestDigest.sha1.hash(content))))),
        Row("SIG-07 a block for SHA-256 in a receipt of SHA-1", block(digestInfo()), digest: .sha1),
    ]

    @Test("Blocks", arguments: rows)
    func block(_ row: Row) throws {
        let bytes = try Self.receipt(row.block, digest: row.digest)
        #expect(try Attack.error(bytes) == (row.isAccepted ? nil : .signatureInvalid))
    }

    @Test("CMS-25 the signature plus the modulus decrypts to the same block")
    func beyondTheModulus() throws {
        let bytes = try Self.receipt(Self.block(Self.digestInfo())) { $0.plusModulus }
        #expect(try Attack.error(bytes) == .signatureInvalid)
    }

    @Test("SIG-10 the modulus less the signature: a second signature in ECDSA, but not in RSA")
    func complement() throws {
        let bytes = try Self.receipt(Self.block(Self.digestInfo())) { $0.complement }
        #expect(try Attack.error(bytes) == .signatureInvalid)
    }
}
