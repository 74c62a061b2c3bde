import Foundation
import FuzzSupport
import JSONSupport
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting

/// Signed JWS: the input is a header and a payload, separated by a zero byte, which the harness signs, so that code
/// after the signature check is tested. The first byte selects the policy. In the header, `$` is replaced by the
/// genuine certificates; in the payload, `%T`, `%R` and `%A` by JWS that can be nested.
enum JWSVerifierTarget: FuzzTarget {
    static func syntax(_ first: UInt8) -> InputSyntax? { .json(from: 1) }

    static func prepare() { _ = Signer.standard.nested.count + Signer.xcode.nested.count + JWSSubject.all.count }

    static func run(_ input: [UInt8]) {
        guard let mode = input.first else { return }
        let subject = JWSSubject.all[Int(mode) % JWSSubject.all.count]
        let parts = input.dropFirst().split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let header = subject.signer.header(Array(parts[0]))
        let payload = subject.signer.payload(parts.count > 1 ? Array(parts[1]) : [])
        let jws = JWS(header: header, payload: payload, text: subject.signer.sign(header, payload))
        let result = subject.verify(jws.text)
        switch result {
        case .failure(let error): refused(jws, error, subject)
        case .success(let evidence): accepted(jws, evidence, subject)
        }
        if case .failure(let refusal) = result, refusal.code == "payload.realtimeRequest" {
            request(jws, subject)
        }
        if checksum(input) % 8 == 0 {
            let again = subject.fresh.verify(jws.text)
            require(again == result, "without a memory \(again), with one \(result)")
            if case .success = result, case .success(let request) = subject.verify(realtimeRequest: jws.text) {
                failed("\(result), and a request: \(request)")
            }
        }
    }

    /// A real-time request is not evidence; a different method verifies it.
    private static func request(_ jws: JWS, _ subject: JWSSubject) {
        switch subject.verify(realtimeRequest: jws.text) {
        case .failure(let error): refused(jws, error, subject)
        case .success(let request):
            guard subject.signer.isGenuine(jws.header), case .object(let object) = PayloadReference.read(jws.payload)
            else {
                failed("accepted, and no JSON object or another header")
            }
            PayloadReference.check(jws.payload, .success(request.realtimeRequest))
            subject.requireSatisfied(object)
        }
    }

    private static func accepted(_ jws: JWS, _ evidence: VerifiedEvidence, _ subject: JWSSubject) {
        require(subject.signer.isGenuine(jws.header), "accepted with that header")
        guard case .object(let object) = PayloadReference.read(jws.payload) else {
            failed("accepted, and no JSON object")
        }
        guard let payload = evidence.piece?.payloads.first else { failed("no JWS: \(evidence)") }
        if case .notification(let notification) = evidence { agree(notification) }
        PayloadReference.check(jws.payload, .success(payload))
        subject.requireSatisfied(object)
        Identity.check(evidence, jws, subject)
        if case .transaction(let transaction) = evidence { Prices.check(transaction.transaction) }
        if case .notification(let notification) = evidence, let renewalInfo = notification.renewalInfo {
            Prices.check(renewalInfo.renewalInfo)
        }
        do { _ = try JSONEncoder().encode(evidence) } catch { failed("\(error)") }
    }

    /// Nested JWS must belong to the notification.
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

    /// A JWS with a valid signature and valid certificates must only be rejected because of its contents.
    private static func refused(_ jws: JWS, _ error: VerificationError, _ subject: JWSSubject) {
        requireSound(code: error.code, text: error.description)
        if case .malformed(let malformed) = error { requireSound(malformed, in: 0...jws.text.count) }
        // The other target tests the remaining errors of headers. By its format, input that begins like a transaction
        // receipt, or is too short to tell, is not detected as a JWS.
        let isDetected = jws.text.count >= 16 && !jws.text.starts(with: "ewoJ".utf8)
        guard isDetected, subject.signer.isGenuine(jws.header) else { return }
        require(isExpected(jws, error, subject), "rejected as \(error)")
    }

    private static func isExpected(_ jws: JWS, _ error: VerificationError, _ subject: JWSSubject) -> Bool {
        guard case .object(let object) = PayloadReference.read(jws.payload) else {
            // The signature is only checked if the input has the form of a JWS.
            return error.code.hasPrefix("json.") || error.code.hasPrefix("limit.") || jws.payload.isEmpty
        }
        let faults = PayloadReference.faults(object)
        let kind = PayloadReference.kind(object)
        switch error {
        case .malformed(let malformed):
            if case .member(let path) = malformed.path { return faults.contains(path) }
            if malformed.code == "payload.realtimeRequest" { return kind == .realtimeRequest }
            return malformed.code == "payload.kind" && kind == .unknown
        case .certificateNotYetValid, .certificateExpired:
            guard case .date(let date)? = PayloadReference.signedDate(object) else { return false }
            return !subject.signer.validity.contains(date)
        case .renewalInfoUnbound: return kind == .renewalInfo
        // The nested JWS are valid by themselves, but may not match this notification.
        case .nested, .disagreement: return kind == .notification && jws.hasNested
        default: return faults.isEmpty && subject.isUnsatisfied(object, error)
        }
    }
}

/// A JWS with this header and this payload.
struct JWS {
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
