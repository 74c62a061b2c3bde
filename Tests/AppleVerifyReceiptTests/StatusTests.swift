import AppleVerifyReceipt
import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("verifyReceipt: statuses")
struct StatusTests {
    @Test("The environment decides between the endpoints")
    func environments() throws {
        let (production, sandbox) = (try Request.endpoint(.production), try Request.endpoint(.sandbox))
        let table: [(TestEnvironment, Int, Int)] = [
            (.production, 0, 21008), (.volumePurchase, 0, 21008), (.sandbox, 21007, 0),
            (.volumePurchaseSandbox, 21007, 0),
            // Neither endpoint may redirect the client in a circle: Apple's server doesn't know Xcode's receipts.
            (.xcode, 21002, 21002),
        ]
        for (environment, first, second) in table {
            var receipt = Request.plain
            receipt.environment = environment
            let body = try Request.body(receipt)
            #expect(production.status(body) == first, "\(environment)")
            #expect(sandbox.status(body) == second, "\(environment)")
        }
        let body = try Request.body(Request.plain.with { $0.environment = .sandbox })
        #expect(production.text(body) == #"{"status":21007}"#)
        #expect(
            sandbox.text(body).hasPrefix(
                "{\"status\":0, \"environment\":\"Sandbox\", \n\"receipt\":{\"receipt_type\":\"ProductionSandbox\", "))
    }

    @Test("The policy's environments are ignored")
    func policyEnvironments() throws {
        let policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked, environments: [.sandbox],
            trust: .roots([TestAuthority.standard.rootCertificate]))
        let endpoint = VerifyReceiptEndpoint(policy: policy, sharedSecret: nil, environment: .production)
        #expect(endpoint.status(try Request.body(Request.plain)) == 0)
        #expect(endpoint.status(try Request.body(Request.plain.with { $0.environment = .sandbox })) == 21007)
    }

    @Test(
        "An endpoint whose environment isn't accepted: 21003 for a verified receipt, and the other statuses stay",
        arguments: [
            (nil, [0, 21007], [21008, 0]), ([.production, .sandbox], [0, 21007], [21008, 0]),
            ([.production], [0, 21007], [21008, 21003]), ([.sandbox], [21003, 21007], [21008, 0]),
            ([.xcode], [21003, 21007], [21008, 21003]),
        ] as [(Set<StoreEnvironment>?, [Int], [Int])])
    func accepted(_ accepted: Set<StoreEnvironment>?, _ production: [Int], _ sandbox: [Int]) throws {
        let receipts = [Request.plain, Request.plain.with { $0.environment = .sandbox }]
        for (environment, statuses) in [
            (VerifyReceiptEndpoint.Environment.production, production), (.sandbox, sandbox),
        ] {
            let endpoint = VerifyReceiptEndpoint(
                policy: try Request.policy(), sharedSecrets: nil, environment: environment, accepting: accepted)
            for (receipt, status) in zip(receipts, statuses) {
                let answer = endpoint.answer(
                    method: "POST", body: Array(try Request.body(receipt).utf8), at: Request.now)
                #expect(answer.status == status)
                guard status == 21003, let accepted else { continue }
                #expect(String(decoding: answer.body, as: UTF8.self) == #"{"status":21003}"#)
                let found: StoreEnvironment = environment == .production ? .production : .sandbox
                #expect(answer.error == .environmentMismatch(found: found, accepted: accepted))
            }
        }
    }

    @Test("Any error of a receipt: 21002 for its container, 21003 otherwise", arguments: Defect.all)
    func defects(_ defect: Defect) throws {
        let digest: TestDigest = defect.name == "sha1-after-its-end" ? .sha1 : .sha256
        var policy = try Request.policy()
        policy.device = [.identifierForVendor(TestReceipt.exampleIdentifierForVendor)]
        let endpoint = VerifyReceiptEndpoint(policy: policy, sharedSecret: nil, environment: .production)
        let base64 = try Request.base64(Request.plain, defects: [defect], digest: digest)
        let answer = endpoint.answer(
            method: "POST", body: Array(#"{"receipt-data":"\#(base64)"}"#.utf8), at: Request.now)
        let isForm = ["container.", "der.", "input."].contains { defect.expectedError.hasPrefix($0) }
        #expect(answer.status == (isForm ? 21002 : 21003), "\(defect.expectedError)")
        #expect(answer.error?.code == defect.expectedError)
        #expect(answer.error?.verifyReceiptStatus == answer.status)
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"status":\#(answer.status)}"#)
    }

    @Test("Receipts that the policy rejects for another reason than the environment get 21003")
    func policies() throws {
        let changes: [(inout ReceiptPolicy) -> Void] = [
            { $0.bundleIdentifiers = ["com.example.other"] }, { $0.appVersion = "41" }, { $0.appAppleID = 5 },
            { $0.maximumAge = 60 }, { $0.device = [] },
        ]
        for change in changes {
            var policy = try Request.policy()
            change(&policy)
            let endpoint = VerifyReceiptEndpoint(policy: policy, sharedSecret: nil, environment: .production)
            #expect(endpoint.status(try Request.body(Request.plain)) == 21003)
        }
    }

    @Test("Errors that no receipt gives have numbers too")
    func others() {
        let mismatch = { (found: StoreEnvironment, accepted: Set<StoreEnvironment>) in
            VerificationError.environmentMismatch(found: found, accepted: accepted).verifyReceiptStatus
        }
        #expect(mismatch(.sandbox, [.production]) == 21007)
        #expect(mismatch(.production, [.sandbox]) == 21008)
        #expect(mismatch(.production, [.production]) == 21003)
        #expect(mismatch(.xcode, []) == 21002)
        #expect(mismatch(.production, []) == 21008)
        #expect(VerificationError.nested(member: "data", .renewalInfoUnbound).verifyReceiptStatus == 21003)
        #expect(
            VerificationError.nested(member: "data", .environmentMismatch(found: .sandbox, accepted: [.production]))
                .verifyReceiptStatus == 21007)
    }
}
