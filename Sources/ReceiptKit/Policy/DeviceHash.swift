internal import Crypto
internal import ReceiptEssentials
internal import ReceiptFields

/// The hash that binds a receipt to a device: SHA-1 over device identifier, attribute 4 and attribute 2, in this order.
///
/// Of attribute 2 the bytes of its value count, which include the ASN.1 header of the string; of attribute 4 the bytes as
/// they are. It stays SHA-1 in receipts signed with SHA-256. Source: Apple, *Validating receipts on the device*, and TN3138.
enum DeviceHash {
    /// All identifiers are compared, whichever it is.
    static func check(_ receipt: AppReceipt, for device: DeviceRequirement) throws(VerificationError) {
        guard case .identifiers(let identifiers) = device else { return }
        var (candidates, matches) = (0, 0)
        for identifier in identifiers {
            guard let bytes = identifier.receiptBytes else { continue }
            candidates += 1
            var hash = Insecure.SHA1()
            hash.update(data: bytes)
            hash.update(data: receipt.opaqueValueOctets)
            hash.update(data: receipt.bundleIdentifierOctets)
            if Array(hash.finalize()).isEqualInConstantTime(to: receipt.deviceHashOctets) { matches += 1 }
        }
        guard candidates > 0 else { throw .deviceIdentifierMissing }
        guard matches > 0 else { throw .deviceMismatch }
    }
}

extension Collection<UInt8> {
    /// Compares without telling by the time it takes where the first difference is: every byte of both is looked at.
    package func isEqualInConstantTime(to other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for (x, y) in zip(self, other) { difference |= x ^ y }
        return difference == 0
    }
}
