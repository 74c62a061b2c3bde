import Crypto
import ReceiptKitTesting
import TestSupport

extension HostileShape {
    /// Hostile certificates. In a small receipt, a chain that the verifier hasn't seen is the most expensive part.
    static let chain: [HostileShape] = [
        HostileShape("CHN-02 an untrusted chain", "chain.untrustedRoot") {
            try chained(TestAuthority.untrusted.sha256)
        },
        HostileShape("CHN-02 an untrusted chain under the trusted root's name", "chain.untrustedRoot") {
            try chained(forged)
        },
        HostileShape("DER-25 under the root's name, the longest names", "chain.certificateMalformed") {
            var chain = forged
            lengthenNames(&chain)
            return try chained(chain)
        },
        HostileShape("DER-25 under the root's name, as many extensions as are read", "chain.untrustedRoot") {
            var chain = forged
            addExtensions(&chain)
            return try chained(chain)
        },
        HostileShape("DER-25 an identifier of thousands of arcs", "chain.untrustedRoot") {
            var chain = forged
            let long = TestExtension(TestOID([1, 2] + [UInt64](repeating: 1, count: 6_500)), value: [])
            chain.signer.extensions.append(long)
            chain.intermediate?.extensions.append(long)
            return try chained(chain)
        },
        HostileShape("SIG-05 keys of 8,192 bits", "chain.untrustedRoot") {
            var chain = forged
            setKeys(&chain, largeKey)
            return try chained(chain)
        },
        HostileShape("SIG-09 keys on the curve that takes longest", "chain.untrustedRoot") {
            var chain = forged
            setKeys(&chain, Array(P521.Signing.PrivateKey().publicKey.derRepresentation))
            return try chained(chain)
        },
        HostileShape("DER-25 names, extensions and keys at once", "chain.certificateMalformed") {
            var chain = forged
            lengthenNames(&chain)
            addExtensions(&chain)
            setKeys(&chain, Array(P521.Signing.PrivateKey().publicKey.derRepresentation))
            return try chained(chain)
        },
        HostileShape("CMS-21 ten certificates of 8 KiB", "chain.untrustedRoot") {
            var signed = try Attack.signed(Subject.receipt.payload.encoded, forged)
            let filler = TLV.sequence(
                TLV.sequence(
                    TLV.integer(7), TLV.sequence(), TLV.sequence(), TLV.sequence(), TLV.sequence(),
                    BulkReceipt.repeated([5, 0], size: 8_100)), TLV.sequence(), TLV.bits([1]))
            signed.certificates = [signed.certificates[0], signed.certificates[1]] + Array(repeating: filler, count: 8)
            return signed.encoded
        },
    ]

    /// An untrusted chain whose intermediate has the trusted root as issuer, so that the name alone doesn't reveal it.
    private static var forged: TestChain {
        var chain = TestAuthority.untrusted.sha256
        if let root = TestAuthority.standard.sha256.root { chain.intermediate?.issuer = root.subject }
        chain.intermediate?.extensions.remove([2, 5, 29, 35])
        return chain
    }

    private static func lengthenNames(_ chain: inout TestChain) {
        chain.intermediate?.subject = longestName
        chain.signer.issuer = longestName
        chain.signer.subject = longestName
        chain.signer.subject.relativeNames.removeLast()
    }

    /// Adds extensions: 32 in all, with a size near 8 KiB.
    private static func addExtensions(_ chain: inout TestChain) {
        for index in 0..<UInt64(24) {
            let unknown = TestExtension([1, 2, 3, index], value: [UInt8](repeating: 0x30, count: 200))
            chain.signer.extensions.append(unknown)
            chain.intermediate?.extensions.append(unknown)
        }
    }

    private static func setKeys(_ chain: inout TestChain, _ key: [UInt8]) {
        chain.signer.subjectPublicKeyInfo = key
        chain.intermediate?.subjectPublicKeyInfo = key
    }

    /// SubjectPublicKeyInfo of an RSA key with this many bits and no valid private key.
    private static let largeKey: [UInt8] = {
        let modulus = TLV.element(0x02, [0] + [UInt8](repeating: 0xFF, count: 1_024))
        let key = TLV.sequence(modulus, TLV.integer(65_537))
        return TLV.sequence(TLV.sequence(TLV.oid(1, 2, 840, 113_549, 1, 1, 1), TLV.null), TLV.bits(key))
    }()

    /// 512 bytes of the shortest relative names.
    private static let longestName = TestName(
        [TestNameAttribute](repeating: TestNameAttribute(type: [2, 5, 4, 3], value: ""), count: 46))

    private static func chained(_ chain: TestChain) throws -> [UInt8] {
        try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
    }
}
