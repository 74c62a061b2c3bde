import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

/// What the verification tests start from: a valid receipt, the policy it satisfies, and the time.
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

    /// The policy that ``receipt`` satisfies, trusting the standard test authority.
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

    /// The device with this identifier, of 16 or of 6 bytes.
    static func device(_ octets: [UInt8]) throws -> DeviceRequirement {
        if octets.count == 16 { return [.identifierForVendor(uuid(octets))] }
        return [try #require(DeviceIdentifier(macAddress: octets))]
    }

    /// The bytes that hexadecimal digits stand for.
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
    /// The same with other environments, which only initialisers take.
    mutating func set(environments: Set<StoreEnvironment>) throws {
        try set(environments: environments, trust: trust)
    }

    /// The same with another trust anchor.
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

/// The error that `body` throws, or nil.
func verificationError(_ body: () throws -> Void) -> VerificationError? {
    do {
        try body()
        return nil
    } catch { return error as? VerificationError }
}
