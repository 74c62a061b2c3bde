import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests rules for every JWS: any change is detected, and the verifier's cache changes no result.
@Suite("StoreKit 2: JWS")
struct JWSVerificationTests {
    private static let now = JWSSubject.now(.transaction)

    private static func code(_ text: String, _ verifier: ReceiptVerifier) -> String? {
        do throws(VerificationError) {
            _ = try verifier.verify(transaction: text, at: now)
            return nil
        } catch { return error.code }
    }

    @Test("JWS-03 headers that vary around genuine certificates are verified, and fill no cache")
    func variedHeaders() throws {
        let verifier = try JWSSubject.verifier()
        let issued = try TestAuthority.standard.issue(TestJWSContent.example(.transaction))
        for number in 0..<40 {
            var jws = issued.jws
            jws.header.set("kid", "\"\(number)\"")
            try jws.sign(with: issued.chain.signer.key)
            #expect(Self.code(jws.text, verifier) == nil)
        }
        #expect(verifier.rememberedSigners == 1)
    }

    @Test("JWS-04 a chain is cached before the signature check, and its header only after it")
    func remembered() throws {
        let verifier = try JWSSubject.verifier()
        let forged = try TestAuthority.standard.sign(
            TestJWSContent.example(.transaction), defects: [.named("signature-flipped")])
        for _ in 0..<2 {
            #expect(Self.code(forged, verifier) == "signature.invalid")
            #expect((verifier.judgedSigners, verifier.rememberedSigners) == (1, 0))
        }
        #expect(Self.code(try TestAuthority.standard.sign(TestJWSContent.example(.transaction)), verifier) == nil)
        #expect((verifier.judgedSigners, verifier.rememberedSigners) == (1, 1))
        #expect(Self.code(forged, verifier) == "signature.invalid")
    }

    @Test("CHN-25 a cached chain's dates are checked again each time")
    func dates() throws {
        let verifier = try JWSSubject.verifier { $0.maximumAge = nil }
        let issued = try TestAuthority.standard.issue(TestJWSContent.example(.transaction))
        func forged(_ date: Date) -> String {
            var jws = issued.jws
            jws.payload.set("signedDate", "\(Int64(date.timeIntervalSince1970 * 1_000))")
            return jws.text
        }
        let signer = issued.chain.signer
        for _ in 0..<2 {
            #expect(Self.code(forged(signer.notAfter), verifier) == "signature.invalid")
            #expect(Self.code(forged(signer.notAfter.addingTimeInterval(1)), verifier) == "chain.expired")
            #expect(Self.code(forged(signer.notBefore.addingTimeInterval(-1)), verifier) == "chain.notYetValid")
        }
        #expect((verifier.judgedSigners, verifier.rememberedSigners) == (1, 0))
    }

    @Test("CHN-25 other encodings of valid chains with invalid signatures don't evict chains of verified JWS")
    func encodings() throws {
        let verifier = try JWSSubject.verifier()
        let issued = try TestAuthority.standard.issue(TestJWSContent.example(.transaction))
        #expect(Self.code(issued.jws.text, verifier) == nil)
        for number in 0..<UInt8(ChainCache.judgedCapacity / 4 + 1) {
            var chain = issued.chain
            chain.signer.serialNumber = [0x10, number]
            let certificates = try chain.certificates.map { [try $0.encoded(), try Self.otherForm(of: $0)] }
            for signer in certificates[0] {
                for intermediate in certificates[1] {
                    var jws = issued.jws
                    jws.setCertificates([signer, intermediate, certificates[2][0]].map(TestText.base64))
                    #expect(Self.code(jws.text, verifier) == "signature.invalid")
                }
            }
            #expect(verifier.judgedSigners <= ChainCache.judgedCapacity)
            #expect(verifier.rememberedSigners == 1)
        }
        #expect(verifier.judgedSigners == ChainCache.judgedCapacity)
        #expect(Self.code(issued.jws.text, verifier) == nil)
    }

    /// Returns the certificate with the second form of its signature.
    private static func otherForm(of certificate: TestCertificate) throws -> [UInt8] {
        var certificate = certificate
        certificate.signature = try certificate.issuerKey.ecdsaSignature(
            over: certificate.toBeSigned, digest: certificate.signatureDigest
        ).otherForm.der
        return try certificate.encoded()
    }

    @Test("One verifier for receipts and JWS")
    func both() throws {
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: [JWSSubject.app], device: .unchecked,
                trust: .roots(TestAuthority.standard.rootCertificates)))
        for _ in 0..<2 {
            _ = try verifier.verify(TestAuthority.standard.sign(Subject.receipt), at: Subject.now)
            _ = try verifier.verify(
                transaction: TestAuthority.standard.sign(TestTransaction(.exampleSubscription)), at: Self.now)
        }
        #expect(verifier.rememberedSigners == 2)
    }

    @Test("Evidence signed with keys from one seed is rejected by a verifier that trusts another's")
    func seeds() throws {
        let (mine, yours) = try (
            TestAuthority.standard(jwsKeySeed: [1]), TestAuthority.standard(jwsKeySeed: [2])
        )
        #expect(try mine == TestAuthority.standard(jwsKeySeed: [1]))
        let verifier = try ReceiptVerifier(
            policy: ReceiptPolicy(
                bundleIdentifiers: [JWSSubject.app], device: .unchecked, trust: .roots([mine.jwsRootCertificate])))
        let content = TestJWSContent.example(.transaction)
        #expect(Self.code(try mine.sign(content), verifier) == nil)
        for other in [yours, .standard] {
            #expect(Self.code(try other.sign(content), verifier) == "chain.untrustedRoot")
        }
    }

    @Test("CHN-22 Apple's roots are pinned, each for its own kind")
    func pinned() throws {
        #expect(
            Fingerprint(of: AppleRootCertificate.bytes).description
                == "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")
        #expect(
            Fingerprint(of: AppleRootCertificate.g3).description
                == "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")
        #expect(TrustStore.appStore.roots(for: .rsa).map { Array($0.bytes) } == [AppleRootCertificate.bytes])
        #expect(TrustStore.appStore.roots(for: .ecdsa).map { Array($0.bytes) } == [AppleRootCertificate.g3])
        let jws = try TestAuthority.standard.sign(TestJWSContent.example(.transaction))
        let verifier = ReceiptVerifier(policy: ReceiptPolicy(bundleIdentifier: JWSSubject.app, device: .unchecked))
        #expect(Self.code(jws, verifier) == "chain.untrustedRoot")
    }

    @Test("JWS-19 Xcode's JWS only in the mode for Xcode, signature checked")
    func xcode() throws {
        let text = try TestAuthority.xcode.sign(TestTransaction(environment: .xcode))
        let certificate = try #require(try certificates(ofJWS: text).first)
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: [JWSSubject.app], device: .unchecked, trust: .xcode([certificate])))
        let forged = try TestAuthority.xcode.sign(
            TestTransaction(environment: .xcode), defects: [.named("signature-flipped")])
        #expect(Self.code(forged, verifier) == "signature.invalid")
        #expect((verifier.judgedSigners, verifier.rememberedSigners) == (1, 0))
        #expect(Self.code(text, verifier) == nil)
        #expect(verifier.rememberedSigners == 1)
        let production = try TestAuthority.xcode.sign(TestTransaction())
        #expect(Self.code(production, verifier) == "environment.mismatch")
        let other = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: [JWSSubject.app], device: .unchecked,
                trust: .xcode([TestAuthority.standard.jwsRootCertificate])))
        #expect(Self.code(text, other) == "chain.notXcodeCertificate")
        #expect(Self.code(text, try JWSSubject.verifier()) == "jws.certificates")
    }

    @Test("JWS-19 JWS of local tests have their own environment")
    func localTesting() throws {
        let text = try TestAuthority.xcode.sign(TestTransaction(environment: .localTesting))
        let certificate = try #require(try certificates(ofJWS: text).first)
        func verifier(_ environments: Set<StoreEnvironment>?) throws -> ReceiptVerifier {
            ReceiptVerifier(
                policy: try ReceiptPolicy(
                    bundleIdentifiers: [JWSSubject.app], device: .unchecked, environments: environments,
                    trust: .xcode([certificate])))
        }
        #expect(Self.code(text, try verifier([.localTesting])) == nil)
        #expect(Self.code(text, try verifier([.localTesting, .xcode])) == nil)
        #expect(Self.code(text, try verifier(nil)) == "environment.mismatch")
        #expect(throws: ReceiptPolicy.InvalidPolicy.environmentNotXcode([.localTesting, .production])) {
            try verifier([.localTesting, .production])
        }
    }

    @Test("A JWS that names Xcode is accepted if the caller's own roots issued its certificates")
    func xcodeOfOwnRoots() throws {
        let text = try TestAuthority.standard.sign(TestTransaction(environment: .xcode))
        for (environment, code) in [(StoreEnvironment.xcode, nil), (.production, "environment.mismatch")] {
            let verifier = ReceiptVerifier(
                policy: try ReceiptPolicy(
                    bundleIdentifiers: [JWSSubject.app], device: .unchecked, environments: [environment],
                    trust: .roots(TestAuthority.standard.rootCertificates)))
            #expect(Self.code(text, verifier) == code)
        }
    }

    @Test("JWS-18 before the signature check, only the date of a payload is used")
    func hugeMembers() throws {
        let values = String(repeating: "1,", count: 300_000)
        for name in ["transactionId", "notificationType", "signedDate", "unknown"] {
            let text = try TestAuthority.standard.sign(
                TestTransaction(.exampleSubscription).with { $0.changes.set(name, "[\(values)1]") },
                defects: [.named("other-key")])
            #expect(
                Self.code(text, try JWSSubject.verifier())
                    == (name == "signedDate" ? "payload.malformed" : "signature.invalid"))
        }
    }

    @Test("Demands that a JWS can't satisfy")
    func unanswered() throws {
        let jws = try TestAuthority.standard.sign(TestJWSContent.example(.transaction))
        #expect(Self.code(jws, try JWSSubject.verifier { $0.appVersion = "42" }) == "appVersion.unanswered")
        let vendor = DeviceRequirement.identifiers([.identifierForVendor(TestReceipt.exampleIdentifierForVendor)])
        #expect(Self.code(jws, try JWSSubject.verifier { $0.device = vendor }) == "device.identifierMissing")
        #expect(Self.code(jws, try JWSSubject.verifier { $0.sha1 = .never }) == nil)
    }

    @Test("JWS-24 the signature's second form is the same evidence")
    func malleable() throws {
        let verifier = try JWSSubject.verifier()
        let jws = try TestAuthority.standard.sign(TestJWSContent.example(.transaction))
        let other = try TestAuthority.standard.sign(
            TestJWSContent.example(.transaction), defects: [.named("signature-twin")])
        #expect(jws != other)
        #expect(
            try verifier.verify(transaction: jws, at: Self.now).contentDigest
                == verifier.verify(transaction: other, at: Self.now).contentDigest)
    }

    @Test("Unverified, a JWS whose header is wrong has the verifier's error")
    func unverifiedHeader() throws {
        let verifier = try JWSSubject.verifier()
        var compared = 0
        for defect in JWSDefect.all where defect.step == .header && defect.kinds.contains(.transaction) {
            let text = try TestAuthority.standard.sign(TestJWSContent.example(.transaction), defects: [defect])
            let refusal = verificationError { _ = try verifier.verify(transaction: text, at: Self.now) }
            // A single certificate is allowed for Xcode, so it can be examined.
            guard case .malformed(let wanted) = refusal, wanted.reason != .jws(.certificates) else { continue }
            #expect(throws: wanted) { try certificates(ofJWS: text) }
            compared += 1
        }
        #expect(compared > 10)
    }

    @Test("JWS-05 a certificate has at most 8 KiB")
    func certificateSize() throws {
        func read(_ size: Int) throws(FormatError) -> [[UInt8]] {
            let certificate = Data(count: size).base64EncodedString()
            let header = TestText.base64URL(Array(#"{"alg":"ES256","x5c":["\#(certificate)","AAAA","AAAA"]}"#.utf8))
            return try certificates(ofJWS: header + ".e30.AAAA")
        }
        #expect(try read(8_192)[0].count == 8_192)
        let error = FormatError(.limitExceeded(.certificateSize, allowed: 8_192), path: .header("x5c"), offset: 0)
        #expect(throws: error) { try read(8_193) }
    }

    @Test("JWS-05 a header has at most 32 KiB")
    func headerSize() {
        func reason(_ count: Int) -> FormatError.Reason? {
            do throws(FormatError) {
                _ = try certificates(ofJWS: String(repeating: "A", count: count) + ".e30.AAAA")
                return nil
            } catch { return error.reason }
        }
        #expect(reason(43_691) == .invalidJSON(expected: "an object"))
        #expect(reason(43_692) == .limitExceeded(.jwsHeader, allowed: 32_768))
    }

}
