import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// A policy, a verifier that keeps its cache, and a time.
struct Subject {
    /// 2026-01-01T00:00:00Z
    static let now = Date(timeIntervalSince1970: 1_767_225_600)

    let verifier: ReceiptVerifier
    /// True if the receipts are from Xcode and are signed by the stand-in for Xcode.
    let isXcode: Bool
    var policy: ReceiptPolicy { verifier.policy }

    private init(_ policy: ReceiptPolicy, isXcode: Bool = false) {
        verifier = ReceiptVerifier(policy: policy)
        self.isXcode = isXcode
    }

    /// The same with an empty cache.
    var fresh: Subject { Subject(policy, isXcode: isXcode) }

    static let all: [Subject] = {
        let everything: Set<StoreEnvironment> = [.production, .sandbox, .xcode]
        let lax = policy(environments: everything)
        var strict = policy(device: [.identifierForVendor(TestReceipt.exampleIdentifierForVendor)])
        strict.appVersion = "42"
        strict.sha1 = .never
        strict.maximumAge = 10 * 365 * 86_400
        var small = policy(environments: [.sandbox])
        small.limits.maximumPurchases = 2
        small.limits.maximumElements = 900
        small.limits.maximumStringLength = 30
        let xcode = policy(environments: nil, trust: Authority.xcodeTrust)
        return [Subject(lax), Subject(strict), Subject(small), Subject(xcode, isXcode: true)]
    }()

    private static func policy(
        device: DeviceRequirement = .unchecked, environments: Set<StoreEnvironment>? = [.production],
        trust: TrustStore = Authority.standardTrust
    ) -> ReceiptPolicy {
        do throws(ReceiptPolicy.InvalidPolicy) {
            return try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: device, environments: environments, trust: trust)
        } catch { failed("the policy: \(error)") }
    }

    func verify(_ bytes: [UInt8]) -> Result<VerifiedReceipt, VerificationError> {
        do throws(VerificationError) {
            return .success(try verifier.verify(bytes, at: Self.now))
        } catch { return .failure(error) }
    }

    /// A receipt that was accepted must satisfy the policy.
    func requireSatisfied(_ receipt: VerifiedReceipt) {
        require(policy.bundleIdentifiers == [receipt.bundleIdentifier], "another app")
        require(policy.environments.contains(receipt.environment), "environment \(receipt.environment)")
        if let appVersion = policy.appVersion { require(receipt.receipt.appVersion == appVersion, "another version") }
        require(receipt.creationDate <= Self.now + policy.clockTolerance, "from the future")
        if let age = policy.maximumAge { require(receipt.creationDate >= Self.now - age, "too old") }
        require(receipt.receipt.expirationDate.map { $0 > Self.now } ?? true, "expired")
        if policy.device != .unchecked {
            let hash = TestReceipt.deviceHash(
                device: TestReceipt.exampleDevice, opaqueValue: receipt.receipt.opaqueValue,
                bundleIdentifier: receipt.bundleIdentifier)
            require(receipt.receipt.deviceHash == hash, "another device")
        }
        require(receipt.purchases.count <= policy.limits.maximumPurchases, "too many purchases")
        let digest = receipt.verification.digest
        require(digest == .sha256 || policy.sha1 == .untilRetired, "SHA-1")
    }
}
