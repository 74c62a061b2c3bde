import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Verifiers that trust the test authorities and keep their caches.
enum Verifiers {
    /// 2026-01-01T00:00:00Z
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    static let all: [ReceiptVerifier] = {
        do {
            let everything: Set<StoreEnvironment> = [.production, .sandbox, .xcode]
            return [
                ReceiptVerifier(
                    policy: try ReceiptPolicy(
                        bundleIdentifiers: .any, device: .unchecked, environments: everything,
                        trust: .roots(TestAuthority.standard.rootCertificates))),
                ReceiptVerifier(
                    policy: try ReceiptPolicy(
                        bundleIdentifiers: .any, device: .unchecked, environments: [.xcode, .localTesting],
                        trust: .xcode(TestAuthority.xcode.rootCertificates))),
            ]
        } catch { failed("the policies: \(error)") }
    }()

    static func verify(_ bytes: [UInt8], _ verifier: ReceiptVerifier) -> Result<VerifiedEvidence, VerificationError> {
        do throws(VerificationError) {
            return .success(try verifier.verify(evidence: bytes, at: now))
        } catch { return .failure(error) }
    }

    /// Returns the digests of everything in the evidence, in hexadecimal.
    static func digests(_ evidence: VerifiedEvidence) -> Set<String> {
        let digests: [ContentDigest?] =
            switch evidence {
            case .subscriptionStatus(let status): [status.transaction.contentDigest, status.renewalInfo.contentDigest]
            case .notification(let notification):
                [
                    notification.contentDigest, notification.transaction?.contentDigest,
                    notification.renewalInfo?.contentDigest, notification.appTransaction?.contentDigest,
                ]
            default: [evidence.contentDigest]
            }
        let own = Set(digests.compactMap { $0?.description })
        guard case .list(let all) = evidence else { return own }
        return all.reduce(into: own) { $0.formUnion(self.digests($1)) }
    }
}

/// The evidence that the test authorities signed, from which the seeds are made.
enum Genuine {
    static let digests: Set<String> = {
        do {
            return Set(
                try JWSSeeds.contents.map { content in
                    TestDigest.sha256.hash(try JWSSeeds.issue(content.jws).jws.signingInput)
                        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                })
        } catch { failed("the test kit: \(error)") }
    }()
}
