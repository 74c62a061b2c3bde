internal import Crypto
internal import ReceiptEssentials
internal import ReceiptFields

extension EvidenceClaims {
    /// The value that binds evidence to a device.
    enum Device {
        /// The SHA-1 hash over the device identifier, attribute 4 and attribute 2, in this order.
        ///
        /// For attribute 2 these are the bytes of its value, including the ASN.1 header of the string; for attribute 4, its bytes as they
        /// are. The hash is SHA-1 even in receipts signed with SHA-256. Source: Apple, *Validating receipts on the device*, and TN3138.
        case receipt(AppReceipt)
        /// `deviceVerification`: the SHA-384 hash over `deviceVerificationNonce` and the device's `AppStore.deviceVerificationID`, both as
        /// lowercase strings. Source: Apple, *StoreKit, deviceVerification*.
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
    /// Checks that the evidence is bound to one of the identifiers. The check compares all identifiers of the right kind, even after a
    /// match. An error that the evidence itself causes is thrown only if the policy has an identifier of that kind.
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
    /// Returns true if both arguments have the same bytes. The time that the comparison takes doesn't reveal where the first difference is,
    /// because every byte of both is examined.
    package func isEqualInConstantTime(to other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for (x, y) in zip(self, other) { difference |= x ^ y }
        return difference == 0
    }
}
