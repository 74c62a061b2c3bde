import Foundation
import ReceiptKitTesting
import TestSupport

/// A case where Apple's own library for Python, app-store-server-library 3.1.2, responds differently than ReceiptKit
/// must, and why. Apple's library is not the standard here: it reads no more of a field than it needs, and leaves
/// nested JWS to another call.
struct AppleDisagreement {
    /// The reason, as far as the library's source shows it.
    let reason: String
    /// The names of the defects. A name that ends with `-` means all names with that prefix.
    let defects: [String]

    static let all: [AppleDisagreement] = [
        Self(
            reason: "The library adds missing padding to each part, and accepts padding that is present.",
            defects: ["padded-"]
        ),
        Self(
            reason:
                "The library limits neither the size of a JWS, of its header or of a certificate, nor the number of members of an object.",
            defects: [
                "oversized", "header-too-large", "header-many-members", "certificate-too-large", "payload-many-members",
            ]),
        Self(
            reason: "Python's `json` detects the encoding of a text by itself, and skips a byte order mark.",
            defects: ["header-byte-order-mark", "header-utf16", "payload-byte-order-mark", "payload-utf16"]),
        Self(
            reason: "Python's `json` accepts half a surrogate pair as a character, and `NaN` as a number.",
            defects: ["payload-lone-surrogate", "payload-not-a-number"]),
        Self(
            reason: "Python's `json` keeps the last of two members with the same name.",
            defects: [
                "repeated-algorithm-first", "repeated-unknown", "repeated-member", "repeated-unknown-member",
                "repeated-nested-member",
            ]),
        Self(
            reason: "The library ignores `zip`, and only checks that `b64` is not false.",
            defects: ["compressed", "payload-encoded"]),
        Self(
            reason:
                "The library reads two of the three certificates, and Python's `base64` ignores unused bits.",
            defects: ["third-certificate-number", "certificate-stray-bits"]),
        Self(
            reason:
                "If no date says when the certificates must be valid, the library uses the present; it also accepts a date in a string.",
            defects: ["signed-date-missing", "receipt-creation-date-missing", "signed-date-null", "signed-date-text"]),
        Self(
            reason:
                "The library asks OpenSSL for a path to the root, and demands no more than RFC 5280 demands of any path: it checks "
                + "neither the signer's key usage, nor the digest, nor the form of the key, nor that nothing follows a certificate.",
            defects: [
                "signer-without-digital-signature", "signer-is-authority", "issuer-name-other-type", "sha1-certificate",
                "name-constraints", "serial-number-zero", "certificate-trailing-byte", "point-compressed",
            ]),
        Self(
            reason:
                "The library does not check whether a payload is of the kind that it decodes, if that kind names no app.",
            defects: ["transaction-in-place", "retention-request-in-place"]),
        Self(reason: "The library compares no date with the present.", defects: ["signed-in-the-future", "too-old"]),
        Self(
            reason: "The library does not check the device.",
            defects: [
                "other-device", "device-hash-short", "device-hash-order", "device-hash-missing", "device-nonce-missing",
            ]),
        Self(reason: "The library leaves the JWS nested in a notification to another call.", defects: ["nested-"]),
        Self(
            reason:
                "The library rejects a payload because of one member of the wrong type on which no decision depends; ReceiptKit treats that member as nil, with a diagnostic.",
            defects: ["transaction-price-huge", "renewal-info-renewal-date-text", "app-transaction-preorder-date-text"]),
        Self(
            reason:
                "The library accepts a member of any type, or a missing member, if it compares that member with nothing.",
            defects: ["transaction-", "renewal-info-", "app-transaction-", "notification-", "realtime-request-"]),
    ]

    /// Returns the index of the first reason that lists a defect.
    static func reason(of defect: JWSDefect) -> Int? {
        all.firstIndex { row in
            row.defects.contains { $0 == defect.name || $0.hasSuffix("-") && defect.name.hasPrefix($0) }
        }
    }
}
