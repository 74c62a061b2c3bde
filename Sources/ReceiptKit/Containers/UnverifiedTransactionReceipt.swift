package import ReceiptFields

/// A well-formed iOS 6 transaction receipt (`SKPaymentTransaction.transactionReceipt`). Its signature isn't verified.
///
/// It is a property list with `signature`, `purchase-info`, `pod`, `signing-status` and, except in production, `environment`. Only
/// `purchase-info` is signed.
package struct UnverifiedTransactionReceipt: Sendable {
    /// The maximum size of the property list, in bytes. Real ones have 4,000.
    static let maximumSize = 1 << 20

    let blob: TransactionReceiptSignature
    /// The signed property list. It proves nothing until the signature is verified.
    package let purchaseInfo: PropertyList
    /// The value of `environment`, or production if it is absent. **It is not signed**: anyone who has the receipt can change it.
    package let claimedEnvironment: StoreEnvironment

    /// Parses a receipt, which is a property list or its base64, with or without line breaks.
    ///
    /// - Throws: ``ReceiptFields/FormatError`` if the receipt doesn't have the form of a transaction receipt.
    package init(_ bytes: [UInt8], limits: ReceiptLimits = ReceiptLimits()) throws(FormatError) {
        do throws(FormatError) { self = try UnverifiedTransactionReceipt(anyForm: bytes, limits) } catch {
            throw error.blamingSpaces(in: bytes[...])
        }
    }

    private init(anyForm bytes: [UInt8], _ limits: ReceiptLimits) throws(FormatError) {
        let list = try PropertyList(try Self.propertyList(in: bytes, limits: limits))
        if list.value("signature") == nil, list.value("purchase-info") == nil, list.value("transaction-id") != nil {
            throw FormatError(.contentAlone(.purchaseInfo), offset: 0)
        }
        do throws(FormatError) {
            blob = try TransactionReceiptSignature(try Self.decoded("signature", list), limits: limits)
        } catch {
            throw error.at(.member("signature"))
        }
        let signedList = try Self.decoded("purchase-info", list)
        claimedEnvironment =
            list.value("environment").map { StoreEnvironment(rawValue: String(decoding: $0, as: UTF8.self)) }
            ?? .production
        do throws(FormatError) { purchaseInfo = try PropertyList(signedList) } catch {
            throw error.path == .container ? error.at(.member("purchase-info")) : error
        }
    }

    package var unverified: TransactionReceiptPayload {
        get throws(FormatError) { try TransactionReceiptPayload(purchaseInfo) }
    }

    /// The version of the signature: 2, 3 or 4.
    package var version: Int { Int(blob.version.rawValue) }

    /// The bytes of the RSASSA-PKCS1-v1_5 signature.
    package var signature: [UInt8] { blob.signature }

    /// The signer's certificate, in DER. The receipt doesn't contain its issuer's certificate.
    package var certificate: [UInt8] { blob.certificate }

    /// Returns the bytes of the property list, decoded if they are in base64.
    package static func propertyList(in bytes: [UInt8], limits: ReceiptLimits) throws(FormatError) -> [UInt8] {
        let maximumSize = min(Self.maximumSize, limits.maximumInputSize)
        let text =
            bytes.first == UInt8(ascii: "{")
            ? bytes : try Base64.decode(bytes[...], maximumInputSize: maximumSize, isReceipt: false)
        guard text.count <= maximumSize else {
            throw FormatError(.limitExceeded(.input, allowed: maximumSize), offset: 0)
        }
        return text
    }

    /// Decodes a value in base64, which must be canonical.
    package static func decoded(_ key: String, _ list: PropertyList) throws(FormatError) -> [UInt8] {
        guard let value = list.value(key) else { throw FormatError(.missingMember, path: .member(key), offset: 0) }
        do throws(FormatError) {
            return try Base64.decode(exactly: value, .standard)
        } catch {
            // A client that sent the value as form data, without escaping it, turned each + into a space.
            let isSpace = error.reason == .invalidBase64(.character(UInt8(ascii: " ")))
            throw FormatError(
                isSpace ? .invalidBase64(.spaces) : error.reason, path: .member(key), offset: error.offset)
        }
    }
}
