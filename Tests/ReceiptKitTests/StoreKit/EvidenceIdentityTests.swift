import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests the identifier under which evidence is stored, and its subject.
@Suite("The identity of evidence")
struct EvidenceIdentityTests {
    private static let authority = TestAuthority.standard
    private static let transaction = TestTransaction(.exampleSubscription)
    private static let renewalInfo = TestRenewalInfo(of: transaction)
    private static let now = Date.utc(2024, 6, 1)

    private static func verifier() throws -> ReceiptVerifier {
        var policy = try ReceiptPolicy(
            bundleIdentifiers: .any, device: .unchecked, environments: [.production, .sandbox],
            trust: .roots(
                authority.rootCertificates, intermediates: authority.transactionReceiptIssuers))
        policy.transactionReceipts = .acceptedWithUnsignedEnvironment
        return ReceiptVerifier(policy: policy)
    }

    private static func verify(_ bytes: some Collection<UInt8>) throws -> VerifiedEvidence {
        try verifier().verify(evidence: bytes, at: now)
    }

    private static func verify(_ text: String) throws -> VerifiedEvidence { try verify(text.utf8) }

    private static func receipt(_ environment: TestEnvironment) throws -> VerifiedEvidence {
        let receipt = TestReceipt(environment: environment, creationDate: .utc(2024, 4, 1))
        return try verify(authority.sign(receipt))
    }

    /// Returns the pair as in a response of Apple's API.
    private static func pair(_ renewalInfo: TestRenewalInfo = renewalInfo) throws -> VerifiedEvidence {
        try verify(authority.subscriptionBody(transaction, renewalInfo))
    }

    private static func transactionReceipt(isSandbox: Bool) throws -> VerifiedEvidence {
        // Only the unsigned environment differs; the signed content is the same.
        var list = try authority.issue(TestTransactionReceipt()).list
        if isSandbox { list.set("environment", "Sandbox") }
        return try verifier().verify(evidence: list.bytes, at: now)
    }

    /// Returns evidence of each kind that has a single content.
    private static func singles() throws -> [VerifiedEvidence] {
        [
            try receipt(.production), try verify(authority.sign(transaction)), try pair(),
            try verify(authority.sign(TestAppTransaction())), try verify(authority.sign(TestNotification())),
            try transactionReceipt(isSandbox: false),
        ]
    }

    private static func json(_ evidence: VerifiedEvidence) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(evidence))
        return try #require(object as? [String: Any])
    }

    @Test("A transaction, and the same with its renewal info, have a digest each in JSON")
    func pairInJSON() throws {
        let digests = try [Self.verify(Self.authority.sign(Self.transaction)), Self.pair()].map {
            try #require(Self.json($0)["contentDigest"] as? String)
        }
        #expect(Set(digests).count == 2)
        #expect(digests.allSatisfy { $0.utf8.count == 64 })
    }

    @Test("The digest of a pair is computed from its kind and both digests, the transaction's first")
    func pairDigest() throws {
        guard case .subscriptionStatus(let status) = try Self.pair() else {
            Issue.record("another kind")
            return
        }
        let (transaction, renewalInfo) = (status.transaction.contentDigest, status.renewalInfo.contentDigest)
        #expect(
            status.contentDigest
                == ContentDigest(of: Array("subscriptionStatus\0".utf8) + transaction.bytes + renewalInfo.bytes))
        let other = try Self.pair(Self.renewalInfo.with { $0.autoRenewStatus = 0 })
        #expect(other.contentDigest != status.contentDigest)
        #expect(try Self.pair().contentDigest == status.contentDigest)
    }

    @Test("Different contents have different digests, the same in Swift and in JSON")
    func distinct() throws {
        let all = try Self.singles() + [Self.transactionReceipt(isSandbox: true), Self.receipt(.sandbox)]
        #expect(Set(all.map(\.contentDigest)).count == all.count)
        for evidence in all {
            let digest = try #require(evidence.contentDigest)
            #expect(try Self.json(evidence)["contentDigest"] as? String == digest.description)
        }
    }

    @Test("The digest of an iOS 6 transaction receipt covers the environment that it claims")
    func claimedEnvironment() throws {
        let production = try Self.transactionReceipt(isSandbox: false)
        let sandbox = try Self.transactionReceipt(isSandbox: true)
        #expect(production.contentDigest != sandbox.contentDigest)
        #expect([production.environment, sandbox.environment] == [.production, .sandbox])
        let issued = try Self.authority.issue(TestTransactionReceipt())
        let signed = ContentDigest(of: [issued.receipt.version.number] + issued.purchaseInfo)
        let label = Array("transactionReceipt\0".utf8)
        #expect(production.contentDigest == ContentDigest(of: label + signed.bytes + Array("Production".utf8)))
        #expect(sandbox.contentDigest == ContentDigest(of: label + signed.bytes + Array("Sandbox".utf8)))
    }

    @Test("Each kind has its JSON name, its app, its environment, and itself as the only element")
    func singleEvidence() throws {
        let kinds: [VerifiedEvidence.Kind] = [
            .appReceipt, .transaction, .subscriptionStatus, .appTransaction, .notification, .transactionReceipt,
        ]
        #expect(
            kinds.map(\.rawValue) == [
                "appReceipt", "transaction", "subscriptionStatus", "appTransaction", "notification",
                "transactionReceipt",
            ])
        for (evidence, kind) in zip(try Self.singles(), kinds) {
            #expect(evidence.kind == kind)
            #expect(try Self.json(evidence)["kind"] as? String == kind.rawValue)
            #expect(evidence.bundleIdentifier == "com.example.app")
            #expect(evidence.environment == .production)
            #expect(try Self.json(evidence)["environment"] as? String == "Production")
            #expect(evidence.elements == [evidence])
        }
    }

    @Test("A list has elements and no digest; it has an app and an environment if all elements have the same")
    func lists() throws {
        let other = Self.transaction.with { $0.bundleIdentifier = "com.example.other" }
        let sandbox = TestTransaction(.exampleSubscription, environment: .sandbox)
        let same = try Self.verify(Self.authority.historyBody([Self.transaction, Self.transaction]))
        let apps = try Self.verify(Self.authority.historyBody([Self.transaction, other]))
        let environments = try Self.verify(Self.authority.historyBody([Self.transaction, sandbox]))
        for list in [same, apps, environments] {
            #expect(list.kind == .list && list.kind.rawValue == "list")
            #expect(list.contentDigest == nil)
            #expect(list.elements.map(\.kind) == [.transaction, .transaction])
        }
        #expect(same.bundleIdentifier == "com.example.app" && same.environment == .production)
        #expect(apps.bundleIdentifier == nil && apps.environment == .production)
        #expect(environments.bundleIdentifier == "com.example.app" && environments.environment == nil)
        #expect(try [same, environments].map { try Self.json($0)["environment"] as? String } == ["Production", nil])
        let one = try Self.verify(Self.authority.historyBody([Self.transaction]))
        #expect(one.kind == .list && one.elements == same.elements.suffix(1))
        let none = VerifiedEvidence.list([])
        #expect(none.bundleIdentifier == nil && none.environment == nil && none.elements.isEmpty)
    }

    @Test(
        "The environment has StoreKit 2's name, whatever the receipt calls it",
        arguments: [
            (TestEnvironment.production, StoreEnvironment.production, false), (.sandbox, .sandbox, false),
            (.volumePurchase, .production, true), (.volumePurchaseSandbox, .sandbox, true),
        ])
    func environment(_ issued: TestEnvironment, _ expected: StoreEnvironment, _ isVolumePurchase: Bool) throws {
        let evidence = try Self.receipt(issued)
        #expect(evidence.environment == expected)
        let verdict = try Self.json(evidence)
        for object in try [verdict, #require(verdict["receipt"] as? [String: Any])] {
            #expect(object["environment"] as? String == expected.rawValue)
            let raw = issued.rawValue == expected.rawValue ? nil : issued.rawValue
            #expect(object["rawEnvironment"] as? String == raw)
            #expect(object["isVolumePurchase"] as? Bool == (isVolumePurchase ? true : nil))
        }
    }
}
