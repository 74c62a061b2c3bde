import ReceiptKitTesting
import Testing

@Suite struct DefectTests {
    private static let receipt = TestReceipt(purchases: [
        .nonConsumable("com.example.pro", on: .utc(2024, 3, 1)),
        .autoRenewable("com.example.monthly", on: .utc(2024, 4, 20)),
    ])

    /// The layers that each defect may change.
    private static let layers: [String: Set<String>] = [
        "content-flipped": ["payload"],
        "signature-flipped": ["signature"],
        "no-signer": ["signers"],
        "two-signers": ["signers"],
        "signed-attributes": ["signedAttributes"],
        "signer-by-key-identifier": ["identifier"],
        "signer-certificate-missing": ["certificateSet"],
        "signer-certificate-ambiguous": ["certificateSet"],
        "intermediate-missing": ["certificateSet"],
        "intermediate-ambiguous": ["certificateSet"],
        "md5-digest": ["digest"],
        "sha384-digest": ["digest"],
        "algorithm-pair-mismatch": ["signatureAlgorithm"],
        "sha1-after-its-end": ["payload", "digest"],
        "detached": ["content"],
        "not-signed-data": ["outerContentType"],
        "content-not-data": ["contentType"],
        "container-version": ["version"],
        "trailing-byte": ["end"],
        "truncated": ["end"],
        "wrong-root": ["signer", "intermediate", "root"],
        "forged-intermediate": ["intermediate"],
        // The certificate is its own issuer, so the signer info's issuer changes too, and there is no chain.
        "self-signed": ["signer", "intermediate", "root", "identifier"],
        "developer-certificate": ["signer", "identifier"],
        "signer-marker-missing": ["signer"],
        "intermediate-marker-missing": ["intermediate"],
        "signer-expired": ["signer"],
        "signer-not-yet-valid": ["signer"],
        "intermediate-expired": ["intermediate"],
        "intermediate-not-yet-valid": ["intermediate"],
        "intermediate-not-authority": ["intermediate"],
        "intermediate-without-certificate-signing": ["intermediate"],
        "signer-without-digital-signature": ["signer"],
        "signer-is-authority": ["signer"],
        "intermediate-version-1": ["intermediate"],
        "algorithm-mismatch": ["signer"],
        "unknown-critical-extension": ["signer"],
        "name-constraints": ["intermediate"],
        "key-identifier-mismatch": ["signer"],
        "duplicate-extension": ["signer"],
        "serial-number-zero": ["signer", "identifier"],
        "signer-forged": ["signer"],
        "sha1-certificate-after-its-end": ["payload", "signer"],
        "wrong-device": ["payload"],
        "missing-bundle-id": ["payload"],
        "missing-creation-date": ["payload"],
        "duplicate-bundle-id": ["payload"],
        "empty-bundle-id": ["payload"],
        "short-device-hash": ["payload"],
        "malformed-creation-date": ["payload"],
        "malformed-purchase-date": ["payload"],
        "malformed-cancellation-date": ["payload"],
        "invalid-product-id": ["payload"],
        "missing-transaction-id": ["payload"],
        "negative-quantity": ["payload"],
    ]

    @Test(arguments: Defect.all)
    func spoilsOneThing(defect: Defect) throws {
        let good = try TestAuthority.standard.issue(Self.receipt)
        let bad = try TestAuthority.standard.issue(Self.receipt, defects: [defect])
        #expect(bad.bytes != good.bytes)
        #expect(try TestAuthority.standard.sign(Self.receipt, defects: [defect]) == bad.bytes, "it can be made again")
        #expect(try changes(from: good, to: bad) == Self.layers[defect.name])
        #expect(payloadChanges(from: good, to: bad) <= 1)
        #expect(
            certificateChanges(from: good.chain.signer, to: bad.chain.signer)
                <= Self.signerFields[defect.name, default: 1])
    }

    /// The number of fields of the signer certificate that a defect may change, if more than one.
    private static let signerFields: [String: Int] = [
        "wrong-root": 3,  // the keys of subject and issuer, and the extensions that name them
        "self-signed": 3,  // issuer, its key, and the extension that names it
        "developer-certificate": 4,  // another certificate: serial number, subject, key, extensions
        "sha1-certificate-after-its-end": 3,  // one algorithm, in two places
    ]

    @Test func everyDefectSaysWhatItIs() {
        for defect in Defect.all {
            #expect(defect.summary.hasSuffix("."))
            #expect(defect.expectedError.split(separator: ".").count == 2)
            #expect(defect.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
        }
        #expect(Set(Defect.all.map(\.summary)).count == Defect.all.count)
    }

    @Test(arguments: [
        "malformed-purchase-date", "malformed-cancellation-date", "invalid-product-id", "missing-transaction-id",
        "negative-quantity",
    ])
    func aDefectOfPurchasesNeedsOne(defect: String) {
        #expect(throws: TestKitError.defectNotApplicable(defect)) {
            try TestAuthority.standard.sign(TestReceipt(), defects: [.named(defect)])
        }
    }

    @Test(arguments: [
        "intermediate-missing", "forged-intermediate", "developer-certificate", "signer-expired", "name-constraints",
    ])
    func aDefectOfTheChainNeedsOne(defect: String) {
        #expect(throws: TestKitError.defectNotApplicable(defect)) {
            try TestAuthority.xcode.sign(TestReceipt(environment: .xcode), defects: [.named(defect)])
        }
    }

    @Test func defectsAddUp() throws {
        let issued = try TestAuthority.standard.issue(
            Self.receipt, defects: [.named("trailing-byte"), .named("missing-bundle-id"), .named("two-signers")])
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
        compare("certificateSet", try bad.chain.certificates.map { try $0.encoded() }, bad.signedData.certificates)
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
            // Content that was flipped after signing keeps the valid signature.
            let isFlipped = good.payload != bad.payload && left.signature == right.signature
            let signature = try bad.chain.signer.key.signature(over: bad.payload.encoded, digest: right.signatureDigest)
            if !isFlipped { compare("signature", signature, right.signature) }
        }
        return changes
    }

    /// Returns the number of attributes that differ, on both levels together.
    private func payloadChanges(from good: TestIssuedReceipt, to bad: TestIssuedReceipt) -> Int {
        func differences(_ left: TestAttributeSet, _ right: TestAttributeSet) -> Int {
            let lost = left.attributes.filter { !right.attributes.contains($0) }
            let gained = right.attributes.filter { !left.attributes.contains($0) }
            if case .set(let row) = lost.first?.content, case .set(let spoilt) = gained.first?.content, lost.count == 1
            {
                return differences(row, spoilt)
            }
            // The date of issue (8) is derived from the creation date (12).
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
