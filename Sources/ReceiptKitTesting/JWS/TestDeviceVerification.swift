/// What binds a JWS to a device: a nonce, and a hash of it and of the device's identifier. On a device every JWS has it; Apple's server
/// never sends it.
public struct TestDeviceVerification: Hashable, Sendable {
    /// `deviceVerificationNonce`, a UUID in lower case.
    public var nonce: String
    /// What `AppStore.deviceVerificationID` is on the device. It is not in the JWS.
    public var deviceVerificationID: String
    /// `deviceVerification`. Nil computes it.
    package var hashOverride: [UInt8]?

    /// The verification of a device.
    public init(
        deviceVerificationID: String = TestDeviceVerification.exampleID,
        nonce: String = "8c4e2d6a-91b7-4f0e-8d35-6a7c1e2f3b40"
    ) {
        self.nonce = nonce
        self.deviceVerificationID = deviceVerificationID
    }

    /// The device of JWS that name no other.
    public static let exampleID = "0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57"

    /// ``hashOverride``, or else the hash of the device.
    package var hash: [UInt8] {
        hashOverride ?? Self.hash(nonce: nonce, deviceVerificationID: deviceVerificationID)
    }

    /// SHA-384 of both identifiers in lower case, hyphens and all, the nonce first.
    package static func hash(nonce: String, deviceVerificationID: String) -> [UInt8] {
        TestDigest.sha384.hash(Array((nonce.lowercased() + deviceVerificationID.lowercased()).utf8))
    }

    static func members(_ verification: Self?) -> KeyValuePairs<String, JSONText?> {
        [
            "deviceVerification": verification.map { .string(TestText.base64($0.hash)) },
            "deviceVerificationNonce": verification.map { .string($0.nonce) },
        ]
    }
}
