import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Checks that each of the test kit's defects is rejected with its error, or accepted if it must be.
@Suite("Transaction receipts: defects")
struct TransactionReceiptDefectTests {
    typealias Subject = TransactionReceiptSubject

    @Test("are rejected with the exact error, cold and warm", arguments: TransactionReceiptDefect.all)
    func defect(_ defect: TransactionReceiptDefect) throws {
        let issued = try Subject.issue(defects: [defect])
        let expected = try expected(defect, issued)
        #expect((defect.refusedAt == nil) == (expected == nil))
        let verifier = try Subject.verifier()
        for _ in 0..<2 {
            #expect(Subject.refusal(issued.bytes, verifier) == expected)
            #expect(try Subject.refusal(Subject.issue().bytes, verifier) == nil)
        }
        // In base64 the position is the same: offsets are in the property list.
        #expect(Subject.refusal(Array(issued.base64.utf8), verifier) == expected)
    }

    private func expected(
        _ defect: TransactionReceiptDefect, _ issued: TestIssuedTransactionReceipt
    ) throws -> VerificationError? {
        if let known = Self.malformed[defect.name] { return .malformed(known) }
        let fingerprint = Fingerprint(of: issued.signature.certificate)
        let bought = issued.receipt.purchaseDate.measured
        switch defect.name {
        case "wrong-root", "forged-signer": return .certificateSignature(.signer)
        case "unknown-issuer", "self-signed": return .issuerCertificateMissing
        case "developer-certificate", "signer-marker-missing", "signer-other-marker":
            return .notReceiptSigner(fingerprint)
        case "signer-expired":
            return .certificateExpired(.signer, notAfter: issued.chain.signer.notAfter.wholeSecond, created: bought)
        case "signer-not-yet-valid":
            return .certificateNotYetValid(
                .signer, notBefore: issued.chain.signer.notBefore.wholeSecond, created: bought)
        case "signer-is-authority": return .signerIsCertificateAuthority
        case "signer-without-digital-signature": return .keyUsage(.signer)
        case "short-key", "elliptic-key": return .certificateKey(.signer)
        case "certificate-trailing-bytes": return .malformedCertificate(.signer)
        case "relabelled-as-3", "content-changed", "signature-flipped", "other-key", "other-digest",
            "version-not-signed":
            return .signatureInvalid
        case "sandbox": return .environmentMismatch(found: .init(rawValue: "Sandbox"), accepted: [.production])
        case "environment-xcode": return .environmentMismatch(found: .xcode, accepted: [.production])
        case "environment-empty": return .environmentMismatch(found: .init(rawValue: ""), accepted: [.production])
        case "environment-removed", "original-of-sandbox":
            return .environmentContradicted(transactionID: "1000000046178817")
        case "environment-edited": return .environmentContradicted(transactionID: "2000000046178817")
        case "other-bundle-identifier":
            return .bundleIdentifierMismatch(found: "com.example.other", accepted: ["com.example.app"])
        case "other-app-apple-id": return .appAppleIDMismatch(found: 1, expected: 6_450_123_456)
        case "app-apple-id-missing": return .appAppleIDMismatch(found: nil, expected: 6_450_123_456)
        case "other-app-version": return .appVersionMismatch(found: "43", expected: "42")
        case "bought-in-future": return .createdInFuture(created: bought, now: Subject.now())
        case "other-device": return .deviceMismatch
        case "device-missing", "device-malformed": return .deviceVerificationMissing
        default: return nil
        }
    }

    private static let malformed: [String: FormatError] = {
        func syntax(_ expected: String, in path: FieldPath = .container, _ offset: Int) -> FormatError {
            FormatError(.invalidPropertyList(expected: expected), path: path, offset: offset)
        }
        func missing(_ key: String) -> FormatError { FormatError(.missingMember, path: .member(key), offset: 0) }
        func malformed(_ key: String, _ offset: Int) -> FormatError {
            FormatError(.malformedMember, path: .member(key), offset: offset)
        }
        func signature(_ reason: FormatError.Reason, _ offset: Int) -> FormatError {
            FormatError(reason, path: .member("signature"), offset: offset)
        }
        let inner = FieldPath.member("purchase-info")
        return [
            "carriage-returns": syntax("the end of the line", 1),
            "two-tabs": syntax("a quote", 3),
            "two-newlines": FormatError(.trailingBytes(1), offset: 2_475),
            "trailing-text": syntax("the end of the line", 2_474),
            "comment": syntax("a quote", 2),
            "unquoted-key": syntax("a quote", 2_433),
            "unspaced": syntax("a space", 2_438),
            "unclosed": syntax("}", 2_473),
            "escape": syntax("a string without escapes", 2_443),
            "control-character": syntax("UTF-8 without control characters", 2_442),
            "repeated-key": FormatError(.repeatedKey(Array("environment".utf8)), offset: 2_502),
            "many-pairs": FormatError(.limitExceeded(.pairs, allowed: 256), offset: 6_647),
            "signature-missing": missing("signature"),
            "purchase-info-missing": missing("purchase-info"),
            "signature-empty": signature(.truncated(needed: 1, available: 0), 0),
            "signature-unpadded": signature(.invalidBase64(.padding), 1_721),
            "signature-other-alphabet": signature(.invalidBase64(.character(UInt8(ascii: "_"))), 18),
            "inner-carriage-returns": syntax("the end of the line", in: inner, 1),
            "inner-escape": syntax("a string without escapes", in: inner, 282),
            "inner-repeated-key": FormatError(.repeatedKey(Array("product-id".utf8)), path: inner, offset: 513),
            "inner-trailing-text": syntax("the end of the line", in: inner, 513),
            "purchase-date-missing": missing("purchase-date-ms"),
            "purchase-date-malformed": malformed("purchase-date-ms", 496),
            "version-1": signature(.transactionReceiptVersion(1), 0),
            "version-5": signature(.transactionReceiptVersion(5), 0),
            "relabelled-as-2": signature(.limitExceeded(.certificateSize, allowed: 8_192), 129),
            "length-short": signature(.trailingBytes(1), 1_275),
            "length-long": signature(.truncated(needed: 1_016, available: 1_015), 257),
            "length-zero": signature(.trailingBytes(1_015), 261),
            "length-huge": signature(.limitExceeded(.certificateSize, allowed: 8_192), 257),
            "trailing-bytes": signature(.trailingBytes(1), 1_276),
            "certificate-missing": signature(.truncated(needed: 261, available: 260), 0),
            "certificate-large": signature(.limitExceeded(.certificateSize, allowed: 8_192), 257),
            "transaction-id-missing": missing("transaction-id"),
            "transaction-id-empty": malformed("transaction-id", 194),
            "original-transaction-id-missing": missing("original-transaction-id"),
            "original-transaction-id-empty": malformed("original-transaction-id", 139),
            "bid-missing": missing("bid"),
            "bid-empty": malformed("bid", 405),
            "bvrs-missing": missing("bvrs"),
            "bvrs-empty": malformed("bvrs", 168),
            "product-id-missing": missing("product-id"),
            "product-id-empty": malformed("product-id", 248),
            "quantity-missing": missing("quantity"),
            "quantity-empty": malformed("quantity", 227),
            "quantity-zero": malformed("quantity", 227),
            "quantity-signed": malformed("quantity", 227),
            "quantity-padded": malformed("quantity", 227),
            "expires-date-malformed": malformed("expires-date", 531),
            "expires-date-beyond": malformed("expires-date", 531),
            "line-item-malformed": malformed("web-order-line-item-id", 541),
            "app-item-id-malformed": malformed("app-item-id", 312),
            "dates-disagree": malformed("purchase-date", 443),
            "date-of-no-zone": malformed("purchase-date", 443),
            "original-dates-disagree": malformed("original-purchase-date", 31),
            "date-alone": missing("original-purchase-date-ms"),
        ]
    }()

    @Test("Version 2: the same faults of its own chain and layout")
    func versionTwo() throws {
        let verifier = try Subject.verifier()
        func refusal(_ name: String) throws -> VerificationError? {
            let defect = try TransactionReceiptDefect.named(name)
            return Subject.refusal(
                try Subject.issue(.two, defects: [defect]).bytes, verifier, at: Subject.now(.two))
        }
        let marker = try TransactionReceiptDefect.named("signer-other-marker")
        let other = try Subject.issue(.two, defects: [marker])
        #expect(
            Subject.refusal(other.bytes, verifier, at: Subject.now(.two))
                == .notReceiptSigner(Fingerprint(of: other.signature.certificate)))
        #expect(try refusal("forged-signer") == .certificateSignature(.signer))
        #expect(try refusal("signer-is-authority") == .signerIsCertificateAuthority)
        #expect(try refusal("content-changed") == .signatureInvalid)
        #expect(try refusal("elliptic-key") == .certificateKey(.signer))
        #expect(try refusal("wrong-root") == .certificateSignature(.signer))
    }
}

extension Date {
    /// The date without milliseconds, as in certificates.
    var wholeSecond: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}
