import ReceiptKitTesting
import Testing

@Suite struct DefectTests {
    private static let receipt = TestReceipt(purchases: [
        .nonConsumable("com.example.pro", on: .utc(2024, 3, 1)),
        .autoRenewable("com.example.monthly", on: .utc(2024, 4, 20)),
    ])

    /// What each defect may change, and nothing else.
    private static let layers: [Defect: Set<String>] = [
        .contentFlipped: ["payload"],
        .signatureFlipped: ["signature"],
        .noSigner: ["signers"],
        .twoSigners: ["signers"],
        .signedAttributes: ["signedAttributes"],
        .signerByKeyIdentifier: ["identifier"],
        .signerCertificateMissing: ["bag"],
        .signerCertificateAmbiguous: ["bag"],
        .intermediateMissing: ["bag"],
        .intermediateAmbiguous: ["bag"],
        .md5Digest: ["digest"],
        .sha384Digest: ["digest"],
        .algorithmPairMismatch: ["signatureAlgorithm"],
        .sha1AfterItsEnd: ["payload", "digest"],
        .detached: ["content"],
        .notSignedData: ["outerContentType"],
        .contentNotData: ["contentType"],
        .containerVersion: ["version"],
        .trailingByte: ["end"],
        .truncated: ["end"],
        .wrongRoot: ["signer", "intermediate", "root"],
        .forgedIntermediate: ["intermediate"],
        // Its own issuer: the signer's name for it changes too, and there is no chain.
        .selfSigned: ["signer", "intermediate", "root", "identifier"],
        .developerCertificate: ["signer", "identifier"],
        .signerMarkerMissing: ["signer"],
        .intermediateMarkerMissing: ["intermediate"],
        .signerExpired: ["signer"],
        .signerNotYetValid: ["signer"],
        .intermediateExpired: ["intermediate"],
        .intermediateNotYetValid: ["intermediate"],
        .intermediateNotAuthority: ["intermediate"],
        .intermediateWithoutCertificateSigning: ["intermediate"],
        .signerWithoutDigitalSignature: ["signer"],
        .signerIsAuthority: ["signer"],
        .intermediateVersion1: ["intermediate"],
        .algorithmMismatch: ["signer"],
        .unknownCriticalExtension: ["signer"],
        .nameConstraints: ["intermediate"],
        .keyIdentifierMismatch: ["signer"],
        .duplicateExtension: ["signer"],
        .serialNumberZero: ["signer", "identifier"],
        .signerForged: ["signer"],
        .sha1CertificateAfterItsEnd: ["payload", "signer"],
        .wrongDevice: ["payload"],
        .missingBundleID: ["payload"],
        .missingCreationDate: ["payload"],
        .duplicateBundleID: ["payload"],
        .emptyBundleID: ["payload"],
        .shortDeviceHash: ["payload"],
        .malformedCreationDate: ["payload"],
        .malformedPurchaseDate: ["payload"],
        .malformedCancellationDate: ["payload"],
        .invalidProductID: ["payload"],
        .missingTransactionID: ["payload"],
        .negativeQuantity: ["payload"],
    ]

    @Test(arguments: Defect.allCases)
    func spoilsOneThing(defect: Defect) throws {
        let good = try TestAuthority.standard.issue(Self.receipt)
        let bad = try TestAuthority.standard.issue(Self.receipt, defects: [defect])
        #expect(bad.bytes != good.bytes)
        #expect(try TestAuthority.standard.sign(Self.receipt, defects: [defect]) == bad.bytes, "it can be made again")
        #expect(try changes(from: good, to: bad) == Self.layers[defect])
        #expect(payloadChanges(from: good, to: bad) <= 1)
        #expect(
            certificateChanges(from: good.chain.signer, to: bad.chain.signer) <= Self.signerFields[defect, default: 1])
    }

    /// How many fields of the signer's certificate a defect may change, where it is not one at most.
    private static let signerFields: [Defect: Int] = [
        .wrongRoot: 3,  // the keys of subject and issuer, and the extensions that name them
        .selfSigned: 3,  // issuer, its key, and the extension that names it
        .developerCertificate: 4,  // another certificate: serial number, subject, key, extensions
        .sha1CertificateAfterItsEnd: 3,  // one algorithm, which stands in two places
    ]

    @Test func everyDefectSaysWhatItIs() {
        for defect in Defect.allCases {
            #expect(defect.summary.hasSuffix("."))
            #expect(defect.expectedError.split(separator: ".").count == 2)
            #expect(defect.rawValue.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
        }
        #expect(Set(Defect.allCases.map(\.summary)).count == Defect.allCases.count)
    }

    @Test(arguments: [
        Defect.malformedPurchaseDate, .malformedCancellationDate, .invalidProductID, .missingTransactionID,
        .negativeQuantity,
    ])
    func aDefectOfPurchasesNeedsOne(defect: Defect) {
        #expect(throws: TestKitError.defectNotApplicable(defect)) {
            try TestAuthority.standard.sign(TestReceipt(), defects: [defect])
        }
    }

    @Test(arguments: [
        Defect.intermediateMissing, .forgedIntermediate, .developerCertificate, .signerExpired, .nameConstraints,
    ])
    func aDefectOfTheChainNeedsOne(defect: Defect) {
        #expect(throws: TestKitError.defectNotApplicable(defect)) {
            try TestAuthority.xcode.sign(TestReceipt(environment: .xcode), defects: [defect])
        }
    }

    @Test func defectsAddUp() throws {
        let issued = try TestAuthority.standard.issue(
            Self.receipt, defects: [.trailingByte, .missingBundleID, .twoSigners])
        #expect(issued.payload.first(2) == nil)
        #expect(issued.signedData.signers.count == 2)
        #expect(issued.bytes == issued.signedData.encoded + [0])
    }

    private func changes(from good: TestIssuedReceipt, to bad: TestIssuedReceipt) throws -> Set<String> {
        var changes: Set<String> = []
        func compare<Value: Equatable>(_ name: String, _ left: Value, _ right: Value) {
            if left != right { changes.insert(name) }
        }
        compare("payload", good.payload, bad.payload)
        compare("signer", good.chain.signer, bad.chain.signer)
        compare("intermediate", good.chain.intermediate, bad.chain.intermediate)
        compare("root", good.chain.root, bad.chain.root)
        compare("bag", try bad.chain.certificates.map { try $0.encoded() }, bad.signedData.certificates)
        compare("content", bad.payload.encoded, bad.signedData.content)
        compare("outerContentType", good.signedData.outerContentType, bad.signedData.outerContentType)
        compare("contentType", good.signedData.contentType, bad.signedData.contentType)
        compare("version", good.signedData.version, bad.signedData.version)
        compare("digest", good.signedData.digestAlgorithms, bad.signedData.digestAlgorithms)
        compare("envelope", good.signedData.envelope, bad.signedData.envelope)
        compare("end", bad.signedData.encoded, bad.bytes)
        compare("signers", good.signedData.signers.count, bad.signedData.signers.count)
        for (left, right) in zip(good.signedData.signers, bad.signedData.signers) {
            compare("identifier", left.identifier, right.identifier)
            compare("digest", left.digestAlgorithm, right.digestAlgorithm)
            compare("signatureAlgorithm", left.signatureAlgorithm, right.signatureAlgorithm)
            compare("signedAttributes", left.signedAttributes, right.signedAttributes)
            compare("signerVersion", left.version, right.version)
            guard right.signedAttributes == nil, bad.signedData.content == bad.payload.encoded else { continue }
            // A content that was flipped after signing keeps the good signature.
            let isFlipped = good.payload != bad.payload && left.signature == right.signature
            let signature = try bad.chain.signer.key.signature(over: bad.payload.encoded, digest: right.signatureDigest)
            if !isFlipped { compare("signature", signature, right.signature) }
        }
        return changes
    }

    /// How many attributes differ, taking both levels together.
    private func payloadChanges(from good: TestIssuedReceipt, to bad: TestIssuedReceipt) -> Int {
        func differences(_ left: TestAttributeSet, _ right: TestAttributeSet) -> Int {
            let lost = left.attributes.filter { !right.attributes.contains($0) }
            let gained = right.attributes.filter { !left.attributes.contains($0) }
            if case .set(let row) = lost.first?.content, case .set(let spoilt) = gained.first?.content, lost.count == 1
            {
                return differences(row, spoilt)
            }
            // The date of issue (8) follows the creation date (12).
            let types = Set((lost + gained).map(\.type))
            return types == [8, 12] ? 1 : max(lost.count, gained.count)
        }
        return differences(good.payload, bad.payload)
    }

    private func certificateChanges(from good: TestCertificate, to bad: TestCertificate) -> Int {
        let same = [
            good.version == bad.version, good.serialNumber == bad.serialNumber,
            good.signatureAlgorithm == bad.signatureAlgorithm,
            good.outerSignatureAlgorithm == bad.outerSignatureAlgorithm, good.signatureDigest == bad.signatureDigest,
            good.issuer == bad.issuer, good.notBefore == bad.notBefore, good.notAfter == bad.notAfter,
            good.subject == bad.subject, good.key == bad.key, good.issuerKey == bad.issuerKey,
            good.extensions == bad.extensions, good.signatureUnusedBits == bad.signatureUnusedBits,
        ]
        return same.filter { !$0 }.count
    }
}
