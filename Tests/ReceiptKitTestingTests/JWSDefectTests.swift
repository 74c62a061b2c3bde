import Crypto
import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite struct JWSDefectTests {
    @Test func everyDefectSaysWhatItIs() {
        for defect in JWSDefect.allCases {
            #expect(defect.summary.hasSuffix("."), "\(defect)")
            #expect(defect.name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }, "\(defect)")
            #expect(JWSDefect(named: defect.name) == defect)
            #expect(!defect.kinds.isEmpty)
            #expect(defect.isAccepted == (defect.refusedAt == nil))
        }
        #expect(Set(JWSDefect.allCases).count == JWSDefect.allCases.count)
        #expect(JWSDefect(named: "no-such-defect") == nil)
        #expect(Set(JWSDefect.allCases.compactMap(\.refusedAt)) == Set(TestJWSStep.allCases), "each step refuses")
    }

    @Test(arguments: JWSDefect.allCases.sample(100))
    func spoilsOneThing(defect: JWSDefect) throws {
        // What is around the payload is the same for all kinds.
        let isAround = [.form, .header, .chain, .signature].contains(defect.refusedAt)
        for kind in isAround ? Array(defect.kinds.prefix(1)) : defect.kinds {
            let good = try #require(Self.good[kind])
            let bad = try TestAuthority.standard.issue(TestJWSContent.example(kind), defects: [defect])
            #expect(bad.text != good.text)
            #expect(try changes(from: good, to: bad).count <= Self.changes[defect, default: 1], "\(kind)")
            #expect(try isSigned(bad) == !Self.unsigned.contains(defect), "\(kind)")
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
        for defect in JWSDefect.allCases where defect.name.count.isMultiple(of: 5) {
            #expect(try defect.example() == defect.example(), "\(defect)")
        }
    }

    /// How many layers a defect changes, where it is not one at most: of these, the header and the signature that it speaks of.
    private static let changes: [JWSDefect: Int] = [.algorithmNone: 2, .algorithmHS256: 2, .signedByKeyInHeader: 2]

    /// What the key of the signer's certificate did not sign with ES256 as it stands there. Foundation's base64, which reads it here, takes
    /// padding and stray bits as they come.
    private static let unsigned: Set<JWSDefect> = [
        .emptyText, .onePart, .twoParts, .fourParts, .fiveParts, .emptySignature, .notASCII, .nullCharacter,
        .jsonSerialization, .leadingSpace, .bearerPrefix, .trailingNewline,
        .impossibleLength,
        .algorithmNone, .algorithmHS256, .signedByKeyInHeader, .rsaSigner, .receiptChain, .p384Signer,
        .signatureFlipped,
        .otherKey, .signatureDER, .signatureShort, .signatureLong, .signatureHuge, .signatureZeroR, .signatureZeroS,
        .signatureZero, .signatureOrderR, .signatureOrderS, .signatureSwapped, .signedSHA384, .headerChanged,
        .headerRewritten, .payloadChanged, .payloadRewritten, .payloadOfAnother,
    ]

    /// swift-crypto's word on the JWS as it would be sent, with the key of the certificate that the kit put into it first.
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
        // The certificates of the chain stand in the header.
        if isWhole, good.chain == bad.chain, good.jws.octets(.header) != bad.jws.octets(.header) {
            changes.insert("header")
        }
        if isWhole, good.jws.octets(.payload) != bad.jws.octets(.payload) { changes.insert("payload") }
        if bad.text != bad.jws.text { changes.insert("text") }
        // What was changed after it was signed keeps the good signature.
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
            defects: [.trailingNewline, .critical, .missing("price", from: .transaction), .wrongRoot])
        #expect(issued.text.hasSuffix("\n"))
        #expect(issued.jws.header["crit"] != nil)
        #expect(issued.jws.payload["price"] == nil)
        #expect(issued.chain == TestAuthority.stranger.jws)
    }

    @Test(arguments: [JWSDefect.signerExpired, .forgedIntermediate, .twoCertificates, .developerCertificate])
    func aDefectOfTheChainNeedsOne(defect: JWSDefect) {
        #expect(throws: TestKitError.jwsDefectNotApplicable(defect)) {
            try TestAuthority.xcode.sign(TestTransaction(environment: .xcode), defects: [defect])
        }
    }

    /// A serial number is whatever a caller makes of it, also nothing.
    @Test(arguments: [JWSDefect.certificateSignatureFlipped, .certificateUnpadded, .certificateStrayBits])
    func aDefectOfTheSerialNumberNeedsOctets(defect: JWSDefect) throws {
        let standard = TestAuthority.standard
        for count in 0...3 {
            var chain = standard.jws
            chain.signer.serialNumber = Array(repeating: 0x11, count: count)
            let authority = TestAuthority(sha256: standard.sha256, sha1: standard.sha1, jws: chain)
            do throws(TestKitError) { _ = try authority.sign(TestTransaction(), defects: [defect]) } catch {
                #expect(error == .jwsDefectNotApplicable(defect))
                #expect(count <= 1)
            }
        }
    }

    /// Where Apple's library and the rules differ, it is about something that there is.
    @Test func differencesFromAppleAreOfDefects() {
        let refused = JWSDefect.allCases.filter { !$0.isAccepted }.map(\.name)
        let accepted = JWSDefect.allCases.filter { $0.isAccepted }.map(\.name)
        #expect(JWSDefect.acceptedByApple.isSubset(of: refused))
        #expect(JWSDefect.undecodableByApple.isSubset(of: accepted))
    }

    @Test func aDefectNeedsItsKind() {
        #expect(throws: TestKitError.jwsDefectNotApplicable(.nestedWrongRoot)) {
            try TestAuthority.standard.sign(TestTransaction(), defects: [.nestedWrongRoot])
        }
        #expect(throws: TestKitError.jwsDefectNotApplicable(.otherApp)) {
            try TestAuthority.standard.sign(TestRenewalInfo(), defects: [.otherApp])
        }
        #expect(throws: TestKitError.jwsDefectNotApplicable(.otherDevice)) {
            try TestAuthority.standard.sign(TestTransaction(), defects: [.otherDevice])
        }
        #expect(TestKitError.jwsDefectNotApplicable(.otherDevice).description.contains("other-device"))
    }

    /// What is known to have gone wrong in verifiers of JWS, numbered as in the catalogue of refusals (JWS-01 and on): each line that is
    /// about a JWS has its defects.
    @Test(
        arguments: [
            (
                1,
                [
                    .algorithmNone, .algorithmMixedNone, .algorithmEmpty, .algorithmMissing, .algorithmNull,
                    .algorithmNumber, .algorithmArray,
                ]
            ),
            (2, [.algorithmHS256, .algorithmRS256, .algorithmES384, .algorithmES256K, .algorithmEdDSA]),
            (
                3,
                [
                    .keyInHeader, .signedByKeyInHeader, .keyAddress, .certificateAddress, .keyName,
                    .certificateThumbprint,
                ]
            ),
            (4, [.wrongRoot, .forgedIntermediate]),
            (
                5,
                [
                    .certificatesMissing, .certificatesNull, .certificatesEmpty, .oneCertificate, .twoCertificates,
                    .fourCertificates, .thousandCertificates, .certificatesNumbers, .certificateTooLarge,
                ]
            ),
            (6, [.certificatesReversed, .signerTwice, .signerThrice]),
            (7, [.developerCertificate, .signerMarkerMissing, .intermediateMarkerMissing]),
            (8, [.rsaSigner, .p384Signer]),
            (9, [.rootIsStranger, .rootIsNoCertificate, .intermediateTwice]),
            (
                10,
                [
                    .certificateURLAlphabet, .certificatePEM, .certificateNewline, .certificateUnpadded,
                    .certificateOverpadded, .certificateStrayBits,
                ]
            ),
            (11, [.repeatedAlgorithm, .repeatedAlgorithmFirst, .escapedAlgorithm]),
            (12, [.repeatedMember, .repeatedMemberEscaped]),
            (13, [.critical, .criticalEmpty, .payloadNotEncoded, .compressed]),
            (
                14,
                [
                    .onePart, .twoParts, .fourParts, .fiveParts, .emptyHeader, .emptyPayload, .emptySignature,
                    .jsonSerialization, .leadingSpace, .trailingNewline, .bearerPrefix,
                ]
            ),
            (
                15,
                [
                    .standardAlphabet, .paddedHeader, .innerNewline, .impossibleLength, .strayBitsInPayload,
                    .strayBitsInSignature,
                ]
            ),
            (
                16,
                [
                    .signatureDER, .signatureShort, .signatureLong, .signatureHuge, .signatureZero, .signatureOrderR,
                    .signatureOrderS,
                ]
            ),
            (17, [.headerRewritten, .payloadRewritten]),
            (
                18,
                [
                    .headerArray, .payloadArray, .headerDeep, .payloadDeep, .headerManyMembers,
                    .payloadManyMembers, .oversized, .payloadNotANumber,
                    .payloadInvalidUTF8, .payloadLoneSurrogate, .payloadByteOrderMark, .payloadUTF16,
                ]
            ),
            (19, [.otherApp, .otherAppAppleID, .wrongEnvironment, .xcodeEnvironment, .localTestingEnvironment]),
            (20, [.renewalInfoInPlace, .notificationInPlace, .nestedSignatureFlipped, .nestedWrongRoot]),
            (23, [.otherDevice, .deviceHashShort, .deviceHashOrder, .deviceNonceUpperCase]),
            (24, [.signatureTwin, .strayBitsInSignature]),
        ] as [(Int, [JWSDefect])])
    func everyLineOfTheCatalogueHasItsDefects(line: Int, defects: [JWSDefect]) {
        #expect(Set(defects).isSubset(of: JWSDefect.allCases), "\(line)")
    }
}
