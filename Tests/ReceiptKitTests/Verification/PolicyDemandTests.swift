import Foundation
import ReceiptKit
import ReceiptKitTesting
import Testing

/// Tests each demand of a policy with each kind of evidence. If the evidence can't show that a demand is met, it must
/// be rejected.
@Suite("Policy: every demand of every kind of evidence")
struct PolicyDemandTests {
    private static let now = Date.utc(2024, 6, 1)

    private static func code(_ evidence: [UInt8], _ change: (inout ReceiptPolicy) -> Void) throws -> String? {
        var policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked, environments: [.production, .sandbox],
            trust: .roots(
                TestAuthority.standard.rootCertificates,
                intermediates: TestAuthority.standard.transactionReceiptIssuers))
        policy.transactionReceipts = .acceptedWithUnsignedEnvironment
        change(&policy)
        let verifier = ReceiptVerifier(policy: policy)
        return verificationError { _ = try verifier.verify(evidence: evidence, at: now) }?.code
    }

    private static func jws(_ kind: TestJWSKind) throws -> [UInt8] {
        Array(try TestAuthority.standard.sign(TestJWSContent.example(kind)).utf8)
    }

    private static func notification(_ change: (inout TestNotificationData) -> Void = { _ in }) throws -> [UInt8] {
        var data = TestNotificationData()
        change(&data)
        var notification = TestNotification()
        notification.body = .data(data)
        return Array(try TestAuthority.standard.sign(notification).utf8)
    }

    private static func appTransaction(_ environment: TestEnvironment, _ appID: Int64?) -> TestAppTransaction {
        var appTransaction = TestAppTransaction(environment: environment)
        appTransaction.appID = appID
        return appTransaction
    }

    private static func appTransaction(_ environment: TestEnvironment, _ appID: Int64?) throws -> [UInt8] {
        Array(try TestAuthority.standard.sign(appTransaction(environment, appID) as TestAppTransaction).utf8)
    }

    private static func notification(_ environment: TestEnvironment, _ appID: Int64?) throws -> [UInt8] {
        try notification {
            ($0.environment, $0.appID) = (environment, appID)
            ($0.transaction, $0.renewalInfo) = (nil, nil)
        }
    }

    /// A notification about an app transaction, which also contains the app.
    private static func appDataNotification(
        _ environment: TestEnvironment, _ appID: Int64?, _ nested: Int64?
    ) throws -> [UInt8] {
        var data = TestNotificationAppData(appTransaction: appTransaction(environment, nested))
        data.appID = appID
        var notification = TestNotification()
        notification.body = .appData(data)
        return Array(try TestAuthority.standard.sign(notification).utf8)
    }

    private static func receipt(
        _ environment: TestEnvironment, _ change: (inout TestReceipt) -> Void = { _ in }
    ) throws -> [UInt8] {
        var receipt = TestReceipt(bundleIdentifier: "com.example.app", environment: environment)
        receipt.creationDate = .utc(2024, 5, 1)
        receipt.appVersion = "42"
        change(&receipt)
        return try TestAuthority.standard.sign(receipt)
    }

    @Test("A notification's bundleVersion must match a demanded version, and covers nested evidence")
    func notificationVersion() throws {
        #expect(try Self.code(Self.notification()) { $0.appVersion = "42" } == nil)
        #expect(try Self.code(Self.notification()) { $0.appVersion = "43" } == "appVersion.mismatch")
        let silent = try Self.notification { $0.bundleVersion = nil }
        #expect(try Self.code(silent) { $0.appVersion = "42" } == "appVersion.unanswered")
        #expect(try Self.code(silent) { _ in } == nil)
        let empty = try Self.notification {
            $0.bundleVersion = nil
            $0.transaction = nil
            $0.renewalInfo = nil
        }
        #expect(try Self.code(empty) { $0.appVersion = "42" } == "appVersion.unanswered")
        for body in [TestNotification.Body.summary(.init()), .externalPurchaseToken(.init()), .appData(.init())] {
            var notification = TestNotification()
            notification.body = body
            let text = Array(try TestAuthority.standard.sign(notification).utf8)
            #expect(try Self.code(text) { $0.appVersion = "42" } == "appVersion.unanswered")
            #expect(try Self.code(text) { _ in } == nil)
        }
    }

    @Test("The version of the other kinds")
    func version() throws {
        let transactionReceipt = try TestAuthority.standard.issue(TestTransactionReceipt()).bytes
        for version in ["42", "43"] {
            let code = version == "42" ? nil : "appVersion.mismatch"
            #expect(try Self.code(Self.receipt(.production)) { $0.appVersion = version } == code)
            #expect(try Self.code(Self.jws(.appTransaction)) { $0.appVersion = version } == code)
            #expect(try Self.code(transactionReceipt) { $0.appVersion = version } == code)
            #expect(try Self.code(Self.jws(.transaction)) { $0.appVersion = version } == "appVersion.unanswered")
        }
    }

    @Test("The Apple ID: production must have it, including receipts; 0 means none")
    func appAppleID() throws {
        let id: Int64 = 6_450_123_456
        for (environment, found, code) in [
            (TestEnvironment.production, id, nil), (.production, nil, "appAppleID.mismatch"),
            (.production, 0, "appAppleID.mismatch"), (.production, 7, "appAppleID.mismatch"),
            (.sandbox, id, nil), (.sandbox, nil, nil), (.sandbox, 0, nil), (.sandbox, 7, "appAppleID.mismatch"),
        ] as [(TestEnvironment, Int64?, String?)] {
            let receipt = try Self.receipt(environment) { $0.appID = found }
            #expect(try Self.code(receipt) { $0.appAppleID = id } == code, "\(environment) \(found ?? -1)")
            #expect(try Self.code(receipt) { _ in } == nil)
            for evidence in [
                try Self.appTransaction(environment, found), try Self.notification(environment, found),
                try Self.appDataNotification(environment, found, found),
            ] {
                #expect(try Self.code(evidence) { $0.appAppleID = id } == code, "\(environment) \(found ?? -1)")
                #expect(try Self.code(evidence) { _ in } == nil)
            }
        }
        // 0 and nil are also equal if two values must agree.
        for (one, other) in [(0, nil), (nil, 0)] as [(Int64?, Int64?)] {
            #expect(try Self.code(Self.appDataNotification(.sandbox, one, other)) { $0.appAppleID = id } == nil)
        }
        #expect(
            try Self.code(Self.appDataNotification(.sandbox, id, 0)) { $0.appAppleID = id } == "evidence.disagreement")
        #expect(try Self.code(Self.jws(.transaction)) { $0.appAppleID = 7 } == nil)
        for kind in [TestJWSKind.appTransaction, .notification] {
            #expect(try Self.code(Self.jws(kind)) { $0.appAppleID = 7 } == "appAppleID.mismatch")
            #expect(try Self.code(Self.jws(kind)) { $0.appAppleID = id } == nil)
        }
    }

    @Test("Nested evidence must be from the notification's environment")
    func nestedEnvironment() throws {
        let transaction = try Self.notification {
            $0.renewalInfo = nil
            $0.transaction?.environment = .sandbox
        }
        let renewalInfo = try Self.notification {
            $0.transaction = nil
            $0.renewalInfo?.environment = .sandbox
        }
        for evidence in [transaction, renewalInfo] {
            #expect(try Self.code(evidence) { _ in } == "evidence.disagreement")
        }
        let otherApp = try Self.notification {
            $0.renewalInfo = nil
            $0.transaction?.bundleIdentifier = "com.example.other"
        }
        #expect(try Self.code(otherApp) { $0.bundleIdentifiers = .any } == "evidence.disagreement")
        for change in [
            { $0.bundleIdentifier = "com.example.other" }, { $0.appID = 7 }, { $0.environment = .sandbox },
        ]
            as [(inout TestAppTransaction) -> Void]
        {
            var data = TestNotificationAppData()
            var nested = try #require(data.appTransaction)
            change(&nested)
            data.appTransaction = nested
            let other = Array(try TestAuthority.standard.sign(TestNotification(.appData(data))).utf8)
            #expect(try Self.code(other) { $0.bundleIdentifiers = .any } == "evidence.disagreement")
        }
    }

    @Test(
        "A maximum age: all kinds are rejected where they are too old, and iOS 6 receipts never say when they were signed"
    )
    func maximumAge() throws {
        let transactionReceipt = try TestAuthority.standard.issue(TestTransactionReceipt()).bytes
        #expect(try Self.code(transactionReceipt) { $0.maximumAge = 1e12 } == "maximumAge.unanswered")
        #expect(try Self.code(Self.receipt(.production)) { $0.maximumAge = 60 } == "date.tooOld")
        for kind in [TestJWSKind.transaction, .appTransaction, .notification] {
            #expect(try Self.code(Self.jws(kind)) { $0.maximumAge = 60 } == "date.tooOld")
            #expect(try Self.code(Self.jws(kind)) { $0.maximumAge = 1e12 } == nil)
        }
    }

    @Test("Another app's evidence of every kind")
    func bundleIdentifier() throws {
        let transactionReceipt = try TestAuthority.standard.issue(TestTransactionReceipt()).bytes
        let kinds = try [TestJWSKind.transaction, .appTransaction, .notification].map(Self.jws)
        for evidence in kinds + [transactionReceipt, try Self.receipt(.production)] {
            #expect(try Self.code(evidence) { $0.bundleIdentifiers = ["a"] } == "bundleIdentifier.mismatch")
            #expect(try Self.code(evidence) { $0.bundleIdentifiers = .any } == nil)
        }
    }

    @Test("A device is demanded of all but notifications")
    func device() throws {
        let none = DeviceRequirement.identifiers([])
        let transactionReceipt = try TestAuthority.standard.issue(TestTransactionReceipt()).bytes
        for evidence in [
            try Self.jws(.transaction), try Self.jws(.appTransaction), transactionReceipt,
            try Self.receipt(.production),
        ] {
            #expect(try Self.code(evidence) { $0.device = none } == "device.identifierMissing")
        }
        #expect(try Self.code(Self.jws(.notification)) { $0.device = none } == nil)
    }
}
