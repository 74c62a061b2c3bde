import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// The order of the checks on the page *Security model*: evidence with several faults is rejected for the first one.
@Suite("The order of the checks")
struct CheckOrderTests {
    /// One fault for a step, in the evidence or in what the policy demands, and its code.
    private struct Step: Sendable {
        let code: String
        var defect: String?
        var demand: @Sendable (inout ReceiptPolicy) throws -> Void = { _ in }
    }

    private static let future = "date.future"

    /// The faults that the policy decides, which are the same for every kind of evidence.
    private static let demands: [Step] = [
        // Replaces the policy, so the others change it afterwards.
        Step(code: "environment.mismatch") { try $0.set(environments: [.sandbox]) },
        Step(code: "bundleIdentifier.mismatch") { $0.bundleIdentifiers = ["com.example.other"] },
        Step(code: "appAppleID.mismatch") { $0.appAppleID = 7 },
        Step(code: "appVersion.mismatch") { $0.appVersion = "0" },
        Step(code: future),
        Step(code: "device.identifierMissing") { $0.device = [] },
    ]

    private static let receipts: [Step] =
        [
            Step(code: "der.truncated", defect: "truncated"),
            Step(code: "attribute.date", defect: "malformed-creation-date"),
            Step(code: "signer.certificateMissing", defect: "signer-certificate-missing"),
            Step(code: "algorithm.unsupported", defect: "md5-digest"),
            Step(code: "chain.untrustedRoot", defect: "wrong-root"),
            Step(code: "signature.invalid", defect: "signature-flipped"),
            Step(code: "attribute.number", defect: "negative-quantity"),
        ] + demands

    private static let appTransactions: [Step] =
        [
            Step(code: "jws.format", defect: "two-parts"),
            Step(code: "jws.algorithm", defect: "algorithm-none"),
            Step(code: "payload.malformed", defect: "signed-date-text"),
            Step(code: "chain.untrustedRoot", defect: "wrong-root"),
            Step(code: "signature.invalid", defect: "signature-flipped"),
            Step(code: "payload.missing", defect: "app-transaction-without-original-application-version"),
        ] + demands

    /// Calls `error` with the faults of each step and all later ones, and compares the codes.
    private func check(
        _ steps: [Step],
        _ error: (_ defects: [String], _ policy: (inout ReceiptPolicy) throws -> Void, _ isEarly: Bool) throws ->
            String?
    ) throws {
        for first in steps.indices {
            let rest = steps[first...]
            let code = try error(
                rest.compactMap(\.defect), { policy in for step in rest { try step.demand(&policy) } },
                rest.contains { $0.code == Self.future })
            #expect(code == steps[first].code)
        }
    }

    @Test("A receipt with several faults is rejected for the first one")
    func receipt() throws {
        try check(Self.receipts) { defects, demand, isEarly in
            let bytes = try TestAuthority.standard.sign(Subject.receipt, defects: defects.map { try .named($0) })
            let policy = try Subject.policy(demand)
            let now = isEarly ? Subject.receipt.creationDate - 86_400 : Subject.now
            return verificationError { _ = try Subject.verify(bytes, policy, at: now) }?.code
        }
    }

    @Test("A JWS with several faults is rejected for the first one; its algorithm is checked with its form")
    func jws() throws {
        try check(Self.appTransactions) { defects, demand, isEarly in
            let text = try TestAuthority.standard.sign(
                TestJWSContent.example(.appTransaction), defects: defects.map { try .named($0) })
            let verifier = try JWSSubject.verifier(demand)
            let now = JWSSubject.now(.appTransaction) - (isEarly ? 86_400 : 0)
            return verificationError { _ = try verifier.verify(appTransaction: text, at: now) }?.code
        }
    }
}
