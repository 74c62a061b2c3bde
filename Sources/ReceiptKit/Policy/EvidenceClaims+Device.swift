internal import Crypto
internal import ReceiptEssentials
internal import ReceiptFields

extension EvidenceClaims {
    /// What binds evidence to a device.
    enum Device {
        /// The SHA-1 hash over device identifier, attribute 4 and attribute 2, in this order.
        ///
        /// Of attribute 2 the bytes of its value count, which include the ASN.1 header of the string; of attribute 4 the bytes as
        /// they are. It stays SHA-1 in receipts signed with SHA-256. Source: Apple, *Validating receipts on the device*, and TN3138.
        case receipt(AppReceipt)
        /// `deviceVerification`, the SHA-384 hash over `deviceVerificationNonce` and the device's `AppStore.deviceVerificationID`, both as
        /// lower-case text. Source: Apple, *StoreKit, deviceVerification*.
        case jws(hash: [UInt8]?, nonce: UUID?)
        case identifierForVendor(UUID?)
        case exempt

        func check(for device: DeviceRequirement) throws(VerificationError) {
            switch self {
            case .receipt(let receipt):
                try device.check(\.receiptBytes) { (identifier) throws(VerificationError) in
                    var hash = Insecure.SHA1()
                    hash.update(data: identifier)
                    hash.update(data: receipt.opaqueValueBytes)
                    hash.update(data: receipt.bundleIdentifierBytes)
                    return Array(hash.finalize()).isEqualInConstantTime(to: receipt.deviceHashBytes)
                }
            case .jws(let hash, let nonce):
                try device.check(\.jwsText) { (identifier) throws(VerificationError) in
                    guard let hash, let nonce else { throw .deviceVerificationMissing }
                    let expected = SHA384.hash(data: Array((nonce.lowercaseText + identifier).utf8))
                    return Array(expected).isEqualInConstantTime(to: hash)
                }
            case .identifierForVendor(let found):
                try device.check(\.identifierForVendor) { (identifier) throws(VerificationError) in
                    guard let found else { throw .deviceVerificationMissing }
                    return identifier == found
                }
            case .exempt: return
            }
        }
    }
}

extension DeviceRequirement {
    /// Makes sure that evidence is bound to one of the identifiers. That there is one is asked before the evidence is. All of its kind are
    /// compared, whichever it is.
    fileprivate func check<Identifier>(
        _ ofItsKind: (DeviceIdentifier) -> Identifier?, isBound: (Identifier) throws(VerificationError) -> Bool
    ) throws(VerificationError) {
        guard case .identifiers(let identifiers) = self else { return }
        var (isThere, matches) = (false, false)
        for identifier in identifiers {
            guard let identifier = ofItsKind(identifier) else { continue }
            isThere = true
            if try isBound(identifier) { matches = true }
        }
        guard isThere else { throw .deviceIdentifierMissing }
        guard matches else { throw .deviceMismatch }
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
