import Foundation
import ReceiptKitTesting
import Testing

/// What Apple's own library makes of the kit's JWS.
@Suite(.enabled(if: AppleJudge.python != nil, "RECEIPT_JWS_JUDGE is not set: see .ci/judge-jws"))
struct AppleJudgeTests {
    @Test(arguments: [TestEnvironment.production, .sandbox, .xcode, .localTesting])
    func verifiesGoodJWS(environment: TestEnvironment) throws {
        let authority = TestAuthority.issuer(of: environment)
        let transaction = TestTransaction(.exampleSubscription, environment: environment)
        let appTransaction = TestAppTransaction(environment: environment)
        var cases: [AppleJudge.Case] = []
        func add(_ jws: some TestJWSConvertible) throws {
            cases.append(try .init(authority.sign(jws), as: jws.content.kind, environment: environment))
        }
        try add(transaction)
        try add(TestTransaction(.nonConsumable("com.example.pro", on: .utc(2024, 4, 1)), environment: environment))
        try add(TestRenewalInfo(of: transaction))
        try add(appTransaction)
        try add(TestNotification(.data(TestNotificationData(transaction: transaction))))
        try add(TestNotification(.summary(TestNotificationSummary(environment: environment))))
        try add(TestNotification(.appData(TestNotificationAppData(appTransaction: appTransaction))))
        try add(TestRealtimeRequest(environment: environment))
        if environment == .production || environment == .sandbox {
            let token = TestExternalPurchaseToken(isSandbox: environment == .sandbox)
            try add(TestNotification(.externalPurchaseToken(token)))
        }
        let verdicts = try AppleJudge.judge(cases)
        #expect(verdicts.count == cases.count)
        for (verdict, judged) in zip(verdicts, cases) {
            #expect(verdict.isAccepted, "\(judged.kind): \(verdict.reason ?? "")")
        }
    }

    /// Every defect, in the first of its kinds.
    @Test func saysOfEachDefectWhatTheTableSays() throws {
        let cases = try JWSDefect.all.map { defect in
            try AppleJudge.Case(defect.example().text, as: defect.kinds.first ?? .transaction)
        }
        let verdicts = try AppleJudge.judge(cases)
        #expect(verdicts.count == cases.count)
        for (verdict, defect) in zip(verdicts, JWSDefect.all) {
            #expect(verdict.isAccepted == defect.isAcceptedByApple, "\(defect): \(verdict.reason ?? "accepted")")
        }
    }
}
