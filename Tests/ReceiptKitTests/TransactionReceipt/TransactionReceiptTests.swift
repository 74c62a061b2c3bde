import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("IOS 6 transaction receipts")
struct TransactionReceiptTests {
    typealias Subject = TransactionReceiptSubject

    @Test("of every version are verified, as bytes and in base64", arguments: TestTransactionReceiptVersion.allCases)
    func good(version: TestTransactionReceiptVersion) throws {
        let issued = try Subject.issue(version)
        let verifier = try Subject.verifier()
        let verified = try verifier.verify(transactionReceipt: issued.bytes, at: Subject.now(version))
        #expect(issued.base64.hasPrefix("ewoJ"))
        #expect(try verifier.verify(transactionReceipt: issued.base64, at: Subject.now(version)) == verified)
        let folded = Data(issued.bytes).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn,
        ])
        #expect(try verifier.verify(transactionReceipt: folded, at: Subject.now(version)) == verified)

        #expect(verified.transactionID == "410000900000001")
        #expect(verified.productID == "com.example.coins")
        #expect(verified.bundleIdentifier == "com.example.app")
        #expect(verified.appVersion == "42")
        #expect(verified.appID == 6_450_123_456)
        #expect(verified.purchasedQuantity == 1)
        #expect(verified.purchaseDate == version.exampleDate.measured)
        #expect(verified.originalPurchaseDate == version.exampleDate.measured)
        #expect(verified.identifierForVendor == TestTransactionReceipt.exampleVendorID)
        #expect(verified.diagnostics == [])
        #expect(verified.claimedEnvironment == .production)
        #expect(verified.verification.digest == (version == .four ? .sha256 : .sha1))
        #expect(verified.verification.isDeviceChecked)
        #expect(try verified.verification.signer == Fingerprint(of: issued.chain.signer.encoded()))
        #expect(try verified.verification.trustAnchor == Fingerprint(of: Subject.authority.rootCertificate))
        let signed = ContentDigest(of: [version.number] + issued.purchaseInfo)
        #expect(
            verified.contentDigest
                == ContentDigest(of: Array("transactionReceipt\0".utf8) + signed.bytes + Array("Production".utf8)))
    }

    @Test("The code of the documentation")
    func documentation() throws {
        let receipt = TestTransactionReceipt(version: .four)
        let issued = try TestAuthority.standard.issue(receipt)
        let base64 = issued.base64
        let issuer = try issued.issuerCertificate
        #expect(try Subject.authority.transactionReceiptIssuers.contains(issuer))
        let now = Subject.now()
        #expect(throws: VerificationError.issuerCertificateMissing) {
            var policy = ReceiptPolicy(
                bundleIdentifier: "com.example.app", device: .unchecked)
            policy.transactionReceipts = .acceptedWithUnsignedEnvironment
            let verified = try ReceiptVerifier(policy: policy)
                .verify(transactionReceipt: base64, at: now)
            _ = verified
        }
    }

    @Test("Unsigned members change only the claimed environment")
    func unsigned() throws {
        let receipt = TestTransactionReceipt(isSandbox: true)
        let issued = try Subject.authority.issue(receipt)
        var list = issued.list
        list.set("pod", "7")
        let verifier = try Subject.verifier { $0 = try $0.with(environments: [.sandbox]) }
        let verified = try verifier.verify(transactionReceipt: issued.bytes, at: Subject.now())
        #expect(verified.claimedEnvironment == .sandbox)
        let other = try verifier.verify(transactionReceipt: list.bytes, at: Subject.now())
        #expect(other == verified)
        #expect(other.contentDigest == verified.contentDigest)
    }

    @Test(
        "are rejected unless the policy accepts them, and the code says why",
        arguments: TestTransactionReceiptVersion.allCases)
    func refusedByDefault(version: TestTransactionReceiptVersion) throws {
        #expect(ReceiptPolicy(bundleIdentifier: "", device: .unchecked).transactionReceipts == .refused)
        let verifier = try Subject.verifier { $0.transactionReceipts = .refused }
        let bytes = try Subject.issue(version).bytes
        #expect(Subject.refusal(bytes, verifier, at: Subject.now(version)) == .environmentUnsigned)
        #expect(VerificationError.environmentUnsigned.code == "environment.unsigned")
        #expect(throws: VerificationError.environmentUnsigned) {
            try verifier.verify(evidence: bytes, at: Subject.now(version))
        }
    }

    @Test("come as evidence in each of their forms")
    func evidence() throws {
        let issued = try Subject.issue()
        let verifier = try Subject.verifier()
        let verified = try verifier.verify(transactionReceipt: issued.bytes, at: Subject.now())
        let forms = [
            issued.bytes, Array(issued.base64.utf8), Array(#"{"receipt-data":"\#(issued.base64)"}"#.utf8),
            Array(#"{"unified_receipt":{"latest_receipt":"\#(issued.base64)"}}"#.utf8),
        ]
        for form in forms {
            #expect(try verifier.verify(evidence: form, at: Subject.now()) == .transactionReceipt(verified))
        }
        let spaced = try Subject.issue(defects: [.named("spaces")])
        for form in [spaced.bytes, Array(spaced.base64.utf8)] {
            #expect(try verifier.verify(evidence: form, at: Subject.now()) == .transactionReceipt(verified))
        }
        for indentation in ["", " ", "   "] {
            var list = issued.list
            list.indentation = indentation
            #expect(try verifier.verify(evidence: list.bytes, at: Subject.now()) == .transactionReceipt(verified))
        }
    }

    @Test("A repeated key is reported with its first 64 bytes")
    func longKey() throws {
        var list = try Subject.issue().list
        let key = String(repeating: "a", count: 70)
        list.pairs += [.init(key, "1"), .init(key, "2")]
        guard case .malformed(let error)? = Subject.refusal(list.bytes, try Subject.verifier()) else {
            Issue.record("accepted")
            return
        }
        #expect(error.reason == .repeatedKey([UInt8](repeating: 0x61, count: 64)))
    }

    @Test("Keys that look the same and have other bytes are two")
    func equivalentKeys() throws {
        var list = try Subject.issue().list
        list.pairs += [.init("\u{E9}", "1"), .init("e\u{301}", "2")]
        #expect(Subject.refusal(list.bytes, try Subject.verifier()) == nil)
        list.pairs.append(.init("e\u{301}", "3"))
        #expect(Subject.refusal(list.bytes, try Subject.verifier())?.code == "propertyList.repeatedKey")
    }

    @Test("as JSON")
    func json() throws {
        let issued = try Subject.authority.issue(
            TestTransactionReceipt().with { $0.expirationDate = .utc(2023, 12, 20, 19, 45, 59) })
        let verified = try Subject.verifier().verify(evidence: issued.bytes, at: Subject.now())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = try String(decoding: encoder.encode(verified), as: UTF8.self)
        #expect(text.contains(#""kind":"transactionReceipt""#))
        #expect(text.contains(#""claimedEnvironment":"Production""#))
        #expect(text.contains(#""transactionReceipt":{"appID":"6450123456","appVersion":"42""#))
        #expect(text.contains(#""expirationDate":"2023-12-20T19:45:59Z""#))
        #expect(text.contains(#""purchaseDate":"2023-11-20T19:45:59.001Z""#))
        #expect(text.contains(#""identifierForVendor":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#))
    }

    @Test("show their contents and unknown keys, unverified")
    func unverified() throws {
        let receipt = TestTransactionReceipt(version: .two).with { $0.changes["new-key"] = "ä" }
        let issued = try Subject.authority.issue(receipt)
        let signed = try UnverifiedTransactionReceipt(issued.bytes)
        #expect(signed.version == 2)
        #expect(signed.signature == issued.signature.signature)
        #expect(signed.certificate == issued.signature.certificate)
        #expect(signed.purchaseInfo.text == issued.purchaseInfo)
        #expect(signed.claimedEnvironment == .production)
        let payload = try signed.unverified
        #expect(payload.propertyList == issued.purchaseInfo)
        #expect(payload.members.first { $0.key == "new-key" }?.value == "ä")
        #expect(payload.members.map(\.key) == receipt.purchaseInfo.pairs.map(\.key))
        #expect(try UnverifiedTransactionReceipt(Array(issued.base64.utf8)).unverified == payload)
        #expect(payload.description.contains("410000900000001"))
    }

    @Test("from the App Store's issuers are rejected with other roots, and others with Apple's")
    func otherRoots() throws {
        let bytes = try Subject.issue().bytes
        let intermediates = try Subject.authority.transactionReceiptIssuers
        let issuer = try Fingerprint(of: Subject.issue().issuerCertificate)
        for (trust, error) in [
            (try TrustStore.appStore(intermediates: intermediates), VerificationError.untrustedRoot(issuer)),
            (.appStore, .issuerCertificateMissing),
            (try .roots(Subject.authority.rootCertificates), .issuerCertificateMissing),
        ] {
            let verifier = try Subject.verifier { $0 = try $0.with(trust: trust) }
            #expect(Subject.refusal(bytes, verifier) == error)
        }
    }

    @Test("are not Xcode's")
    func xcode() throws {
        let issued = try Subject.issue()
        let trust = try TrustStore.xcode([issued.chain.signer.encoded()])
        let policy = try ReceiptPolicy(bundleIdentifiers: ["com.example.app"], device: .unchecked, trust: trust)
        #expect(
            Subject.refusal(issued.bytes, ReceiptVerifier(policy: policy))
                == .notXcodeCertificate(Fingerprint(of: issued.signature.certificate)))
    }
}

extension ReceiptPolicy {
    /// Returns a copy with another trust store or other environments.
    func with(
        trust: TrustStore? = nil, environments: Set<StoreEnvironment>? = nil
    ) throws -> ReceiptPolicy {
        var copy = try ReceiptPolicy(
            bundleIdentifiers: bundleIdentifiers, device: device, environments: environments ?? self.environments,
            trust: trust ?? self.trust)
        copy.transactionReceipts = transactionReceipts
        return copy
    }
}
