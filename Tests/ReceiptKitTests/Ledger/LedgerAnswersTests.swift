import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import Testing

@Suite("Ledger answers")
struct LedgerAnswersTests {
    static let start = Date.utc(2024, 1, 1)

    static func day(_ days: Double) -> Date { start.addingTimeInterval(days * 86_400) }

    static func period(_ id: Int64, _ from: Double, _ to: Double, _ product: String = "p") -> TestPurchase {
        LedgerSubject.period(product, id, day(from), day(to))
    }

    // MARK: Access

    /// Periods of one product in a receipt of 2025, a date, and the expected answer: its reason and the transaction
    /// that shows it.
    static let answers: [(rows: [TestPurchase], day: Double, access: String)] = [
        ([], 5, "denied: noPurchaseKnown"),
        ([period(1, 0, 10)], 5, "granted 1"),
        ([period(1, 0, 10)], 0, "granted 1"),
        ([period(1, 0, 10)], 10, "denied: expired 1"),
        ([period(1, 0, 10)], -1, "denied: notStarted 1"),
        // Access takes precedence over a refund, whichever began later.
        ([period(1, 0, 10), period(2, 3, 12).refunded(on: day(4))], 5, "granted 1"),
        ([period(1, 0, 10).refunded(on: day(4)), period(2, 3, 12)], 5, "granted 2"),
        // The last period that has begun decides the reason.
        ([period(1, 0, 10), period(2, 10, 20).refunded(on: day(11))], 15, "denied: revoked 2"),
        ([period(1, 0, 10), period(2, 10, 20).refunded(on: day(11))], 20, "denied: revoked 2"),
        ([period(1, 0, 10).refunded(on: day(4)), period(2, 10, 20)], 5, "denied: revoked 1"),
        ([period(1, 0, 10).refunded(on: day(4)), period(2, 10, 20)], -1, "denied: notStarted"),
        ([period(1, 0, 10), period(2, 12, 20)], 11, "denied: expired 1"),
        // A fully refunded purchase gives no access at any date.
        ([period(1, 0, 10).refunded(on: day(4))], 3, "denied: revoked 1"),
        ([period(1, 0, 10).refunded(on: day(4))], 10, "denied: revoked 1"),
        ([period(1, 0, 10).refunded(on: day(4))], -1, "denied: notStarted"),
        // Of several periods, the one that began last applies.
        ([period(1, 0, 30), period(2, 3, 6)], 5, "granted 2"),
        ([period(1, 0, 30), period(2, 3, 6)], 6, "granted 1"),
        ([period(1, 0, 30), period(2, 3, 6)], 40, "denied: expired"),
        // Other kinds.
        ([.nonConsumable("p", on: start, transactionID: "1")], 5, "granted 1"),
        ([TestPurchase.nonConsumable("p", on: start, transactionID: "1").refunded(on: day(9))], 5, "denied: revoked 1"),
        (
            [TestPurchase.nonConsumable("p", on: start, transactionID: "1").refunded(on: day(9))], -1,
            "denied: notStarted"
        ),
        (
            [.consumable("p", on: start, transactionID: "1"), .consumable("p", on: day(1), transactionID: "2")], 5,
            "denied: notAnEntitlement"
        ),
        ([.nonRenewable("p", on: day(9), transactionID: "1")], 5, "denied: notStarted 1"),
        ([.nonRenewable("p", on: day(9), transactionID: "1")], 10, "denied: notAnEntitlement 1"),
        ([TestPurchase.nonRenewable("p", on: start, transactionID: "1").refunded(on: day(9))], 10, "denied: revoked 1"),
    ]

    @Test("Access to a product, and why there is none", arguments: answers.indices)
    func access(_ index: Int) throws {
        let row = Self.answers[index]
        let ledger = try LedgerSubject.ledger(row.rows)
        let access = ledger.access(to: "p", at: Self.day(row.day))
        #expect(access.inShort.hasPrefix(row.access), "\(access)")
        #expect(access.isGranted == ledger.isEntitled(to: "p", at: Self.day(row.day)))
    }

    @Test("Instants that are not dates get an answer too")
    func strangeDates() throws {
        let ledger = try LedgerSubject.ledger([Self.period(1, 0, 10), .nonConsumable("n", on: Self.start)])
        for number in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
            let date = Date(timeIntervalSinceReferenceDate: number)
            #expect(!ledger.access(to: "p", at: date).isGranted)
            #expect(ledger.currentEntitlements(at: date).count == (number > 0 ? 1 : 0))
            #expect(ledger.subscription(originalTransactionID: "1")?.period(at: date) == nil)
            _ = ledger.asOf(date).introductoryOfferEligibility(in: ["p"])
        }
    }

    // MARK: Introductory offers

    /// Purchases, a day, the expected answer's name and the transaction that shows it.
    static let offers: [(rows: [TestPurchase], day: Double, answer: String, isEligible: Bool)] = [
        ([], 5, "newCustomer", true),
        ([period(1, 0, 10, "elsewhere").trial()], 5, "newCustomer", true),
        ([period(1, 0, 10)], 5, "subscribed 1", false),
        ([period(1, 0, 10)], 11, "offerUnused 1", true),
        ([period(1, 0, 10).trial()], 11, "offerUsed 1", false),
        ([period(1, 0, 10).introductory()], 5, "offerUsed 1", false),
        ([period(1, 0, 10, "q").introductory(), period(2, 10, 20)], 15, "offerUsed 1", false),
        ([period(1, 0, 10).trial().refunded(on: day(2))], 11, "offerUsed 1", false),
        ([period(1, 0, 10).refunded(on: day(2))], 5, "offerUnused 1", true),
        ([period(1, 0, 10).promotional(offerID: "x")], 11, "offerUnused 1", true),
        ([period(1, 0, 10).trial()], -1, "newCustomer", true),
        ([period(1, 0, 10), period(2, 12, 20)], 25, "offerUnused 2", true),
    ]

    @Test("Eligibility for an introductory offer of a group of two products", arguments: offers.indices)
    func introductoryOffer(_ index: Int) throws {
        let row = Self.offers[index]
        let ledger = try LedgerSubject.ledger(row.rows)
        let answer = ledger.asOf(Self.day(row.day)).introductoryOfferEligibility(in: ["p", "q"])
        let shown = Mirror(reflecting: answer.answer).children.first
        let transaction = (shown?.value as? Purchase)?.transactionID
        #expect(
            ([shown?.label ?? "newCustomer"] + [transaction].compactMap(\.self)).joined(separator: " ") == row.answer)
        #expect(answer.isEligible == row.isEligible)
    }

    @Test("The answer is undetermined without products, or without the trial flag")
    func unknownOffer() throws {
        let ledger = try LedgerSubject.ledger([Self.period(1, 0, 10)])
        #expect(
            ledger.asOf(Self.day(20)).introductoryOfferEligibility(in: []).answer == .undetermined(.noProducts))
        let twice = Self.period(1, 0, 10).with { $0.otherAttributes = [.integer(1713, 0)] }
        let malformed = try LedgerSubject.ledger([twice])
        #expect(malformed[0].isTrialPeriod == nil)
        #expect(
            malformed.asOf(Self.day(20)).introductoryOfferEligibility(in: ["p"]).answer
                == .undetermined(.unknownTrial(malformed[0])))
        #expect(
            malformed.asOf(Self.day(5)).introductoryOfferEligibility(in: ["p"]).answer
                == .subscribed(malformed[0]))
        let xcode = try LedgerSubject.ledger([Self.period(1, 0, 10)], environment: .xcode)
        #expect(
            xcode.asOf(Self.day(20)).introductoryOfferEligibility(in: ["p"]).answer == .offerUnused(xcode[0]))
    }

    // MARK: The first acquired version

    static let nine = String(repeating: "9", count: 80)

    static let versions: [(original: String?, asked: String, answer: FirstAcquiredAnswer)] = [
        ("17", "18", .before(originalAppVersion: "17")),
        ("17", "17", .notBefore(originalAppVersion: "17")),
        ("9", "10", .before(originalAppVersion: "9")),
        ("1.10", "1.9", .notBefore(originalAppVersion: "1.10")),
        ("1.0", "1", .notBefore(originalAppVersion: "1.0")),
        ("1", "1.0.1", .before(originalAppVersion: "1")),
        ("01.2", "1.02", .notBefore(originalAppVersion: "01.2")),
        ("2020.10.02.1149", "2020.10.2.1150", .before(originalAppVersion: "2020.10.02.1149")),
        ("1." + nine, "1.1" + nine, .before(originalAppVersion: "1." + nine)),
        ("1.1" + nine, "1." + nine, .notBefore(originalAppVersion: "1.1" + nine)),
        (nil, "2", .unknown(.absent)),
        ("", "2", .unknown(.absent)),
        ("1.0b", "2", .unknown(.notDottedNumbers("1.0b"))),
        ("1..0", "2", .unknown(.notDottedNumbers("1..0"))),
        (".1", "2", .unknown(.notDottedNumbers(".1"))),
        ("-1", "2", .unknown(.notDottedNumbers("-1"))),
        ("17", "", .unknown(.invalidVersion(""))),
        ("17", "2.", .unknown(.invalidVersion("2."))),
        ("17", "٣", .unknown(.invalidVersion("٣"))),
        ("+5", "6", .unknown(.notDottedNumbers("+5"))), (" 5", "6", .unknown(.notDottedNumbers(" 5"))),
        ("1e9999", "2", .unknown(.notDottedNumbers("1e9999"))), ("0x10", "2", .unknown(.notDottedNumbers("0x10"))),
        ("\u{FF11}.0", "2", .unknown(.notDottedNumbers("\u{FF11}.0"))),
        ("5", "+6", .unknown(.invalidVersion("+6"))), ("5", " 6", .unknown(.invalidVersion(" 6"))),
        (String(repeating: "9", count: 400), "10", .notBefore(originalAppVersion: String(repeating: "9", count: 400))),
        ("99999999999999999999", "100000000000000000000", .before(originalAppVersion: "99999999999999999999")),
    ]

    @Test("PAY-18, PAY-20 whether the app was acquired before a version", arguments: versions.indices)
    func firstAcquired(_ index: Int) throws {
        let row = Self.versions[index]
        let receipt = TestReceipt(bundleIdentifier: LedgerSubject.app).with { $0.originalAppVersion = row.original }
        #expect(try LedgerSubject.ledger(receipt).firstAcquired(before: row.asked) == row.answer)
    }

    @Test(
        "Sandbox and Xcode always say 1.0, which means nothing",
        arguments: [TestEnvironment.sandbox, .xcode, .volumePurchaseSandbox])
    func sandbox(_ environment: TestEnvironment) throws {
        let ledger = try LedgerSubject.ledger([], environment: environment)
        let answer = ledger.firstAcquired(before: "2.0")
        #expect(answer == .unknown(.environment(StoreEnvironment(rawValue: environment.rawValue))))
        #expect(answer.isBefore == nil)
    }

    /// The versions of two receipts, and the answer to "before 10?".
    static let merged: [(one: String?, other: String?, answer: FirstAcquiredAnswer)] = [
        ("9", nil, .before(originalAppVersion: "9")),
        (nil, "12", .notBefore(originalAppVersion: "12")),
        ("3", "9", .before(originalAppVersion: "3")),
        ("3", "12", .unknown(.contradiction(["3", "12"]))),
        ("3", "beta", .unknown(.notDottedNumbers("beta"))),
    ]

    @Test("The receipts of a merged ledger must agree", arguments: merged.indices)
    func mergedVersions(_ index: Int) throws {
        let row = Self.merged[index]
        let receipts = try [row.one, row.other].enumerated().map { place, version in
            try LedgerSubject.verify(
                TestReceipt(bundleIdentifier: LedgerSubject.app, creationDate: Self.day(Double(place))).with {
                    $0.originalAppVersion = version
                })
        }
        #expect(try PurchaseLedger(merging: receipts).firstAcquired(before: "10") == row.answer)
        #expect(try PurchaseLedger(merging: receipts.reversed()).firstAcquired(before: "10") == row.answer)
    }

    // MARK: Order

    @Test("The order of the ledger: purchase date, expiration (absent last), transaction, product")
    func order() throws {
        let ledger = try LedgerSubject.ledger([
            .nonConsumable("z", on: Self.start, transactionID: "2"),
            .nonConsumable("y", on: Self.start, transactionID: "2"),
            .nonConsumable("x", on: Self.start, transactionID: "10"), Self.period(3, 0, 9), Self.period(4, 0, 8),
            Self.period(5, -1, 20),
        ])
        #expect(
            ledger.map { "\($0.transactionID) \($0.productID)" } == ["5 p", "4 p", "3 p", "10 x", "2 y", "2 z"])
        #expect(ledger.latest(for: "p")?.transactionID == "4")
        #expect(ledger.latest(for: "q") == nil)
    }
}
