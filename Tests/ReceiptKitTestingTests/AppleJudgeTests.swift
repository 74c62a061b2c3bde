import Foundation
import JSONSupport
import ReceiptFields
import ReceiptKitTesting
import TestSupport
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

    /// Members that the library, as .ci/judge-jws installs it, has no property for. One that is newer may know them: then they go from here.
    private static let unknownToApple: Set = [
        "transaction.deviceVerification", "transaction.deviceVerificationNonce",
        "transaction.previousOriginalTransactionId", "transaction.additionalTransactionReason",
        "transaction.multiSeatInfo", "renewal-info.deviceVerification", "renewal-info.deviceVerificationNonce",
        "renewal-info.renewalQuantity", "renewal-info.multiSeatInfo",
        "notification-token.externalPurchaseToken.tokenExpirationDate",
        "notification-token.externalPurchaseToken.tokenType",
    ]

    /// Every payload with every member: both decode the same, member by member, in objects too.
    @Test func decodesEveryMemberAsWeDo() throws {
        let contents = TestJWSContent.everyMember
        let issued = try contents.map { try TestAuthority.standard.issue($0.content) }
        let cases = try zip(contents, issued).map { try AppleJudge.Case($1.text, as: $0.content.kind) }
        let verdicts = try AppleJudge.judge(cases)
        #expect(verdicts.count == cases.count)
        var unknown: Set<String> = []
        for ((name, content), (issued, verdict)) in zip(contents, zip(issued, verdicts)) {
            let kind = try #require(PayloadKind(rawValue: content.kind.rawValue))
            let text = Array(issued.jws.payload.text.utf8)
            let signed = try #require(JSON.read(text)).leaves
            #expect(try PayloadObject.asSigned(SignedPayload(json: text).parts.json, kind)?.leaves == signed, "\(name)")
            let theirs = try #require(verdict.payload, "\(name): \(verdict.reason ?? "")").leaves
            for (path, value) in signed where theirs[path] != value {
                #expect(theirs[path] == nil, "\(name)\(path) is \(value), for Apple \(theirs[path] as Any)")
                unknown.insert(Self.known(name + path))
            }
            for path in theirs.keys where signed[path] == nil { Issue.record("\(name)\(path) was not signed") }
        }
        #expect(unknown == Self.unknownToApple)
    }

    /// Of a member that Apple's library does not know, and of all in it, the one that stands in the list.
    private static func known(_ path: String) -> String {
        unknownToApple.first { path == $0 || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") } ?? path
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
