import Foundation
import FuzzSupport
import JSONSupport
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Whole tokens: a header and a payload with a zero between them, which the harness signs, so that what they say is read behind a
/// signature that holds. The first byte chooses the policy. In the header `$` stands for the genuine certificates, in the payload
/// `%T`, `%R` and `%A` for tokens that can be nested.
enum TokenTarget: FuzzTarget {
    static func prepare() { _ = Signer.standard.nested.count + Signer.xcode.nested.count + TokenSubject.all.count }

    static func run(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let subject = TokenSubject.all[Int(mode) % TokenSubject.all.count]
        let parts = input.dropFirst().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let header = subject.signer.header(Array(parts[0]))
        let payload = subject.signer.payload(parts.count > 1 ? Array(parts[1]) : [])
        let token = Token(header: header, payload: payload, text: subject.signer.sign(header, payload))
        let result = subject.verify(token.text)
        switch result {
        case .failure(let error): refused(token, error, subject)
        case .success(let evidence): accepted(token, evidence, subject)
        }
        if checksum(input) % 8 == 0 {
            let again = subject.fresh.verify(token.text)
            require(again == result, "without a memory \(again), with one \(result)")
        }
    }

    private static func accepted(_ token: Token, _ evidence: VerifiedEvidence, _ subject: TokenSubject) {
        require(subject.signer.isGenuine(token.header), "accepted with that header")
        guard case .object(let object) = PayloadJudge.read(token.payload) else {
            failed("accepted, and no JSON object")
        }
        let payload: SignedPayload
        switch evidence {
        case .transaction(let transaction): payload = .transaction(transaction.transaction)
        case .appTransaction(let appTransaction): payload = .appTransaction(appTransaction.appTransaction)
        case .notification(let notification):
            payload = .notification(notification.notification)
            agree(notification)
        default: failed("a token of that kind alone: \(evidence)")
        }
        PayloadJudge.check(token.payload, .success(payload))
        subject.requireSatisfied(payload, object)
        do { _ = try JSONEncoder().encode(evidence) } catch { failed("\(error)") }
    }

    /// What is nested belongs to the notification.
    private static func agree(_ notification: VerifiedNotification) {
        let apps = [notification.transaction?.bundleIdentifier, notification.appTransaction?.bundleIdentifier]
        require(apps.allSatisfy { $0 == nil || $0 == notification.bundleIdentifier }, "of another app")
        let environments = [
            notification.transaction?.environment, notification.renewalInfo?.environment,
            notification.appTransaction?.environment,
        ]
        require(
            environments.allSatisfy { $0 == nil || $0 == notification.environment },
            "of another environment")
        if let transaction = notification.transaction, let renewalInfo = notification.renewalInfo {
            require(transaction.originalTransactionID == renewalInfo.originalTransactionID, "of another subscription")
        }
    }

    /// What is signed rightly, by the right certificates, is refused for what it says alone.
    private static func refused(_ token: Token, _ error: VerificationError, _ subject: TokenSubject) {
        requireSound(code: error.code, text: error.description)
        if case .malformed(let malformed) = error { requireSound(malformed, in: 0...token.text.count) }
        // What else can be wrong with a header is the other target's; and by form, what begins as old transaction receipts do, or is
        // too short to tell, is no token.
        let isTold = token.text.count >= 16 && !token.text.starts(with: "ewoJ".utf8)
        guard isTold, subject.signer.isGenuine(token.header) else { return }
        require(isExpected(token, error, subject), "refused as \(error)")
    }

    private static func isExpected(_ token: Token, _ error: VerificationError, _ subject: TokenSubject) -> Bool {
        guard case .object(let object) = PayloadJudge.read(token.payload) else {
            // Looked at only where that is a text of the form of a token at all.
            return error.code.hasPrefix("json.") || error.code.hasPrefix("limit.") || token.payload.isEmpty
        }
        let faults = PayloadJudge.faults(object)
        let kind = PayloadJudge.kind(object)
        switch error {
        case .malformed(let malformed):
            if case .member(let path) = malformed.path { return faults.contains(path) }
            return malformed.code == "payload.kind" && kind == .unknown
        case .certificateNotYetValid, .certificateExpired:
            guard case .date(let date)? = PayloadJudge.signedDate(object) else { return false }
            return !subject.signer.validity.contains(date)
        case .renewalInfoUnbound: return kind == .renewalInfo
        // The nested tokens are right. With these bodies around them they need not be.
        case .nested, .disagreement: return kind == .notification && token.hasNested
        default: return faults.isEmpty && subject.isUnsatisfied(object, error)
        }
    }
}

/// One token, made of these octets.
struct Token {
    let header: [UInt8]
    let payload: [UInt8]
    let text: [UInt8]

    var hasNested: Bool {
        let text = String(decoding: payload, as: UTF8.self)
        return ["signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo", "\\u"].contains {
            text.contains($0)
        }
    }
}
