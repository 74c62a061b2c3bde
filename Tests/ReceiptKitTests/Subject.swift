import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// A valid receipt, a policy that it satisfies, and the time, for the verification tests.
enum Subject {
    static let bundleIdentifier = "com.example.app"
    /// 2026-01-01T00:00:00Z
    static let now = Date(timeIntervalSince1970: 1_767_225_600)

    static let receipt = TestReceipt(
        bundleIdentifier: bundleIdentifier,
        purchases: [
            .consumable("com.example.coins", on: .utc(2024, 4, 30, 9)),
            .autoRenewable("com.example.monthly", on: .utc(2024, 4, 15)),
        ])

    /// Returns the policy that ``receipt`` satisfies, which trusts the standard test authority.
    static func policy(_ change: (inout ReceiptPolicy) throws -> Void = { _ in }) throws -> ReceiptPolicy {
        var policy = try ReceiptPolicy(
            bundleIdentifiers: [bundleIdentifier], device: device,
            trust: .roots([TestAuthority.standard.rootCertificate]))
        try change(&policy)
        return policy
    }

    static func verify(
        _ bytes: [UInt8], _ policy: ReceiptPolicy? = nil, at date: Date = now
    ) throws -> VerifiedReceipt {
        try ReceiptVerifier(policy: policy ?? Subject.policy()).verify(bytes, at: date)
    }

    static let device: DeviceRequirement = [.identifierForVendor(TestReceipt.exampleIdentifierForVendor)]

    /// Returns the requirement for a device identifier, of 16 or of 6 bytes.
    static func device(_ octets: [UInt8]) throws -> DeviceRequirement {
        if octets.count == 16 { return [.identifierForVendor(uuid(octets))] }
        return [try #require(DeviceIdentifier(macAddress: octets))]
    }

    /// Decodes hexadecimal digits.
    static func octets(_ hexadecimal: String) throws -> [UInt8] {
        try #require(TestText.bytes(hexadecimal: hexadecimal))
    }

    static func uuid(_ b: [UInt8]) -> UUID {
        UUID(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }
}

extension ReceiptPolicy {
    /// Changes the environments, which only initializers can set.
    mutating func set(environments: Set<StoreEnvironment>) throws {
        try set(environments: environments, trust: trust)
    }

    /// Changes the trust store.
    mutating func set(trust: TrustStore) throws { try set(environments: environments, trust: trust) }

    private mutating func set(environments: Set<StoreEnvironment>, trust: TrustStore) throws {
        var policy = try ReceiptPolicy(
            bundleIdentifiers: bundleIdentifiers, device: device, environments: environments, trust: trust)
        policy.appVersion = appVersion
        policy.clockTolerance = clockTolerance
        policy.maximumAge = maximumAge
        policy.sha1 = sha1
        policy.distrustedKeys = distrustedKeys
        policy.limits = limits
        self = policy
    }
}

/// Returns the error that `body` throws, or nil.
func verificationError(_ body: () throws -> Void) -> VerificationError? {
    do {
        try body()
        return nil
    } catch { return error as? VerificationError }
}
