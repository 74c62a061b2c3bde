/// Defects of the members that bind a JWS to a device.
extension JWSDefect {
    static let devices: [Self] = [
        Self(
            "other-device", "The JWS is for another device.", .device, in: .withDevice,
            .subject { try $0.editDevice { $0.deviceVerificationID = "ffffffff-7a42-4d0f-9b61-2f6c8d1e4a57" } }),
        Self(
            "device-hash-short", "The device's hash has 47 bytes.", .device, in: .withDevice,
            .subject { try $0.editDevice { $0.hashOverride = Array($0.hash.dropLast()) } }),
        Self(
            "device-hash-order", "The device's hash has the identifier before the nonce as its input.", .device,
            in: .withDevice,
            .subject {
                try $0.editDevice {
                    $0.hashOverride = TestDeviceVerification.hash(
                        nonce: $0.deviceVerificationID, deviceVerificationID: $0.nonce)
                }
            }),
        Self(
            "device-hash-missing", "The device's hash is missing.", .device, in: .withDevice,
            .payload { $0.remove("deviceVerification") }),
        Self(
            "device-nonce-missing", "The nonce of the device's hash is missing.", .device,
            in: .withDevice, .payload { $0.remove("deviceVerificationNonce") }),
        Self(
            "device-nonce-upper-case", "The nonce is in upper case, but the hash is over its lower-case form.", nil,
            in: .withDevice, .subject { try $0.editDevice { $0.nonce = $0.nonce.uppercased() } }),
    ]
}
