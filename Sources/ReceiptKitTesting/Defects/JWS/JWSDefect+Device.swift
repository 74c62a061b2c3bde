/// Defects of what binds a JWS to a device.
extension JWSDefect {
    static let devices: [JWSDefect] = [
        .otherDevice, .deviceHashShort, .deviceHashOrder, .deviceHashMissing, .deviceNonceMissing,
        .deviceNonceUpperCase,
    ]

    /// It is of another device.
    public static let otherDevice = Self(
        "other-device", "It is of another device.", .refused(.device), in: [.transaction, .appTransaction],
        .device { $0.deviceVerificationID = "ffffffff-7a42-4d0f-9b61-2f6c8d1e4a57" })

    /// The device's hash has 47 octets.
    public static let deviceHashShort = Self(
        "device-hash-short", "The device's hash has 47 octets.", .refused(.device),
        in: [.transaction, .appTransaction],
        .device { $0.hashOverride = Array($0.hash.dropLast()) })

    /// The device's hash is that of the identifier before the nonce.
    public static let deviceHashOrder = Self(
        "device-hash-order", "The device's hash is that of the identifier before the nonce.", .refused(.device),
        in: [.transaction, .appTransaction],
        .device {
            $0.hashOverride = TestDeviceVerification.hash(
                nonce: $0.deviceVerificationID, deviceVerificationID: $0.nonce)
        })

    /// The device's hash is missing.
    public static let deviceHashMissing = Self(
        "device-hash-missing", "The device's hash is missing.", .refused(.device), in: [.transaction, .appTransaction],
        .payload { $0.remove("deviceVerification") })

    /// The nonce of the device's hash is missing.
    public static let deviceNonceMissing = Self(
        "device-nonce-missing", "The nonce of the device's hash is missing.", .refused(.device),
        in: [.transaction, .appTransaction],
        .payload { $0.remove("deviceVerificationNonce") })

    /// The nonce is in upper case; its lower case is what is hashed.
    public static let deviceNonceUpperCase = Self(
        "device-nonce-upper-case", "The nonce is in upper case; its lower case is what is hashed.", .accepted,
        in: [.transaction, .appTransaction],
        .device { $0.nonce = $0.nonce.uppercased() })
}

extension JWSDefectSteps {
    /// Changes the device. The JWS must have one.
    fileprivate static func device(_ change: @escaping Change<TestDeviceVerification>) -> Self {
        Self(content: { $0.content.editDevice(change) })
    }
}
