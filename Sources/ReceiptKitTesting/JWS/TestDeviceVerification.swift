/// The device that a JWS is bound to: a nonce, and a hash of the nonce and the device verification identifier. Every JWS from a device
/// contains both; the JWS from Apple's server never do.
public struct TestDeviceVerification: Hashable, Sendable {
    /// `deviceVerificationNonce`, a UUID in lower case.
    public var nonce: String
    /// The value of `AppStore.deviceVerificationID` on the device. It is not in the JWS.
    public var deviceVerificationID: String
    /// `deviceVerification`, or nil to compute it.
    package var hashOverride: [UInt8]?

    /// Creates the verification of a device.
    public init(
        deviceVerificationID: String = TestDeviceVerification.exampleID,
        nonce: String = "8c4e2d6a-91b7-4f0e-8d35-6a7c1e2f3b40"
    ) {
        self.nonce = nonce
        self.deviceVerificationID = deviceVerificationID
    }

    /// The default device of a JWS.
    public static let exampleID = "0e3b5c1d-7a42-4d0f-9b61-2f6c8d1e4a57"

    /// ``hashOverride``, or the computed hash if that is nil.
    package var hash: [UInt8] {
        hashOverride ?? Self.hash(nonce: nonce, deviceVerificationID: deviceVerificationID)
    }

    /// Returns SHA-384 of both identifiers in lower case, with their hyphens, the nonce first.
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
