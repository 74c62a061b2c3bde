import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The catalogue's JWS, each with the exact code of its refusal; nil where it must be accepted.
@Suite("Catalogue: JWS")
struct JWSCatalogueTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: String?
        let defects: [JWSDefect]

        init(_ name: String, _ code: String?, _ defects: JWSDefect...) {
            (testDescription, self.code, self.defects) = (name, code, defects)
        }
    }

    static let header: [Row] = [
        Row(
            "JWS-01 alg none in any spelling, empty, missing, null, a number, an array", "jws.algorithm",
            .algorithmNone,
            .algorithmMixedNone, .algorithmEmpty, .algorithmMissing, .algorithmNull, .algorithmNumber, .algorithmArray),
        Row(
            "JWS-02 HS256 with the public key as secret, and every other algorithm", "jws.algorithm", .algorithmHS256,
            .algorithmLowerCase, .algorithmES256K, .algorithmES384, .algorithmRS256, .algorithmEdDSA),
        Row(
            "JWS-03 keys, their names and addresses in the header are not looked at", nil, .keyInHeader, .keyAddress,
            .certificateAddress, .certificateThumbprint, .keyName),
        Row("JWS-03 a signature by the key in the header", "signature.invalid", .signedByKeyInHeader),
        Row(
            "JWS-04 a stranger's chain, also under the same names", "chain.untrustedRoot", .wrongRoot,
            .forgedIntermediate),
        Row(
            "JWS-05 x5c missing, null, empty, not a list, or of another length", "jws.certificates",
            .certificatesMissing, .certificatesNull, .certificatesEmpty, .certificatesText, .certificatesNumbers,
            .thirdCertificateNumber, .oneCertificate, .twoCertificates, .fourCertificates, .thousandCertificates),
        Row("JWS-05 a certificate above 8 KiB", "limit.certificateSize", .certificateTooLarge),
        Row(
            "JWS-06 the signer's certificate in the place of its issuer's", "chain.untrustedRoot",
            .signerTwice, .signerThrice),
        Row(
            "JWS-09 the third certificate is not looked at", nil, .rootIsStranger, .rootIsNoCertificate,
            .intermediateTwice),
        Row(
            "JWS-10 certificates in base64url, with line breaks, other padding or stray bits", "input.base64",
            .certificateURLAlphabet, .certificateNewline, .certificatePEM, .certificateUnpadded,
            .certificateOverpadded, .certificateStrayBits),
        Row(
            "JWS-11 a name that stands twice in the header, also escaped", "json.repeatedMember", .repeatedAlgorithm,
            .repeatedAlgorithmFirst, .escapedAlgorithm, .repeatedCertificates, .repeatedUnknown),
        Row(
            "JWS-13 crit of any value, b64, zip", "jws.header", .critical, .criticalEmpty, .payloadNotEncoded,
            .payloadEncoded, .compressed),
        Row("ACC-16 header members that nobody knows", nil, .unknownHeaderMember, .contentType, .headerOrder),
    ]

    static let chain: [Row] = [
        Row(
            "JWS-07 Apple's developer certificates: markers missing", "chain.notReceiptSigner", .signerMarkerMissing,
            .signerMarkerLonger, .signerMarkerAsPolicy, .markersSwapped),
        Row("JWS-07 an intermediate without its marker", "chain.notReceiptIssuer", .intermediateMarkerMissing),
        Row("JWS-08 a key on another curve", "chain.key", .p384Signer),
        Row(
            "JWS-25 the algorithms of chain and JWS are apart", nil, .sha256Certificates, .sha512Certificates,
            .p256Intermediate),
    ]

    static let text: [Row] = [
        Row(
            "JWS-14 another number of parts, empty parts, JSON serialization", "jws.format", .onePart, .twoParts,
            .fourParts, .fiveParts, .emptyHeader, .emptyPayload, .emptySignature, .jsonSerialization),
        Row("JWS-14 white space around, a word before", "input.base64", .leadingSpace, .trailingNewline, .bearerPrefix),
        Row(
            "JWS-15 base64url with padding, the other alphabet, white space, stray bits", "input.base64", .paddedHeader,
            .paddedPayload, .paddedSignature, .standardAlphabet, .innerNewline, .strayBitsInPayload,
            .strayBitsInSignature, .impossibleLength),
        Row(
            "JWS-16 signatures of other lengths", "jws.signature", .signatureDER, .signatureShort, .signatureLong,
            .signatureHuge),
        Row(
            "JWS-16 r or s 0, or the order", "signature.invalid", .signatureZeroR, .signatureZeroS, .signatureZero,
            .signatureOrderR, .signatureOrderS),
        Row(
            "JWS-17 the signature covers the text as it came", "signature.invalid", .headerChanged, .headerRewritten,
            .payloadChanged, .payloadRewritten),
        Row("JWS-24, ACC-14 the signature's twin is as good", nil, .signatureTwin),
        Row("JWS-18 more than 1 MiB", "limit.token", .oversized),
    ]

    static let payload: [Row] = [
        Row(
            "JWS-12 a name that stands twice in the payload, wherever", "json.repeatedMember", .repeatedMember,
            .repeatedMemberEscaped, .repeatedUnknownMember, .repeatedNestedMember),
        Row(
            "JWS-18 payloads that are not a JSON object in UTF-8", "json.syntax", .payloadNotJSON, .payloadArray,
            .payloadText, .payloadTrailingData, .payloadTrailingComma, .payloadByteOrderMark, .payloadUTF16,
            .payloadInvalidUTF8, .payloadLoneSurrogate, .payloadNotANumber),
        Row("JWS-18 depth", "limit.jsonDepth", .payloadDeep, .headerDeep),
        Row("JWS-18 too many members", "limit.jsonMembers", .payloadManyMembers, .headerManyMembers),
        Row("TIM-09 no date of signing", "payload.missing", .signedDateMissing, .signedDateNull, .creationDateMissing),
        Row(
            "TIM-09 a date that is none", "payload.malformed", .signedDateText, .signedDateTooEarly, .signedDateTooLate),
        Row("TIM-09 seconds instead of milliseconds", "chain.notYetValid", .signedDateInSeconds),
        Row(
            "JWS-19 another environment, Xcode's and local tests among them", "environment.mismatch", .wrongEnvironment,
            .xcodeEnvironment, .localTestingEnvironment, .unknownEnvironment, .environmentLowerCase),
        Row("JWS-19 another app", "bundleIdentifier.mismatch", .otherApp, .otherAppCase, .otherAppNull),
        Row("JWS-19 another app in the store", "appAppleID.mismatch", .otherAppAppleID, .appAppleIDMissing),
        Row(
            "JWS-20 a payload of another kind", "payload.kind", .retentionRequestInPlace),
        Row("JWS-23 another device", "device.mismatch", .otherDevice, .deviceHashShort, .deviceHashOrder),
        Row("JWS-23 no device", "device.verificationMissing", .deviceHashMissing, .deviceNonceMissing),
        Row("JWS-23 the nonce's case", nil, .deviceNonceUpperCase),
    ]

    @Test(arguments: header + chain + text + payload)
    func catalogue(_ row: Row) throws {
        for defect in row.defects {
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

    @Test("JWS-21 a notification that came before is the same evidence, and one that is stale is refused")
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
