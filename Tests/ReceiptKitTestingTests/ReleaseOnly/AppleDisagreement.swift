import Foundation
import ReceiptKitTesting
import TestSupport

/// A case where Apple's own library for Python, app-store-server-library 3.1.2, responds differently than ReceiptKit
/// must, and why. Apple's library is not the standard: it reads no more of a field than it needs, and leaves nested JWS
/// to another call.
struct AppleDisagreement {
    /// The reason, as far as the library's source shows it.
    let reason: String
    /// The names of the defects. A name that ends with `-` means all names with that prefix.
    let defects: [String]

    static let all: [AppleDisagreement] = [
        Self(
            reason: "It gives each part the padding that is missing, and takes one that is there.", defects: ["padded-"]
        ),
        Self(
            reason:
                "It limits neither the size of a JWS, of its header or of a certificate, nor the members of an object.",
            defects: [
                "oversized", "header-too-large", "header-many-members", "certificate-too-large", "payload-many-members",
            ]),
        Self(
            reason: "Python's `json` finds out by itself how a text is encoded, and passes over a byte order mark.",
            defects: ["header-byte-order-mark", "header-utf16", "payload-byte-order-mark", "payload-utf16"]),
        Self(
            reason: "Python's `json` takes half a surrogate pair for a character, and `NaN` for a number.",
            defects: ["payload-lone-surrogate", "payload-not-a-number"]),
        Self(
            reason: "Python's `json` keeps the last of two members of one name.",
            defects: [
                "repeated-algorithm-first", "repeated-unknown", "repeated-member", "repeated-unknown-member",
                "repeated-nested-member",
            ]),
        Self(
            reason: "It reads no `zip`, and of `b64` that it is not false.", defects: ["compressed", "payload-encoded"]),
        Self(
            reason:
                "It reads two of the three certificates, and Python's `base64` passes over bits that stand for nothing.",
            defects: ["third-certificate-number", "certificate-stray-bits"]),
        Self(
            reason:
                "Where no date says when the certificates must be valid, it takes the present; a date in a text is one too.",
            defects: ["signed-date-missing", "receipt-creation-date-missing", "signed-date-null", "signed-date-text"]),
        Self(
            reason:
                "It asks OpenSSL for a path to the root, and for no more than RFC 5280's demands on any path: not which key usage "
                + "signs, which digest, which form of key, or that nothing follows a certificate.",
            defects: [
                "signer-without-digital-signature", "signer-is-authority", "issuer-name-other-type", "sha1-certificate",
                "name-constraints", "serial-number-zero", "certificate-trailing-byte", "point-compressed",
            ]),
        Self(
            reason: "It does not ask whether a payload is of the kind that it decodes, if that names no app.",
            defects: ["transaction-in-place", "retention-request-in-place"]),
        Self(reason: "It compares no date with the present.", defects: ["signed-in-the-future", "too-old"]),
        Self(
            reason: "It does not look at the device.",
            defects: [
                "other-device", "device-hash-short", "device-hash-order", "device-hash-missing", "device-nonce-missing",
            ]),
        Self(reason: "It leaves what is nested in a notification to another call.", defects: ["nested-"]),
        Self(
            reason:
                "It rejects a payload for one member of another type, on which no decision hangs; ReceiptKit takes it as nil, with a diagnostic.",
            defects: ["transaction-price-huge", "renewal-info-renewal-date-text", "app-transaction-preorder-date-text"]),
        Self(
            reason: "It takes a member of any type, or none, where it compares it with nothing.",
            defects: ["transaction-", "renewal-info-", "app-transaction-", "notification-", "realtime-request-"]),
    ]

    /// Returns the index of the first reason that lists a defect.
    static func reason(of defect: JWSDefect) -> Int? {
        all.firstIndex { row in
            row.defects.contains { $0 == defect.name || $0.hasSuffix("-") && defect.name.hasPrefix($0) }
        }
    }
}
