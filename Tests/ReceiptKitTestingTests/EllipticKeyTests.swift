import Crypto
import ReceiptKitTesting
import Testing

/// Tests ECDSA keys and signatures with the test vectors of RFC 6979, and with swift-crypto as the reference.
@Suite struct EllipticKeyTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let curve: TestCurve
        let digest: TestDigest
        let message: String
        let r: String
        let s: String
        var testDescription: String { "\(curve) \(digest) \(message)" }
    }

    /// RFC 6979 §A.2.5 and §A.2.6.
    private static let scalars: [TestCurve: String] = [
        .p256: "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721",
        .p384: "6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D896D5724E4C70A825F872C9EA60D2EDF5",
    ]

    @Test(arguments: [
        Vector(
            curve: .p256, digest: .sha256, message: "sample",
            r: "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            s: "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"),
        Vector(
            curve: .p256, digest: .sha256, message: "test",
            r: "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
            s: "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"),
        Vector(
            curve: .p384, digest: .sha384, message: "sample",
            r: "94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C81A648152E44ACF96E36DD1E80FABE46",
            s: "99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94FA329C145786E679E7B82C71A38628AC8"),
    ])
    func nonceIsThatOfTheStandard(vector: Vector) throws {
        let scalar = try #require(Self.scalars[vector.curve])
        let key = try #require(TestKey(vector.curve, scalar: hex(scalar)))
        let signature = try key.ecdsaSignature(over: Array(vector.message.utf8), digest: vector.digest)
        #expect(signature.r == hex(vector.r))
        #expect(signature.s == hex(vector.s))
    }

    private static let keys: [TestKey] = [
        .jwsRoot, .jwsIntermediate, .jwsSigner, .jwsDeveloper, .jwsXcode, .untrustedJWSRoot, .untrustedJWSIntermediate,
        .untrustedJWSSigner, .p256Intermediate, .p384Signer,
    ]

    @Test func keysDiffer() {
        #expect(Set(Self.keys.map(\.publicKey)).count == Self.keys.count)
        #expect(TestKey.jwsRoot.curve == .p384)
        #expect(TestKey.jwsIntermediate.curve == .p384)
        #expect(TestKey.jwsSigner.curve == .p256)
        #expect(TestKey.signer.curve == nil)
        #expect(TestKey.jwsSigner.description.hasPrefix("P-256 key "))
    }

    @Test(arguments: TestDigest.allCases)
    func signaturesHold(digest: TestDigest) throws {
        for key in Self.keys {
            for message in [[], [0], Array("a longer message, of more than one block of the hash".utf8)] as [[UInt8]] {
                let signature = try key.ecdsaSignature(over: message, digest: digest)
                #expect(try holds(signature, key, message, digest))
                #expect(try key.ecdsaSignature(over: message, digest: digest) == signature)
                #expect(try key.signature(over: message, digest: digest) == signature.der)
                #expect(try !holds(signature, key, message + [1], digest))
            }
        }
    }

    @Test func theOtherFormHoldsToo() throws {
        for key in Self.keys {
            let signature = try key.ecdsaSignature(over: [1, 2, 3], digest: .sha256)
            #expect(signature.otherForm.r == signature.r)
            #expect(signature.otherForm.s != signature.s)
            #expect(signature.otherForm.otherForm == signature)
            #expect(try holds(signature.otherForm, key, [1, 2, 3], .sha256))
        }
    }

    @Test func derIsThatOfSwiftCrypto() throws {
        for number in 0..<40 as Range<UInt8> {
            let signature = try TestKey.jwsSigner.ecdsaSignature(over: [number])
            let expected = try P256.Signing.ECDSASignature(rawRepresentation: signature.raw)
            #expect(Array(expected.derRepresentation) == signature.der)
        }
    }

    @Test func whatIsNoScalarIsRefused() throws {
        for curve in TestCurve.allCases {
            let size = curve.coordinateSize
            for scalar in [
                [], [1], [UInt8](repeating: 0, count: size), [UInt8](repeating: 0xff, count: size),
                [UInt8](repeating: 1, count: size + 1),
            ] {
                #expect(TestKey(curve, scalar: scalar) == nil)
            }
            // The smallest scalar, whose point is the base point.
            let one = try #require(TestKey(curve, scalar: [UInt8](repeating: 0, count: size - 1) + [1]))
            #expect(one.publicKey.count == 1 + 2 * size)
            let signature = try one.ecdsaSignature(over: [7], digest: .sha512)
            #expect(try holds(signature, one, [7], .sha512))
        }
    }

    @Test func rsaMakesNoSuchSignature() {
        #expect(throws: TestKitError.signingFailed) { try TestKey.signer.ecdsaSignature(over: []) }
    }

    private func holds(
        _ signature: TestECDSASignature, _ key: TestKey, _ message: [UInt8], _ digest: TestDigest
    ) throws -> Bool {
        switch digest {
        case .sha1: try holds(signature, key, Insecure.SHA1.hash(data: message))
        case .sha256: try holds(signature, key, SHA256.hash(data: message))
        case .sha384: try holds(signature, key, SHA384.hash(data: message))
        case .sha512: try holds(signature, key, SHA512.hash(data: message))
        }
    }

    private func holds<Hash: Digest>(_ signature: TestECDSASignature, _ key: TestKey, _ hash: Hash) throws -> Bool {
        switch signature.curve {
        case .p256:
            try P256.Signing.PublicKey(x963Representation: key.publicKey)
                .isValidSignature(.init(rawRepresentation: signature.raw), for: hash)
        case .p384:
            try P384.Signing.PublicKey(x963Representation: key.publicKey)
                .isValidSignature(.init(rawRepresentation: signature.raw), for: hash)
        }
    }
}
