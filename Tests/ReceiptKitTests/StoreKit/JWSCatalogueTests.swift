import Crypto
import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the catalogue's JWS, each with its exact error code, or nil if it must be accepted.
@Suite("Catalogue: JWS")
struct JWSCatalogueTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: String?
        let defects: [String]

        init(_ name: String, _ code: String?, _ defects: String...) {
            (testDescription, self.code, self.defects) = (name, code, defects)
        }
    }

    static let header: [Row] = [
        Row(
            "JWS-01 alg none in any spelling, empty, missing, null, a number, an array", "jws.algorithm",
            "algorithm-none",
            "algorithm-mixed-none", "algorithm-empty", "algorithm-missing", "algorithm-null", "algorithm-number",
            "algorithm-array"),
        Row(
            "JWS-02 HS256 with the public key as secret, and every other algorithm", "jws.algorithm", "algorithm-hs256",
            "algorithm-lower-case", "algorithm-es256k", "algorithm-es384", "algorithm-rs256", "algorithm-eddsa"),
        Row(
            "JWS-03 keys, their names and addresses in the header are not looked at", nil, "key-in-header",
            "key-address",
            "certificate-address", "certificate-thumbprint", "key-name"),
        Row("JWS-03 a signature by the key in the header", "signature.invalid", "signed-by-key-in-header"),
        Row(
            "JWS-04 an untrusted chain, also under the same names", "chain.untrustedRoot", "wrong-root",
            "forged-intermediate"),
        Row(
            "JWS-05 x5c missing, null, empty, not a list, or of another length", "jws.certificates",
            "certificates-missing", "certificates-null", "certificates-empty", "certificates-text",
            "certificates-numbers",
            "third-certificate-number", "one-certificate", "two-certificates", "four-certificates",
            "thousand-certificates"),
        Row("JWS-05 a certificate above 8 KiB", "limit.certificateSize", "certificate-too-large"),
        Row(
            "JWS-06 the signer's certificate in the place of its issuer's", "chain.untrustedRoot",
            "signer-twice", "signer-thrice"),
        Row(
            "JWS-09 the third certificate is not looked at", nil, "root-is-stranger", "root-is-no-certificate",
            "intermediate-twice"),
        Row(
            "JWS-10 certificates in base64url, with line breaks, other padding or stray bits", "input.base64",
            "certificate-url-alphabet", "certificate-newline", "certificate-pem", "certificate-unpadded",
            "certificate-overpadded", "certificate-stray-bits"),
        Row(
            "JWS-11 a name that stands twice in the header, also escaped", "json.repeatedMember", "repeated-algorithm",
            "repeated-algorithm-first", "escaped-algorithm", "repeated-certificates", "repeated-unknown"),
        Row(
            "JWS-13 crit of any value, b64, zip", "jws.header", "critical", "critical-empty", "payload-not-encoded",
            "payload-encoded", "compressed"),
        Row(
            "ACC-16 header members unknown to the library", nil, "unknown-header-member", "content-type", "header-order"
        ),
    ]

    static let chain: [Row] = [
        Row(
            "JWS-07 Apple's developer certificates: markers missing", "chain.notReceiptSigner", "signer-marker-missing",
            "signer-marker-longer", "signer-marker-as-policy", "markers-swapped"),
        Row("JWS-07 an intermediate without its marker", "chain.notReceiptIssuer", "intermediate-marker-missing"),
        Row("JWS-08 a key on another curve", "chain.key", "p384-signer"),
        Row(
            "JWS-25 the algorithms of chain and JWS are apart", nil, "sha256-certificates", "sha512-certificates",
            "p256-intermediate"),
    ]

    static let text: [Row] = [
        Row(
            "JWS-14 another number of parts, empty parts, JSON serialization", "jws.format", "one-part", "two-parts",
            "four-parts", "five-parts", "empty-header", "empty-payload", "empty-signature", "json-serialization"),
        Row(
            "JWS-14 white space around, a word before", "input.base64", "leading-space", "trailing-newline",
            "bearer-prefix"),
        Row(
            "JWS-15 base64url with padding, the other alphabet, white space, stray bits", "input.base64",
            "padded-header",
            "padded-payload", "padded-signature", "standard-alphabet", "inner-newline", "stray-bits-in-payload",
            "stray-bits-in-signature", "impossible-length"),
        Row(
            "JWS-16 signatures of other lengths", "jws.signature", "signature-der", "signature-short", "signature-long",
            "signature-huge"),
        Row(
            "JWS-16 r or s 0, or the order", "signature.invalid", "signature-zero-r", "signature-zero-s",
            "signature-zero",
            "signature-order-r", "signature-order-s"),
        Row(
            "JWS-17 the signature covers the text as it came", "signature.invalid", "header-changed",
            "header-rewritten",
            "payload-changed", "payload-rewritten"),
        Row("JWS-24, ACC-14 the signature's second form is as good", nil, "signature-twin"),
        Row("JWS-18 more than 1 MiB", "limit.jws", "oversized"),
    ]

    static let payload: [Row] = [
        Row(
            "JWS-12 a name that stands twice in the payload, wherever", "json.repeatedMember", "repeated-member",
            "repeated-member-escaped", "repeated-unknown-member", "repeated-nested-member"),
        Row(
            "JWS-18 payloads that are not a JSON object in UTF-8", "json.syntax", "payload-not-json", "payload-array",
            "payload-text", "payload-trailing-data", "payload-trailing-comma", "payload-byte-order-mark",
            "payload-utf16",
            "payload-invalid-utf8", "payload-lone-surrogate", "payload-not-a-number"),
        Row("JWS-18 depth", "limit.jsonDepth", "payload-deep", "header-deep"),
        Row("JWS-18 too many members", "limit.jsonMembers", "payload-many-members", "header-many-members"),
        Row(
            "TIM-09 no date of signing", "payload.missing", "signed-date-missing", "signed-date-null",
            "receipt-creation-date-missing"),
        Row(
            "TIM-09 a date that is none", "payload.malformed", "signed-date-text", "signed-date-too-early",
            "signed-date-too-late"),
        Row("TIM-09 seconds instead of milliseconds", "chain.notYetValid", "signed-date-in-seconds"),
        Row(
            "JWS-19 another environment, Xcode's and local tests among them", "environment.mismatch",
            "wrong-environment",
            "xcode-environment", "local-testing-environment", "unknown-environment", "environment-lower-case"),
        Row("JWS-19 another app", "bundleIdentifier.mismatch", "other-app", "other-app-case", "other-app-null"),
        Row("JWS-19 another app in the store", "appAppleID.mismatch", "other-app-apple-id", "app-apple-id-missing"),
        Row("JWS-20 a payload of another kind", "payload.kind", "empty-object", "notification-in-place"),
        Row("JWS-27 a realtime request in its place", "payload.realtimeRequest", "retention-request-in-place"),
        Row("JWS-23 another device", "device.mismatch", "other-device", "device-hash-short", "device-hash-order"),
        Row("JWS-23 no device", "device.verificationMissing", "device-hash-missing", "device-nonce-missing"),
        Row("JWS-23 the nonce's case", nil, "device-nonce-upper-case"),
    ]

    @Test(arguments: header + chain + text + payload)
    func catalogue(_ row: Row) throws {
        for defect in try row.defects.map(JWSDefect.named) {
            let kind = try #require(defect.kinds.first)
            let text = try TestAuthority.standard.sign(TestJWSContent.example(kind), defects: [defect])
            let verifier = try JWSSubject.verifier()
            var code: String?
            do {
                _ = try JWSSubject.verify(text, as: kind, verifier, at: JWSSubject.now(kind))
            } catch let error as VerificationError { code = error.code }
            #expect(code == row.code, "\(defect)")
        }
    }

    @Test("SIG-09 an intermediate on P-521, which signed the signer's certificate")
    func intermediateOnP521() throws {
        let key = P521.Signing.PrivateKey()
        var chain = TestAuthority.standard.jws
        chain.intermediate?.subjectPublicKeyInfo = Array(key.publicKey.derRepresentation)
        chain.signer.setDigest(.sha512)
        chain.signer.signature = Array(try key.signature(for: chain.signer.toBeSigned).derRepresentation)
        let content = TestJWSContent.example(.transaction)
        var jws = TestJWS(
            payload: try content.payload(by: .standard), certificates: try chain.certificates.map { try $0.encoded() })
        try jws.sign(with: chain.signer.key)
        #expect(throws: VerificationError.certificateKey(.intermediate)) {
            try JWSSubject.verifier().verify(transaction: jws.text, at: JWSSubject.now(.transaction))
        }
    }

    @Test("JWS-21 a repeated notification is the same evidence, and an old one is rejected")
    func replay() throws {
        let jws = TestJWSContent.example(.notification)
        let (text, now) = (try TestAuthority.standard.sign(jws), JWSSubject.now(.notification))
        let verifier = try JWSSubject.verifier()
        let first = try verifier.verify(notification: text, at: now)
        let again = try verifier.verify(notification: text, at: now.addingTimeInterval(60))
        #expect(again.notificationUUID == first.notificationUUID)
        #expect(again.contentDigest == first.contentDigest)
        let anHour = try JWSSubject.verifier { $0.maximumAge = 3_600 }
        #expect(try anHour.verify(notification: text, at: now).signedDate == jws.signedDate)
        let late = now.addingTimeInterval(1)
        #expect(throws: VerificationError.tooOld(created: jws.signedDate, now: late)) {
            try anHour.verify(notification: text, at: late)
        }
    }

    @Test("JWS-22 a revoked transaction entitles to nothing from the day on")
    func revoked() throws {
        let purchase = TestPurchase.nonConsumable("com.example.pro", on: .utc(2024, 4, 1))
        let verifier = ReceiptVerifier(
            policy: try ReceiptPolicy(
                bundleIdentifiers: [JWSSubject.app], device: .unchecked,
                trust: .roots(TestAuthority.standard.rootCertificates)))
        let now = Date.utc(2024, 5, 2)
        func isEntitled(_ purchase: TestPurchase, at date: Date) throws -> Bool {
            var transaction = TestTransaction(purchase)
            transaction.signedDate = .utc(2024, 5, 1)
            let text = try TestAuthority.standard.sign(transaction)
            return try verifier.verify(transaction: text, at: now).ledger.isEntitled(to: "com.example.pro", at: date)
        }
        #expect(try isEntitled(purchase, at: now))
        let refunded = purchase.refunded(on: .utc(2024, 4, 3))
        #expect(try !isEntitled(refunded, at: now))
    }
}
