internal import Crypto
internal import ReceiptEssentials
internal import ReceiptFields

/// What binds a JWS to a device: `deviceVerification`, the SHA-384 hash over `deviceVerificationNonce` and the device's
/// `AppStore.deviceVerificationID`, both as lower-case text. Source: Apple, *StoreKit, deviceVerification*.
struct DeviceVerification {
    private let hash: [UInt8]?
    private let nonce: UUID?

    init(_ hash: [UInt8]?, _ nonce: UUID?) { (self.hash, self.nonce) = (hash, nonce) }

    var isThere: Bool { hash != nil || nonce != nil }

    /// All identifiers are compared, whichever it is.
    func check(for device: DeviceRequirement) throws(VerificationError) {
        guard case .identifiers(let identifiers) = device else { return }
        let candidates = identifiers.compactMap(\.jwsText)
        guard !candidates.isEmpty else { throw .deviceIdentifierMissing }
        guard let hash, let nonce else { throw .deviceVerificationMissing }
        var matches = 0
        for identifier in candidates {
            let expected = SHA384.hash(data: Array((nonce.lowercaseText + identifier).utf8))
            if Array(expected).isEqualInConstantTime(to: hash) { matches += 1 }
        }
        guard matches > 0 else { throw .deviceMismatch }
    }
}
