import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("What can be a trust anchor")
struct TrustAnchorTests {
    enum Fault: Sendable {
        case malformed, key

        func error(_ fingerprint: Fingerprint) -> ReceiptPolicy.InvalidPolicy {
            self == .key ? .certificateKey(fingerprint) : .malformedCertificate(fingerprint)
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: @Sendable () throws -> [UInt8]
        let reason: Fault
    }

    /// The test authority's root with one thing changed.
    private static func root(
        _ name: String, _ reason: Fault,
        _ change: @escaping @Sendable (inout TestCertificate) -> Void
    ) -> Row {
        Row(
            testDescription: name,
            bytes: {
                var root = try #require(Attack.chain.root)
                change(&root)
                return try root.encoded()
            }, reason: reason)
    }

    private static func key(
        _ name: String, _ reason: Fault, _ info: @escaping @Sendable () -> [UInt8]
    )
        -> Row
    {
        root(name, reason) { $0.subjectPublicKeyInfo = info() }
    }

    private static func rsa(_ bits: Int) -> Row {
        key("RSA of \(bits) bits", .key) { FittedKey([], bits: bits).publicKey }
    }

    private static let modulus = FittedKey([]).modulus

    /// Public keys that OpenSSL made.
    private static let p521 =
        "30819b301006072a8648ce3d020106052b8104002303818600040071f8037844a7637e3fd9f6451e7925e813cca8efb0c5c3"
        + "e04ebee960da7ded5f23dc782db8b3efe7bb459e24deee34a35b5d768c267d1033ab9f405f77e7d280c500f4626403e1b26b"
        + "f28a58927438b50cacd5ceb08f035fb352bb4698e558cbd30682548548d269a347eaa49d5eb2ae2175efe4d5423bfefa63ab"
        + "5bc359cf754dd7f3"
    private static let ed25519 =
        "302a300506032b657003210085d4d849848c06e7b7de489007544e33dbd4d6e58d557b397849aebf4994492b"

    static let rows: [Row] = [
        Row(testDescription: "no certificate", bytes: { [1, 2, 3] }, reason: .malformed),
        Row(testDescription: "nothing", bytes: { [] }, reason: .malformed),
        Row(
            testDescription: "a receipt", bytes: { try TestAuthority.standard.sign(Subject.receipt) },
            reason: .malformed),
        rsa(1_024), rsa(2_040), rsa(2_047), rsa(8_200), rsa(16_384),
        key("RSA of 1024 bits behind three hundred zeros", .key) {
            FittedKey.publicKey(modulus: [UInt8](repeating: 0, count: 300) + FittedKey([], bits: 1_024).modulus)
        },
        key("RSA of 2048 bits behind three hundred zeros", .malformed) {
            FittedKey.publicKey(modulus: [UInt8](repeating: 0, count: 300) + modulus)
        },
        key("an unknown algorithm", .key) {
            TestDER.sequence([TestAlgorithm([1, 3, 6, 1, 4, 1, 99_999]).encoded, TestDER.bitString([1])])
        },
        key("on P-521", .key) { TestText.bytes(hexadecimal: p521) ?? [] },
        key("Ed25519", .key) { TestText.bytes(hexadecimal: ed25519) ?? [] },
        key("an even modulus of 2048 bits", .malformed) {
            FittedKey.publicKey(modulus: [0] + modulus.dropLast() + [(modulus.last ?? 0) & 0xFE])
        },
        key("a key of 2048 bits with the exponent 4", .malformed) {
            FittedKey.publicKey(modulus: [0] + modulus, exponent: [4])
        },
        key("a key that is cut off", .malformed) {
            TestDER.sequence([TestAlgorithm.rsaEncryption.encoded, TestDER.bitString([0x30, 0x82])])
        },
        key("an empty key", .malformed) {
            TestDER.sequence([TestAlgorithm.rsaEncryption.encoded, TestDER.bitString([])])
        },
        key("no key", .malformed) { TestDER.sequence([TestAlgorithm.rsaEncryption.encoded]) },
        root("a byte behind the certificate", .malformed) { $0.trailingBytes = [0] },
        root("a byte behind one with a small key", .malformed) {
            $0.subjectPublicKeyInfo = FittedKey([], bits: 1_024).publicKey
            $0.trailingBytes = [0]
        },
        root("the second 60", .malformed) {
            $0.rawFields[.validity] = TestDER.sequence(
                ["150101000000Z", "341231235960Z"].map { TestDER.element(0x17, Array($0.utf8)) })
        },
    ]

    @Test(
        "A certificate with an accepted key is a trust anchor, everything else is rejected with the reason",
        arguments: rows)
    func refused(_ row: Row) throws {
        let bytes = try row.bytes()
        let error = row.reason.error(Fingerprint(of: bytes))
        #expect(throws: error) { try TrustStore.roots([bytes]) }
        #expect(throws: error) { try TrustStore.roots([TestAuthority.standard.rootCertificate, bytes]) }
        #expect(throws: error) { try TrustStore.xcode([bytes]) }
    }

    @Test("The sizes between are accepted", arguments: [2_048, 3_072, 4_096])
    func accepted(_ bits: Int) throws {
        var root = try #require(Attack.chain.root)
        root.subjectPublicKeyInfo = FittedKey([], bits: bits).publicKey
        _ = try TrustStore.roots([root.encoded()])
    }

    @Test("Without a certificate there is no trust anchor")
    func none() {
        #expect(throws: ReceiptPolicy.InvalidPolicy.certificateMissing) { try TrustStore.roots([[UInt8]]()) }
        #expect(throws: ReceiptPolicy.InvalidPolicy.certificateMissing) { try TrustStore.xcode([[UInt8]]()) }
    }
}

@Suite("Policies that contradict themselves")
struct InvalidPolicyTests {
    private func policy(_ environments: Set<StoreEnvironment>?, _ trust: TrustStore) throws -> ReceiptPolicy {
        try ReceiptPolicy(bundleIdentifiers: ["a"], device: .unchecked, environments: environments, trust: trust)
    }

    private static let roots: TrustStore? = {
        do { return try .roots([TestAuthority.standard.rootCertificate]) } catch { return nil }
    }()

    private static let xcode: TrustStore? = {
        do { return try .xcode([TestAuthority.xcode.rootCertificate]) } catch { return nil }
    }()

    @Test("Trusting Xcode's certificates sets the environment")
    func environments() throws {
        let (roots, xcode) = (try #require(Self.roots), try #require(Self.xcode))
        #expect(try policy(nil, .appStore).environments == [.production])
        #expect(try policy(nil, roots).environments == [.production])
        #expect(try policy(nil, xcode).environments == [.xcode])
        #expect(try policy([.xcode], xcode).environments == [.xcode])
        #expect(try policy([.xcode, .sandbox], roots).environments == [.xcode, .sandbox])
        #expect(try ReceiptPolicy(bundleIdentifiers: .any, device: [], trust: xcode).environments == [.xcode])
    }

    @Test("Another environment for Xcode's certificates, and none at all, are rejected")
    func contradictions() throws {
        let (roots, xcode) = (try #require(Self.roots), try #require(Self.xcode))
        for environments in [[.production], [.xcode, .production], [.sandbox]] as [Set<StoreEnvironment>] {
            #expect(throws: ReceiptPolicy.InvalidPolicy.environmentNotXcode(environments)) {
                try policy(environments, xcode)
            }
        }
        for trust in [roots, xcode, .appStore] {
            #expect(throws: ReceiptPolicy.InvalidPolicy.environmentMissing) { try policy([], trust) }
        }
    }

    @Test("No environment is an error in every initialiser that takes environments; without them it is production")
    func nothing() throws {
        #expect(throws: ReceiptPolicy.InvalidPolicy.environmentMissing) {
            try ReceiptPolicy(bundleIdentifiers: ["a"], device: .unchecked, environments: [])
        }
        #expect(throws: ReceiptPolicy.InvalidPolicy.environmentMissing) {
            try ReceiptPolicy(bundleIdentifiers: .any, device: .unchecked, environments: [])
        }
        #expect(throws: ReceiptPolicy.InvalidPolicy.bundleIdentifierMissing) {
            try ReceiptPolicy(bundleIdentifiers: [], device: .unchecked)
        }
        #expect(ReceiptPolicy(bundleIdentifier: "a", device: .unchecked).environments == [.production])
        #expect(try ReceiptPolicy(bundleIdentifiers: .any, device: .unchecked).environments == [.production])
        let sandbox = try ReceiptPolicy(bundleIdentifiers: ["a"], device: .unchecked, environments: [.sandbox])
        #expect(sandbox.environments == [.sandbox])
    }

    @Test("Codes and texts")
    func texts() {
        let fingerprint = Fingerprint(of: [1, 2, 3])
        let all: [(error: ReceiptPolicy.InvalidPolicy, code: String, text: String)] = [
            (
                .malformedCertificate(fingerprint), "trustAnchor.malformed",
                "The trust anchor \(fingerprint) is not an X.509 certificate in DER"
            ),
            (
                .certificateKey(fingerprint), "trustAnchor.key",
                "The key of the trust anchor \(fingerprint) is neither RSA of 2048 to 4096 bits nor on P-256 or P-384"
            ),
            (.certificateMissing, "trustAnchor.missing", "No certificate was given to trust"),
            (.environmentMissing, "policy.environmentMissing", "No environment was given to accept"),
            (
                .environmentNotXcode([.sandbox, .production]), "policy.environmentNotXcode",
                "Xcode's certificates are trusted for the environments Xcode and LocalTesting only, not for \"Production\", \"Sandbox\""
            ),
        ]
        for row in all {
            #expect(row.error.code == row.code)
            #expect(row.error.localizedDescription == row.text)
        }
        #expect(Set(all.map(\.code)).count == all.count)
    }
}
