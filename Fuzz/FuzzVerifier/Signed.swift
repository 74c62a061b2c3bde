import Foundation
import FuzzSupport
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Arbitrary content with a valid signature: the verdict must follow from the content and the policy.
enum Signed {
    static func check(_ content: [UInt8], _ subject: Subject, digest: TestDigest) {
        let isXcode = subject.isXcode
        let bytes = Authority.sign(content, isXcode ? .sha256 : digest, isXcode: isXcode)
        let result = subject.verify(bytes)
        switch result {
        case .failure(let error):
            VerifierTarget.requireSound(error, bytes.count)
            require(isExpected(error, content, subject, digest), "rejected as \(error)")
        case .success(let receipt):
            subject.requireSatisfied(receipt)
            let alone = attempt { () throws(FormatError) in try AppReceipt(payload: content) }
            require(alone == .success(receipt.receipt), "another receipt alone")
        }
    }

    /// True if the error is possible. A receipt with a valid signature and valid certificates must only be rejected
    /// because of its contents.
    private static func isExpected(
        _ error: VerificationError, _ content: [UInt8], _ subject: Subject, _ digest: TestDigest
    ) -> Bool {
        let limits = subject.policy.limits
        let decoded = attempt { () throws(FormatError) in try AppReceipt(payload: content, limits: limits) }
        let created = attempt { () throws(FormatError) in
            try AppReceipt.creationDate(in: content[...], limits: limits, spent: DERReader.Spent())
        }
        switch error {
        case .malformed(let malformed):
            // The limit includes the elements of the container.
            if case .limitExceeded(.elements, _) = malformed.reason { return true }
            return isFailure(decoded, malformed.code) || isFailure(created, malformed.code)
        case .sha1NotAccepted, .certificateNotYetValid, .certificateExpired:
            guard case .success(let date) = created else { return false }
            // The test authority's SHA-1 certificates are valid from 2011 to 2025-01-24, the others from 2015 to 2035.
            let isInside = date.timeIntervalSince1970 > 1_450_000_000 && date.timeIntervalSince1970 < 1_737_600_000
            return !isInside || digest == .sha1 && subject.policy.sha1 == .never || subject.isXcode
        case .environmentMismatch(let found, _):
            return (try? decoded.get())?.environment == found
        case .bundleIdentifierMismatch(let found, let accepted):
            return (try? decoded.get())?.bundleIdentifier == found
                && !accepted.contains { found.utf8.elementsEqual($0.utf8) }
        case .appVersionMismatch, .createdInFuture, .tooOld, .expired, .deviceMismatch:
            return (try? decoded.get()) != nil
        default: return false
        }
    }

    private static func isFailure<T>(_ result: Result<T, FormatError>, _ code: String) -> Bool {
        if case .failure(let error) = result { return error.code == code }
        return false
    }
}
