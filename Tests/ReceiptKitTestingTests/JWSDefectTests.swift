import Crypto
import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite struct JWSDefectTests {
    @Test func everyDefectSaysWhatItIs() throws {
        for defect in JWSDefect.all {
            #expect(defect.summary.hasSuffix("."), "\(defect)")
            #expect(defect.name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }, "\(defect)")
            #expect(try JWSDefect.named(defect.name) == defect)
            #expect(!defect.kinds.isEmpty)
            #expect(!defect.givesDiagnostic || defect.refusedAt == nil)
        }
        #expect(Set(JWSDefect.all).count == JWSDefect.all.count)
        #expect(throws: TestKitError.unknownDefect("no-such-defect")) { try JWSDefect.named("no-such-defect") }
        #expect(
            Set(JWSDefect.all.compactMap(\.step)) == Set(TestVerificationStep.allCases).subtracting([.appVersion]))
    }

    @Test(arguments: JWSDefect.all.sample(100))
    func spoilsOneThing(defect: JWSDefect) throws {
        // The parts around the payload are the same for all kinds.
        let isAround = [.form, .header, .chain, .signature].contains(defect.step)
        for kind in isAround ? Array(defect.kinds.prefix(1)) : defect.kinds {
            let good = try #require(Self.good[kind])
            let bad = try TestAuthority.standard.issue(TestJWSContent.example(kind), defects: [defect])
            #expect(bad.text != good.text)
            #expect(try changes(from: good, to: bad).count <= Self.changes[defect.name, default: 1], "\(kind)")
            #expect(try isSigned(bad) == !Self.unsigned.contains(defect.name), "\(kind)")
        }
    }

    private static let good: [TestJWSKind: TestIssuedJWS] = {
        var jwsList: [TestJWSKind: TestIssuedJWS] = [:]
        for kind in TestJWSKind.allCases {
            jwsList[kind] = try? TestAuthority.standard.issue(TestJWSContent.example(kind))
        }
        return jwsList
    }()

    @Test func defectsCanBeMadeAgain() throws {
        for defect in JWSDefect.all where defect.name.count.isMultiple(of: 5) {
            #expect(try defect.example() == defect.example(), "\(defect)")
        }
    }

    /// The number of layers that a defect changes, if more than one: for these, the header and the signature that
    /// covers it.
    private static let changes: [String: Int] = [
        "algorithm-none": 2, "algorithm-hs256": 2, "signed-by-key-in-header": 2,
    ]

    /// Defects after which the signature isn't a valid ES256 signature of the signer certificate's key. Foundation's
    /// base64 decoder, used here, accepts padding and stray bits.
    private static let unsigned: Set<String> = [
        "empty-text", "one-part", "two-parts", "four-parts", "five-parts", "empty-signature", "not-ascii",
        "null-character",
        "json-serialization", "leading-space", "bearer-prefix", "trailing-newline",
        "impossible-length",
        "algorithm-none", "algorithm-hs256", "signed-by-key-in-header", "rsa-signer", "receipt-chain", "p384-signer",
        "signature-flipped",
        "other-key", "signature-der", "signature-short", "signature-long", "signature-huge", "signature-zero-r",
        "signature-zero-s",
        "signature-zero", "signature-order-r", "signature-order-s", "signature-swapped", "signed-sha384",
        "header-changed",
        "header-rewritten", "payload-changed", "payload-rewritten", "payload-of-another",
    ]

    /// Returns swift-crypto's verdict on the JWS as sent, with the key of the certificate that the kit put first.
    private func isSigned(_ issued: TestIssuedJWS) throws -> Bool {
        let parts = issued.text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, issued.chain.signer.key.curve == .p256,
            let octets = Data(
                base64Encoded: parts[2].map { $0 == "-" ? "+" : $0 == "_" ? "/" : String($0) }.joined() + "=="),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: octets)
        else { return false }
        return try P256.Signing.PublicKey(x963Representation: issued.chain.signer.key.publicKey)
            .isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8))
    }

    private func changes(from good: TestIssuedJWS, to bad: TestIssuedJWS) throws -> Set<String> {
        var changes: Set<String> = []
        let isWhole = bad.jws.rawParts.isEmpty
        if !isWhole { changes.insert("parts") }
        if good.chain != bad.chain { changes.insert("chain") }
        // The chain's certificates are in the header.
        if isWhole, good.chain == bad.chain, good.jws.octets(.header) != bad.jws.octets(.header) {
            changes.insert("header")
        }
        if isWhole, good.jws.octets(.payload) != bad.jws.octets(.payload) { changes.insert("payload") }
        if bad.text != bad.jws.text { changes.insert("text") }
        // A JWS that was changed after signing keeps the valid signature.
        var signed = bad.jws
        try signed.sign(
            with: bad.chain.signer.key, digest: bad.chain.signer.key.curve == .p384 ? .sha384 : .sha256)
        if bad.jws.signature != signed.signature, bad.jws.signature != good.jws.signature {
            changes.insert("signature")
        }
        return changes
    }

    @Test func defectsAddUp() throws {
        let issued = try TestAuthority.standard.issue(
            TestTransaction(),
            defects: [
                .named("trailing-newline"), .named("critical"), .missing("price", from: .transaction),
                .named("wrong-root"),
            ])
        #expect(issued.text.hasSuffix("\n"))
        #expect(issued.jws.header["crit"] != nil)
        #expect(issued.jws.payload["price"] == nil)
        #expect(issued.chain == TestAuthority.untrusted.jws)
    }

    @Test(arguments: ["signer-expired", "forged-intermediate", "two-certificates", "developer-certificate"])
    func aDefectOfTheChainNeedsOne(defect: String) {
        #expect(throws: TestKitError.defectNotApplicable(defect)) {
            try TestAuthority.xcode.sign(TestTransaction(environment: .xcode), defects: [.named(defect)])
        }
    }

    /// A serial number may be anything that a caller sets, even empty.
    @Test(arguments: ["certificate-signature-flipped", "certificate-unpadded", "certificate-stray-bits"])
    func aDefectOfTheSerialNumberNeedsOctets(defect: String) throws {
        let standard = TestAuthority.standard
        for count in 0...3 {
            var chain = standard.jws
            chain.signer.serialNumber = Array(repeating: 0x11, count: count)
            let authority = TestAuthority(sha256: standard.sha256, sha1: standard.sha1, jws: chain)
            do throws(TestKitError) { _ = try authority.sign(TestTransaction(), defects: [.named(defect)]) } catch {
                #expect(error == .defectNotApplicable(defect))
                #expect(count <= 1)
            }
        }
    }

    @Test func aDefectNeedsItsKind() {
        #expect(throws: TestKitError.defectNotApplicable("nested-wrong-root")) {
            try TestAuthority.standard.sign(TestTransaction(), defects: [.named("nested-wrong-root")])
        }
        #expect(throws: TestKitError.defectNotApplicable("other-app")) {
            try TestAuthority.standard.sign(TestRenewalInfo(), defects: [.named("other-app")])
        }
        #expect(throws: TestKitError.defectNotApplicable("other-device")) {
            try TestAuthority.standard.sign(TestTransaction(), defects: [.named("other-device")])
        }
        #expect(TestKitError.defectNotApplicable("other-device").description.contains("other-device"))
    }

    /// Known faults of JWS verifiers, numbered as in the catalogue of refusals (JWS-01 and on): each line about a JWS
    /// has its defects.
    @Test(
        arguments: [
            (
                1,
                [
                    "algorithm-none", "algorithm-mixed-none", "algorithm-empty", "algorithm-missing", "algorithm-null",
                    "algorithm-number", "algorithm-array",
                ]
            ),
            (2, ["algorithm-hs256", "algorithm-rs256", "algorithm-es384", "algorithm-es256k", "algorithm-eddsa"]),
            (
                3,
                [
                    "key-in-header", "signed-by-key-in-header", "key-address", "certificate-address", "key-name",
                    "certificate-thumbprint",
                ]
            ),
            (4, ["wrong-root", "forged-intermediate"]),
            (
                5,
                [
                    "certificates-missing", "certificates-null", "certificates-empty", "one-certificate",
                    "two-certificates",
                    "four-certificates", "thousand-certificates", "certificates-numbers", "certificate-too-large",
                ]
            ),
            (6, ["certificates-reversed", "signer-twice", "signer-thrice"]),
            (7, ["developer-certificate", "signer-marker-missing", "intermediate-marker-missing"]),
            (8, ["rsa-signer", "p384-signer"]),
            (9, ["root-is-stranger", "root-is-no-certificate", "intermediate-twice"]),
            (
                10,
                [
                    "certificate-url-alphabet", "certificate-pem", "certificate-newline", "certificate-unpadded",
                    "certificate-overpadded", "certificate-stray-bits",
                ]
            ),
            (11, ["repeated-algorithm", "repeated-algorithm-first", "escaped-algorithm"]),
            (12, ["repeated-member", "repeated-member-escaped"]),
            (13, ["critical", "critical-empty", "payload-not-encoded", "compressed"]),
            (
                14,
                [
                    "one-part", "two-parts", "four-parts", "five-parts", "empty-header", "empty-payload",
                    "empty-signature",
                    "json-serialization", "leading-space", "trailing-newline", "bearer-prefix",
                ]
            ),
            (
                15,
                [
                    "standard-alphabet", "padded-header", "inner-newline", "impossible-length", "stray-bits-in-payload",
                    "stray-bits-in-signature",
                ]
            ),
            (
                16,
                [
                    "signature-der", "signature-short", "signature-long", "signature-huge", "signature-zero",
                    "signature-order-r",
                    "signature-order-s",
                ]
            ),
            (17, ["header-rewritten", "payload-rewritten"]),
            (
                18,
                [
                    "header-array", "payload-array", "header-deep", "payload-deep", "header-many-members",
                    "payload-many-members", "oversized", "payload-not-a-number",
                    "payload-invalid-utf8", "payload-lone-surrogate", "payload-byte-order-mark", "payload-utf16",
                ]
            ),
            (
                19,
                [
                    "other-app", "other-app-apple-id", "wrong-environment", "xcode-environment",
                    "local-testing-environment",
                ]
            ),
            (20, ["renewal-info-in-place", "notification-in-place", "nested-signature-flipped", "nested-wrong-root"]),
            (23, ["other-device", "device-hash-short", "device-hash-order", "device-nonce-upper-case"]),
            (24, ["signature-twin", "stray-bits-in-signature"]),
        ] as [(Int, [String])])
    func everyLineOfTheCatalogueHasItsDefects(line: Int, defects: [String]) {
        #expect(Set(defects).isSubset(of: JWSDefect.all.map(\.name)), "\(line)")
    }
}
