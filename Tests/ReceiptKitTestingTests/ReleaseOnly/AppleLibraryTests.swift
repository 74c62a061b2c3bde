import FixtureScenarios
import Foundation
import JSONSupport
import ReceiptFields
import ReceiptKitTesting
import TestSupport
import Testing

/// Verifies the kit's JWS with Apple's own library.
@Suite(.enabled(if: AppleLibrary.python != nil, "RECEIPT_JWS_JUDGE is not set: see Tests/judge-jws"))
struct AppleLibraryTests {
    @Test(arguments: [TestEnvironment.production, .sandbox, .xcode, .localTesting])
    func verifiesGoodJWS(environment: TestEnvironment) throws {
        let authority = TestAuthority.issuer(of: environment)
        let transaction = TestTransaction(.exampleSubscription, environment: environment)
        let appTransaction = TestAppTransaction(environment: environment)
        var cases: [AppleLibrary.Case] = []
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
        let verdicts = try AppleLibrary.verify(cases)
        #expect(verdicts.count == cases.count)
        for (verdict, subject) in zip(verdicts, cases) {
            #expect(verdict.isAccepted, "\(subject.kind): \(verdict.reason ?? "")")
        }
    }

    /// Members without a property in the library's version that Tests/judge-jws installs. A newer version may know
    /// them; then remove them here.
    private static let unknownToApple: Set = [
        "transaction.deviceVerification", "transaction.deviceVerificationNonce",
        "transaction.previousOriginalTransactionId", "transaction.additionalTransactionReason",
        "transaction.multiSeatInfo", "renewal-info.deviceVerification", "renewal-info.deviceVerificationNonce",
        "renewal-info.renewalQuantity", "renewal-info.multiSeatInfo",
        "notification-token.externalPurchaseToken.tokenExpirationDate",
        "notification-token.externalPurchaseToken.tokenType",
    ]

    /// Decodes every payload with every member. Both must decode the same, including members of objects.
    @Test func decodesEveryMemberAsWeDo() throws {
        let contents = TestJWSContent.everyMember
        let issued = try contents.map { try TestAuthority.standard.issue($0.content) }
        let cases = try zip(contents, issued).map { try AppleLibrary.Case($1.text, as: $0.content.kind) }
        let verdicts = try AppleLibrary.verify(cases)
        #expect(verdicts.count == cases.count)
        var unknown: Set<String> = []
        for ((name, content), (issued, verdict)) in zip(contents, zip(issued, verdicts)) {
            let kind = try #require(PayloadKind(rawValue: "\(content.kind)"))
            let text = Array(issued.jws.payload.text.utf8)
            let signed = try #require(JSON.read(text)).leaves
            #expect(
                try PayloadObject.asSigned(UnverifiedPayload(json: text).parts.json, kind)?.leaves == signed, "\(name)")
            let theirs = try #require(verdict.payload, "\(name): \(verdict.reason ?? "")").leaves
            for (path, value) in signed where theirs[path] != value {
                #expect(theirs[path] == nil, "\(name)\(path) is \(value), for Apple \(theirs[path] as Any)")
                unknown.insert(Self.known(name + path))
            }
            for path in theirs.keys where signed[path] == nil { Issue.record("\(name)\(path) was not signed") }
        }
        #expect(unknown == Self.unknownToApple)
    }

    /// Returns the path of a member that Apple's library doesn't know, for the member itself and everything inside it.
    private static func known(_ path: String) -> String {
        unknownToApple.first { path == $0 || path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") } ?? path
    }

    private static let page = Fixtures.folder.deletingLastPathComponent()
        .appendingPathComponent("Tests/AppleDisagreements.md")

    /// Verifies every defect in each of its kinds (a sample: in the first).
    @Test func disagreesWhereThePageSaysSo() throws {
        let subjects = JWSDefect.all.flatMap { defect in
            defect.kinds.sample(1).filter { $0 != .other }.map { (defect: defect, kind: $0) }
        }
        let verdicts = try AppleLibrary.verify(
            subjects.map { subject in
                let content = TestJWSContent.example(subject.kind)
                let jws = try TestAuthority.standard.sign(content, defects: [subject.defect])
                return try AppleLibrary.Case(jws, as: subject.kind)
            })
        #expect(verdicts.count == subjects.count)
        // For a defect, the kinds of JWS for which Apple's result differs from ours, by result.
        var rows: [String: [String: [String]]] = [:]
        for (subject, verdict) in zip(subjects, verdicts) where verdict.isAccepted != (subject.defect.refusedAt == nil)
        {
            let says = verdict.isAccepted ? "accepted" : verdict.reason ?? "rejected"
            rows[subject.defect.name, default: [:]][says, default: []].append("\(subject.kind)")
        }
        let written = try String(contentsOf: Self.page, encoding: .utf8)
        guard isExhaustive else {
            for subject in subjects {
                let row = written.split(separator: "\n").first { $0.hasPrefix("| `\(subject.defect.name)` |") }
                let isListed = row?.split(separator: "|").last?.contains("\(subject.kind)") ?? false
                #expect(isListed == (rows[subject.defect.name] != nil), "\(subject.defect): \(subject.kind)")
            }
            return
        }
        let text = try Self.text(of: rows, of: subjects.count)
        if ProcessInfo.processInfo.environment["RECEIPTKIT_WRITE_ANSWERS"] == "1" {
            try text.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        #expect(written == text)
    }

    private static func text(of rows: [String: [String: [String]]], of count: Int) throws -> String {
        let differing = JWSDefect.all.filter { rows[$0.name] != nil }
        let otherwise = rows.values.flatMap(\.values).map(\.count).reduce(0, +)
        var text = """
            # Where Apple's library answers otherwise

            app-store-server-library 3.1.2, Apple's own for Python, verifies every JWS that the test kit can forge, each defect in each kind: \
            \(count) JWS of \(JWSDefect.all.count) defects. For \(otherwise) JWS, with \(differing.count) defects, \
            its verdict differs from ReceiptKit's, for \(AppleDisagreement.all.count) reasons. It verifies every valid JWS of the kit.

            This page is generated by `AppleLibraryTests`, if RECEIPTKIT_WRITE_ANSWERS is 1, and a test compares it with both.

            """
        for (index, row) in AppleDisagreement.all.enumerated() {
            let defects = differing.filter { AppleDisagreement.reason(of: $0) == index }
            #expect(!defects.isEmpty, "\(row.reason)")
            text +=
                "\n## \(row.reason)\n\n| defect | what is wrong | ReceiptKit | Apple's library |\n|---|---|---|---|\n"
            for defect in defects {
                let ours = defect.refusedAt.map { "rejected: \($0)" } ?? "accepted"
                let theirs = try #require(rows[defect.name]).sorted { $0.key < $1.key }
                    .map { "\($0): \($1.joined(separator: ", "))" }.joined(separator: "; ")
                text += "| `\(defect.name)` | \(defect.summary) | \(ours) | \(theirs) |\n"
            }
        }
        for defect in differing { #expect(AppleDisagreement.reason(of: defect) != nil, "\(defect) has no reason") }
        return text
    }
}
