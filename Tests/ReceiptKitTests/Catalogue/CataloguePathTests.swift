import Crypto
import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Tests certificate sets that suggest a path search, and chains that end elsewhere. The signer and its issuer are
/// found by name, exactly one of each, so there is no search.
@Suite("Catalogue: certificate sets and roots")
struct CataloguePathTests {
    /// An authority with the same name and key as all others, distinguished only by its serial number.
    private static func link(_ number: Int, issuer: TestCertificate? = nil) throws -> TestCertificate {
        var link = try #require(Attack.chain.intermediate)
        link.serialNumber = [1, UInt8(number >> 8), UInt8(number & 0xFF)]
        link.issuer = issuer?.subject ?? link.subject
        link.issuerKey = issuer?.key ?? link.key
        link.extensions.append(
            TestExtension([2, 5, 29, 17], value: TestDER.sequence([TestDER.element(0x82, Array("\(number)".utf8))])))
        return link
    }

    /// A receipt whose certificate set contains the signer and these.
    private static func receipt(_ certificates: [TestCertificate], signer: TestCertificate = Attack.chain.signer) throws
        -> [UInt8]
    {
        let chain = TestChain(signer: signer)
        var signed = try Attack.signed(Subject.receipt.payload.encoded, chain)
        for certificate in certificates { signed.certificates.append(try certificate.encoded()) }
        return signed.encoded
    }

    @Test("CHN-01 authorities of one name and one key that issued each other", arguments: 2...9)
    func pathBomb(_ count: Int) throws {
        let bytes = try Self.receipt((0..<count).map { try Self.link($0) })
        #expect(try Attack.error(bytes) == .issuerCertificateAmbiguous)
    }

    @Test(
        "CHN-01, CHN-19 the same with the real intermediate, and more certificates than the limit",
        arguments: [3, 100, 1_000])
    func manyLinks(_ count: Int) throws {
        let intermediate = try #require(Attack.chain.intermediate)
        let bytes = try Self.receipt([intermediate] + (0..<count).map { try Self.link($0) })
        // The eleventh certificate exceeds the limit: after the signer and the intermediate, it is the ninth of these.
        let limit = CatalogueCase.Verdict.malformed(
            .limitExceeded(.certificates, allowed: 10), .of(try Self.link(8).encoded()))
        let refusal = CatalogueCase.Verdict.refused(.issuerCertificateAmbiguous)
        #expect(try Attack.error(bytes) == (count < 9 ? refusal : limit).error(for: bytes))
    }

    @Test("CHN-19 two authorities that issued each other")
    func loop() throws {
        let nameA = TestName([.commonName("A")])
        let nameB = TestName([.commonName("B")])
        var a = try Self.link(1)
        var b = try Self.link(2)
        (a.subject, a.issuer, b.subject, b.issuer) = (nameA, nameB, nameB, nameA)
        var signer = Attack.chain.signer
        signer.issuer = nameA
        let bytes = try Self.receipt([a, b], signer: signer)
        #expect(try Attack.error(bytes) == .untrustedRoot(try Attack.fingerprint(a)))
    }

    @Test("CHN-19 a chain of nine, each issued by the next")
    func longChain() throws {
        let root = try #require(Attack.chain.root)
        var above = root
        var links: [TestCertificate] = []
        for number in 0..<9 {
            var link = try Self.link(number, issuer: above)
            link.subject = TestName([.commonName("Authority \(number)")])
            links.append(link)
            above = link
        }
        var signer = Attack.chain.signer
        (signer.issuer, signer.issuerKey) = (above.subject, above.key)
        let bytes = try Self.receipt(links.reversed(), signer: signer)
        #expect(try Attack.error(bytes) == .untrustedRoot(try Attack.fingerprint(links.last)))
    }

    @Test("CHN-19 nine authorities with one name, each with a different key")
    func sameNameOtherKeys() throws {
        let intermediate = try #require(Attack.chain.intermediate)
        let others = (0..<8).map { number -> TestCertificate in
            var other = intermediate
            other.serialNumber = [2, UInt8(number)]
            let fitted = FittedKey([0, 1, UInt8(number), 1])
            other.subjectPublicKeyInfo = fitted.publicKey
            return other
        }
        #expect(try Attack.error(try Self.receipt(others + [intermediate])) == .issuerCertificateAmbiguous)
        #expect(try Attack.error(try Self.receipt(others)) == .issuerCertificateAmbiguous)
    }

    @Test("CHN-12 four certificates: root, cross-signed authority, intermediate, signer")
    func chainOfFour() throws {
        let root = try #require(Attack.chain.root)
        var cross = try Self.link(7, issuer: root)
        cross.subject = TestName([.commonName("Cross")])
        cross.put(.basicConstraints(isAuthority: true, pathLength: 1))
        var intermediate = try Self.link(8, issuer: cross)
        intermediate.put(.authorityKeyIdentifier(cross.key.keyIdentifier))
        let bytes = try Self.receipt([intermediate, cross, root])
        #expect(try Attack.error(bytes) == .untrustedRoot(try Attack.fingerprint(intermediate)))
    }

    // MARK: Chains with another length or order

    /// A chain with changed links, and the link that the error reports as untrusted.
    private static func untrusted(
        _ name: String, _ index: Int, _ change: @escaping @Sendable (inout TestChain) throws -> Void
    ) -> CatalogueCase {
        .chain(name, .about(index) { .untrustedRoot($0) }, change)
    }

    static let chains: [CatalogueCase] = [
        untrusted("CHN-07 a signer's key cannot issue another signer", 1) { chain in
            let issuer = chain.signer
            (chain.signer.issuer, chain.signer.issuerKey) = (issuer.subject, issuer.key)
            chain.signer.subject = TestName([.commonName("Second")])
            chain.signer.extensions.remove(authorityKeyIdentifier)
            // The issuer's issuer is in the certificate set, in case a verifier searches for a path.
            (chain.intermediate, chain.root) = (issuer, chain.intermediate)
        },
        untrusted("CHN-12 a signer issued by the root itself", 1) { chain in
            let root = try #require(chain.root)
            (chain.signer.issuer, chain.signer.issuerKey) = (root.subject, root.key)
            chain.signer.extensions.remove(authorityKeyIdentifier)
            chain.intermediate = nil
        },
        untrusted("CHN-03 the intermediate itself as signer of the receipt", 1) { chain in
            chain.signer = try #require(chain.intermediate)
            chain.intermediate = nil
        },
        untrusted("CHN-03 the trusted root, with the intermediate's marker, as intermediate", 1) { chain in
            let root = try markedRoot()
            (chain.signer.issuer, chain.signer.issuerKey) = (root.subject, root.key)
            chain.signer.put(.authorityKeyIdentifier(root.key.keyIdentifier))
            (chain.intermediate, chain.root) = (root, nil)
        }.with { try $0.set(trust: .roots([markedRoot().encoded()])) },
        untrusted("CHN-18 an intermediate that bears the root's name and another key", 1) {
            $0 = try namedAsRoot()
        },
        .chain(
            "CHN-18 an intermediate that bears the root's name and another key, beside the root",
            .refused(.issuerCertificateAmbiguous)
        ) {
            let root = $0.root
            $0 = try namedAsRoot()
            $0.root = root
        },
    ]

    private static let authorityKeyIdentifier: TestOID = [2, 5, 29, 35]

    private static func markedRoot() throws -> TestCertificate {
        var root = try #require(Attack.chain.root)
        root.put(.marker(.receiptIssuerMarker))
        return root
    }

    /// An untrusted chain whose intermediate has the name of the trusted root.
    private static func namedAsRoot() throws -> TestChain {
        let name = try #require(Attack.chain.root).subject
        var chain = TestAuthority.untrusted.sha256
        var intermediate = try #require(chain.intermediate)
        (intermediate.subject, intermediate.issuer, intermediate.issuerKey) = (name, name, intermediate.key)
        intermediate.extensions.remove(authorityKeyIdentifier)
        chain.signer.issuer = name
        (chain.intermediate, chain.root) = (intermediate, nil)
        return chain
    }

    @Test("Chains with another length or order", arguments: chains)
    func chain(_ row: CatalogueCase) throws { try row.check() }

    @Test("CHN-02 the root listed twice, or among untrusted roots, changes nothing")
    func rootsTwice() throws {
        let root = try TestAuthority.standard.rootCertificate
        let other = try TestAuthority.untrusted.rootCertificate
        for roots in [[root, root], [other, root, other], [root, other]] {
            let trust = try TrustStore.roots(roots)
            #expect(try Attack.error(Attack.valid) { try $0.set(trust: trust) } == nil)
        }
    }

    // MARK: Roots

    @Test("CHN-03 the trusted root signed the receipt itself")
    func rootAsSigner() throws {
        let root = try #require(Attack.chain.root)
        let bytes = try Self.receipt([], signer: root)
        #expect(try Attack.error(bytes) == .untrustedRoot(try Attack.fingerprint(root)))
    }

    @Test("CHN-03 a self-signed signer, alone and with the genuine intermediate and root")
    func selfSigned() throws {
        let issued = try TestAuthority.standard.issue(Subject.receipt, defects: [.named("self-signed")])
        let expected = VerificationError.untrustedRoot(try Attack.fingerprint(issued.chain.signer))
        #expect(issued.chain.signer.issuer == issued.chain.signer.subject)
        #expect(try UnverifiedReceipt(issued.bytes).certificates.count == 1)
        #expect(try Attack.error(issued.bytes) == expected)
        let beside = try [Attack.chain.intermediate, Attack.chain.root].map { try #require($0).encoded() }
        for certificates in [issued.signedData.certificates + beside, beside + issued.signedData.certificates] {
            var signed = issued.signedData
            signed.certificates = certificates
            #expect(try Attack.error(signed.encoded) == expected)
        }
    }

    @Test("CHN-02, CHN-22 a root with the same name, serial number and dates, and a different key")
    func rootOfTheSameName() throws {
        let forged = try TestAuthority.untrusted.issue(Subject.receipt)
        let intermediate = try Attack.fingerprint(forged.chain.intermediate)
        #expect(try Attack.error(forged.bytes) == .untrustedRoot(intermediate))
        // The untrusted root comes first in the certificate set.
        var signed = forged.signedData
        signed.certificates.insert(signed.certificates.removeLast(), at: 0)
        #expect(try Attack.error(signed.encoded) == .untrustedRoot(intermediate))
    }

    @Test(
        "CHN-22 a receipt of the test root isn't accepted with Apple's root, nor one of the untrusted root with the test root"
    )
    func appleRoot() throws {
        let bytes = try TestAuthority.standard.sign(Subject.receipt)
        let intermediate = try Attack.fingerprint(Attack.chain.intermediate)
        #expect(try Attack.error(bytes) { try $0.set(trust: .appStore) } == .untrustedRoot(intermediate))
    }

    @Test("CHN-22 a root with an EC key, as Apple's newer ones have, cannot anchor a receipt's chain")
    func ecRoot() throws {
        let key = P384.Signing.PrivateKey()
        let ecdsaWithSHA384 = TestAlgorithm([1, 2, 840, 10_045, 4, 3, 3], parameters: nil)
        let parameters = TestDER.objectIdentifier([1, 3, 132, 0, 34])
        let info = TestDER.sequence([
            TestAlgorithm([1, 2, 840, 10_045, 2, 1], parameters: parameters).encoded,
            TestDER.bitString(Array(key.publicKey.x963Representation)),
        ])
        func signedByKey(_ certificate: inout TestCertificate) throws {
            certificate.signatureAlgorithm = ecdsaWithSHA384
            certificate.outerSignatureAlgorithm = ecdsaWithSHA384
            certificate.signature = Array(try key.signature(for: certificate.toBeSigned).derRepresentation)
        }
        var chain = Attack.chain
        var root = try #require(chain.root)
        root.subjectPublicKeyInfo = info
        try signedByKey(&root)
        var intermediate = try #require(chain.intermediate)
        try signedByKey(&intermediate)
        (chain.root, chain.intermediate) = (root, intermediate)
        let bytes = try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        let trust = try TrustStore.roots([root.encoded()])
        #expect(try Attack.error(bytes) { try $0.set(trust: trust) } == .certificateAlgorithm(.intermediate))
        // If labelled as RSA, the key is rejected instead.
        var labelled = try #require(Attack.chain.intermediate)
        labelled.signature = intermediate.signature
        chain.intermediate = labelled
        let relabelled = try Attack.signed(Subject.receipt.payload.encoded, chain).encoded
        #expect(try Attack.error(relabelled) { try $0.set(trust: trust) } == .certificateKey(.root))
    }

    @Test(
        "CHN-22 Apple's EC roots do not stand in for Apple Inc. Root CA", .enabled(if: Corpus.isAvailable),
        arguments: ["AppleRootCA-G2.cer", "AppleRootCA-G3.cer"])
    func appleECRoots(_ name: String) throws {
        let entry = try #require(Corpus.entries.first { $0.expected.chainsToAppleRoot })
        let folder = try #require(Corpus.folder).deletingLastPathComponent().appendingPathComponent("certs")
        let root = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
        let policy = try ReceiptPolicy(
            bundleIdentifiers: [entry.expected.bundleID], device: .unchecked,
            environments: [StoreEnvironment(rawValue: entry.expected.environment)], trust: try .roots([root]))
        let error = verificationError { _ = try Subject.verify(entry.bytes, policy) }
        let intermediate = try UnverifiedReceipt(entry.bytes).certificates[1]
        #expect(error == .untrustedRoot(Fingerprint(of: intermediate)))
    }
}
