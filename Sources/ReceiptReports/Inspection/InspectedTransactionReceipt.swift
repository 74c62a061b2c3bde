package import ReceiptFields
internal import ReceiptKit

/// The unverified contents of an iOS 6 transaction receipt: its two property lists and its signature, each read as far as it is
/// well-formed.
package struct InspectedTransactionReceipt: Sendable {
    /// The size of the property list in bytes, or 0 if the input is not valid base64.
    package private(set) var size = 0
    /// The members next to `signature` and `purchase-info`, in their order: `environment`, `pod`, `signing-status`. No
    /// signature covers them.
    package private(set) var unsignedMembers: [TransactionReceiptPayload.Member] = []
    /// The version of the signature, from its first byte. The verifier accepts 2, 3 and 4.
    package private(set) var version: Int?
    /// The signature's bytes, RSASSA-PKCS1-v1_5.
    package private(set) var signature: [UInt8]?
    /// The signer's certificate, DER, unverified. Such a receipt doesn't contain the issuer's certificate.
    package private(set) var certificate: [UInt8]?
    /// The pairs of `purchase-info`, which the signature covers, in their order.
    package private(set) var purchaseInfo: [TransactionReceiptPayload.Member] = []
    /// The typed fields, if `purchase-info` is well-formed.
    package private(set) var fields: TransactionReceiptPayload?
    /// The first error, or nil if the receipt is well-formed.
    package private(set) var error: FormatError?

    /// Reads a property list, or its base64, as far as possible.
    package init(_ text: [UInt8]) {
        guard let octets = part(try UnverifiedTransactionReceipt.propertyList(in: text, limits: ReceiptLimits())) else {
            return
        }
        size = octets.count
        let list = salvaged(octets, nil)
        unsignedMembers = list.members.filter { !Self.signedKeys.contains($0.key) }
        readSignature(in: list)
        readPurchaseInfo(in: list)
    }

    /// The environment that the receipt names, or nil if it names none: the verifier then assumes production. **It is
    /// not signed.**
    package var claimedEnvironment: StoreEnvironment? {
        unsignedMembers.first { $0.key == "environment" }.map { StoreEnvironment(rawValue: $0.value) }
    }

    private static let signatureKey = "signature"
    private static let purchaseInfoKey = "purchase-info"
    private static let signedKeys: Set = [signatureKey, purchaseInfoKey]

    private mutating func readSignature(in list: PropertyList) {
        guard let octets = decoded(Self.signatureKey, list) else { return }
        version = octets.first.map(Int.init)
        let blob = part(try TransactionReceiptSignature(octets, limits: ReceiptLimits()), in: Self.signatureKey)
        signature = blob?.signature
        certificate = blob?.certificate
    }

    private mutating func readPurchaseInfo(in list: PropertyList) {
        guard let octets = decoded(Self.purchaseInfoKey, list) else { return }
        purchaseInfo = salvaged(octets, Self.purchaseInfoKey).members
        fields = part(try TransactionReceiptPayload(propertyList: octets))
    }

    private mutating func decoded(_ key: String, _ list: PropertyList) -> [UInt8]? {
        part(try UnverifiedTransactionReceipt.decoded(key, list))
    }

    private mutating func salvaged(_ octets: [UInt8], _ member: String?) -> PropertyList {
        let (list, error) = PropertyList.salvaged(octets)
        note(error, in: member)
        return list
    }

    /// Returns the result of `read`, or stores its error and returns nil.
    private mutating func part<T>(
        _ read: @autoclosure () throws(FormatError) -> T, in member: String? = nil
    ) -> T? {
        do throws(FormatError) { return try read() } catch {
            note(error, in: member)
            return nil
        }
    }

    /// Stores an error unless there is one already; the verifier throws the first.
    private mutating func note(_ error: FormatError?, in member: String?) {
        let error = member.flatMap { error?.at(.member($0)) } ?? error
        self.error = self.error ?? error
    }
}
