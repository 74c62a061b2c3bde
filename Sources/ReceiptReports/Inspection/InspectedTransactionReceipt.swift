package import ReceiptFields
internal import ReceiptKit

/// The unverified contents of an iOS 6 transaction receipt: its two property lists and its signature, each as
/// far as it is well-formed.
package struct InspectedTransactionReceipt: Sendable {
    /// The number of the property list's bytes; 0 if it came as text that is not base64.
    package private(set) var size = 0
    /// What stands beside `signature` and `purchase-info`, in its order: `environment`, `pod`, `signing-status`. No signature covers it.
    package private(set) var unsignedMembers: [TransactionReceiptPayload.Member] = []
    /// The version of the signature, by its first byte. A verifier knows 2, 3 and 4.
    package private(set) var version: Int?
    /// The signature's bytes, RSASSA-PKCS1-v1_5.
    package private(set) var signature: [UInt8]?
    /// The signer's certificate, DER. It may be anything. Its issuer's is not in such a receipt.
    package private(set) var certificate: [UInt8]?
    /// The pairs of `purchase-info`, which is what the signature covers, in its order.
    package private(set) var purchaseInfo: [TransactionReceiptPayload.Member] = []
    /// The typed fields, if `purchase-info` is well-formed.
    package private(set) var fields: TransactionReceiptPayload?
    /// Where it breaks, or nil if all of it is well-formed.
    package private(set) var error: FormatError?

    /// Reads what there is of a receipt: of the property list, or of its base64.
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

    /// What it says of its environment, or nil if it says nothing: a verifier then assumes production. **It is not signed.**
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

    /// What `read` gives, or nil with an error.
    private mutating func part<T>(
        _ read: @autoclosure () throws(FormatError) -> T, in member: String? = nil
    ) -> T? {
        do throws(FormatError) { return try read() } catch {
            note(error, in: member)
            return nil
        }
    }

    /// The first error is the one that a verifier names.
    private mutating func note(_ error: FormatError?, in member: String?) {
        let error = member.flatMap { error?.at(.member($0)) } ?? error
        self.error = self.error ?? error
    }
}
