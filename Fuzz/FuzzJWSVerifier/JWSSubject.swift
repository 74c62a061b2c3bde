import Foundation
import FuzzSupport
import JSONSupport
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// A policy, a verifier that keeps its cache, and the signer that it trusts.
struct JWSSubject {
    /// 2026-01-01T00:00:00Z
    static let now = Date(timeIntervalSince1970: 1_767_225_600)

    let verifier: ReceiptVerifier
    let signer: Signer

    /// The same with an empty cache.
    var fresh: JWSSubject { JWSSubject(verifier: ReceiptVerifier(policy: verifier.policy), signer: signer) }

    static let all: [JWSSubject] = {
        do {
            let standard = try TrustStore.roots(TestAuthority.standard.rootCertificates)
            let lax = try ReceiptPolicy(
                bundleIdentifiers: .any, device: .unchecked,
                environments: [.production, .sandbox], trust: standard)
            var strict = try ReceiptPolicy(bundleIdentifiers: ["com.example.app"], device: .unchecked, trust: standard)
            strict.appAppleID = 6_450_123_456
            strict.maximumAge = 5 * 365 * 86_400
            let id = TestDeviceVerification.exampleID
            var device = try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app", "com.example.other"],
                device: [.deviceVerificationID(UUID(uuidString: id) ?? UUID())], environments: [.production, .sandbox],
                trust: standard)
            device.limits.maximumInputSize = 20_000
            var version = strict
            version.appVersion = "42"
            let xcode = try ReceiptPolicy(
                bundleIdentifiers: ["com.example.app"], device: .unchecked, environments: [.xcode],
                trust: .xcode(TestAuthority.xcode.rootCertificates))
            return [lax, strict, device, version].map {
                JWSSubject(verifier: ReceiptVerifier(policy: $0), signer: .standard)
            } + [JWSSubject(verifier: ReceiptVerifier(policy: xcode), signer: .xcode)]
        } catch { failed("the policies: \(error)") }
    }()

    func verify(_ text: [UInt8]) -> Result<VerifiedEvidence, VerificationError> {
        do throws(VerificationError) {
            return .success(try verifier.verify(evidence: text, at: Self.now))
        } catch { return .failure(error) }
    }

    func verify(realtimeRequest text: [UInt8]) -> Result<VerifiedRealtimeRequest, VerificationError> {
        do throws(VerificationError) {
            return .success(
                try verifier.verify(realtimeRequest: String(decoding: text, as: UTF8.self), at: Self.now))
        } catch { return .failure(error) }
    }

    // MARK: A second implementation of the policy

    /// The values in a payload that policies check.
    private struct Claims {
        let kind: PayloadKind
        /// The object that names the app: the payload, or a notification's content.
        let body: JSONTree
        let object: JSONTree

        init(_ object: JSONTree) {
            self.object = object
            kind = PayloadReference.kind(object)
            let names = ["data", "summary", "externalPurchaseToken", "appData"]
            body = kind == .notification ? names.compactMap { object[$0] }.first ?? object : object
        }

        func text(_ member: JSONTree?) -> String? {
            if case .text(let text)? = member.flatMap(MemberShape.text.read) {
                String(decoding: text, as: UTF8.self)
            } else {
                nil
            }
        }

        var app: String { text(body["bundleId"]) ?? "" }
        var appVersion: String? {
            switch kind {
            case .appTransaction: text(object["applicationVersion"])
            case .notification: text(object["data"]?["bundleVersion"])
            default: nil
            }
        }

        var environment: StoreEnvironment {
            if let purchase = text(body["externalPurchaseId"]), object["externalPurchaseToken"] != nil {
                return purchase.hasPrefix("SANDBOX") ? .sandbox : .production
            }
            return StoreEnvironment(
                rawValue: text(body[kind == .appTransaction ? "receiptType" : "environment"]) ?? "")
        }

        var appAppleID: Int64? {
            if case .whole(let number)? = body["appAppleId"].flatMap(MemberShape.natural.read) { number } else { nil }
        }

        var signedDate: Date {
            if case .date(let date)? = PayloadReference.signedDate(object) { date } else { .distantFuture }
        }
    }

    private func demands(_ object: JSONTree) -> [(code: String, isMet: Bool)] {
        let policy = verifier.policy
        let claims = Claims(object)
        var apps: Set<[UInt8]>?
        if case .oneOf(let identifiers) = policy.bundleIdentifiers { apps = Set(identifiers.map { Array($0.utf8) }) }
        let isProduction = claims.environment == .production
        let isRequest = claims.kind == .realtimeRequest
        let asksApp = claims.kind != .transaction && policy.appAppleID != nil
        let isAppMet =
            claims.appAppleID.map { $0 == policy.appAppleID } ?? !isProduction
        let asksVersion = policy.appVersion != nil
        let asksDevice = policy.device != .unchecked && claims.kind != .notification && !isRequest
        let hash = object["deviceVerification"].flatMap(MemberShape.octets.read)
        let nonce = object["deviceVerificationNonce"].flatMap(MemberShape.uuid.read)
        var isDevice = false
        if case .octets(let hash)? = hash, case .text(let nonce)? = nonce {
            isDevice =
                hash
                == TestDeviceVerification.hash(
                    nonce: String(decoding: nonce, as: UTF8.self),
                    deviceVerificationID: TestDeviceVerification.exampleID)
        }
        let age = Self.now.timeIntervalSince(claims.signedDate)
        return [
            ("environment.mismatch", policy.environments.contains(claims.environment)),
            ("bundleIdentifier.mismatch", isRequest || apps?.contains(Array(claims.app.utf8)) ?? true),
            ("appAppleID.missing", !isRequest || policy.appAppleID != nil),
            ("appAppleID.mismatch", !asksApp || isAppMet),
            ("appVersion.unanswered", !asksVersion || claims.appVersion != nil),
            ("appVersion.mismatch", !asksVersion || claims.appVersion == nil || claims.appVersion == policy.appVersion),
            ("date.future", age >= -policy.clockTolerance),
            ("date.tooOld", policy.maximumAge.map { age <= $0 } ?? true),
            ("device.verificationMissing", !asksDevice || hash != nil && nonce != nil),
            ("device.mismatch", !asksDevice || hash == nil || nonce == nil || isDevice),
        ]
    }

    /// Evidence that the verifier accepted must satisfy the policy's demands.
    func requireSatisfied(_ object: JSONTree) {
        let unmet = demands(object).filter { !$0.isMet }.map(\.code)
        require(unmet.isEmpty, "accepted against \(unmet)")
    }

    /// True if this error is for the first demand that isn't met.
    func isUnsatisfied(_ object: JSONTree, _ error: VerificationError) -> Bool {
        demands(object).first { !$0.isMet }?.code == error.code
    }
}
