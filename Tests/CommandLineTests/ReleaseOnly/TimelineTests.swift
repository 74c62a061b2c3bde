import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import ReceiptReports
import TestSupport
import Testing

/// Tests the texts of a ledger's picture, and of its form for terminals.
@Suite("Timelines")
struct TimelineTests {
    private static let month = "com.example.monthly"
    private static let now = Date.utc(2024, 5, 2)

    /// Returns a subscription with a gap and a change of product, and one purchase of every other type.
    private static func ledger(_ change: (inout [TestPurchase]) -> Void = { _ in }) throws -> PurchaseLedger {
        func period(_ product: String, _ start: Date, _ length: TestPeriod, _ number: Int) -> TestPurchase {
            TestPurchase.autoRenewable(product, on: start, for: length, transactionID: "41000000000000\(number)").with {
                $0.originalTransactionID = "410000000000001"
            }
        }
        var purchases = [
            period(month, .utc(2024, 1, 1), .months(1), 1), period(month, .utc(2024, 3, 1), .months(1), 2),
            period("com.example.yearly", .utc(2024, 4, 1), .months(12), 3),
            .nonConsumable("com.example.pro", on: .utc(2024, 2, 1)),
            TestPurchase.nonConsumable("com.example.coins", on: .utc(2024, 2, 2)).with { $0.productType = .consumable },
            TestPurchase.nonConsumable("com.example.season", on: .utc(2024, 2, 3)).with {
                $0.productType = .nonRenewable
            },
            TestPurchase.nonConsumable("com.example.theme", on: .utc(2024, 2, 4)).with {
                $0.cancellationDate = .utc(2024, 2, 24)
            },
        ]
        change(&purchases)
        let policy = try ReceiptPolicy(
            bundleIdentifiers: ["com.example.app"], device: .unchecked,
            trust: try .roots([TestAuthority.standard.rootCertificate]))
        let receipt = TestReceipt(creationDate: .utc(2024, 5, 1), purchases: purchases)
        return try PurchaseLedger(merging: [
            try ReceiptVerifier(policy: policy).verify(TestAuthority.standard.sign(receipt), at: .utc(2024, 5, 2))
        ])
    }

    @Test("The text has the lanes of the command line, at any width")
    func plainText() throws {
        let timeline = LedgerTimeline(try Self.ledger(), asOf: Self.now)
        for columns in [Int.min, 0, 39, 40, 100, 1_000, Int.max] {
            let text = timeline.text(columns: columns)
            #expect(text == timeline.texts(columns: min(max(columns, 40), 1_000)) { $1 }.joined(separator: "\n"))
            for product in [Self.month, "com.example.yearly", "com.example.theme"] { #expect(text.contains(product)) }
        }
    }

    private static func lines(_ svg: String, _ part: String) -> [Substring] {
        svg.split(separator: "\n").filter { $0.contains(part) }
    }

    @Test(
        "Every product has a lane, and every mark says what it is",
        arguments: [
            (
                "com.example.monthly, paid: 2024-01-01T00:00:00Z to 2024-02-01T00:00:00Z, transaction 410000000000001",
                "rect"
            ),
            (
                "com.example.yearly, paid: 2024-04-01T00:00:00Z to 2025-04-01T00:00:00Z, transaction 410000000000003",
                "rect"
            ),
            ("No period: 2024-02-01T00:00:00Z to 2024-03-01T00:00:00Z", "line"),
            ("com.example.pro, owned: 2024-02-01T00:00:00Z, transaction", "rect"),
            ("com.example.coins, consumable: 2024-02-02T00:00:00Z, transaction", "circle"),
            ("com.example.season, non-renewing: 2024-02-03T00:00:00Z, transaction", "circle"),
            (
                "com.example.theme, revoked: 2024-02-04T00:00:00Z to 2024-02-24T00:00:00Z, revoked 2024-02-24T00:00:00Z",
                "rect"
            ),
            ("As of 2024-05-02T00:00:00Z", "line"),
        ])
    func marks(_ title: String, _ element: String) throws {
        let svg = LedgerTimeline(try Self.ledger(), asOf: Self.now).svg
        #expect(Self.lines(svg, "<title>\(title)").contains { $0.contains("<\(element)") })
        #expect(Tags.areBalanced(svg))
        #expect(!svg.contains("ancelled"))
        #expect(svg.contains("prefers-color-scheme: dark"))
    }

    @Test(
        "The picture states the access at its date, and until when",
        arguments: [
            (
                Date.utc(2024, 5, 2),
                [
                    "Entitled to com.example.yearly until 2025-04-01.",
                    "Subscribed to com.example.yearly until 2025-04-01.",
                ]
            ),
            (.utc(2024, 5, 2), ["Entitled to com.example.pro for good.", "Production, as of 2024-05-02 00:00 UTC"]),
            (.utc(2024, 2, 10), ["Expired on 2024-02-01. The next period begins on 2024-03-01.", "as of 2024-02-10"]),
            (.utc(2023, 12, 1), ["Entitled to nothing.", "Not subscribed yet. The next period begins on 2024-01-01."]),
            (
                .utc(2031, 1, 1),
                [
                    "Undetermined: com.example.yearly, a renewal may be missing.",
                    "The last known period ended on 2025-04-01.",
                    "Undetermined: a renewal may be missing. The evidence ends on 2024-05-01.",
                ]
            ),
        ])
    func status(_ date: Date, _ sentences: [String]) throws {
        let svg = LedgerTimeline(try Self.ledger(), asOf: date).svg
        // Long sentences are wrapped.
        let text = svg.matches(of: /<text[^>]*>([^<]*)/).map { String($0.1) }.joined(separator: " ")
        for sentence in sentences { #expect(text.contains(sentence), "\(text)") }
    }

    @Test(
        "A line marks the date, however far away it is",
        arguments: [
            Date.distantPast, .utc(1970, 1, 1), .utc(2024, 2, 1), .utc(2024, 5, 2), .utc(2031, 1, 1), .distantFuture,
        ])
    func asOf(_ date: Date) throws {
        for ledger in [try Self.ledger(), try Self.ledger { $0.removeAll { $0.productID != "com.example.pro" } }] {
            let svg = LedgerTimeline(ledger, asOf: date).svg
            let places = Self.lines(svg, "class=\"as-of\"").compactMap { $0.firstMatch(of: /x1="([\d.]+)%"/) }
            #expect(!places.isEmpty)
            for place in places { #expect((3...97).contains(Double(place.1) ?? -1), "\(place.0)") }
            for text in LedgerTimeline(ledger, asOf: date).texts(columns: 80, ink: { $1 }) {
                #expect(text.contains("▲"))
                #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
            }
        }
    }

    @Test("Text is wrapped at the available width, and everything below moves up if it takes fewer lines")
    func width() throws {
        let svg = LedgerTimeline(try Self.ledger(), asOf: .utc(2031, 1, 1)).svg
        let whole = "Undetermined: a renewal may be missing. The evidence ends on 2024-05-01."
        #expect(Self.lines(svg, "class=\"fact wide\"").contains { $0.contains(">\(whole)<") })
        let narrow = Self.lines(svg, "class=\"fact narrow\"").compactMap { $0.firstMatch(of: />([^<]*)</)?.1 }
        #expect(narrow.contains("Undetermined: a renewal may be missing. The") && narrow.allSatisfy { $0.count <= 50 })
        // Four sentences need one line less each.
        #expect(svg.matches(of: /<g class="up" style="--up: -(\d+)px">/).map { $0.1 } == ["17", "34", "51", "68"])
        #expect(Tags.areBalanced(svg))
        let owned = try Self.ledger { $0.removeAll { $0.productID != "com.example.pro" } }
        let short = LedgerTimeline(owned, asOf: Self.now).svg
        #expect(!short.contains("class=\"up\"") && !short.contains("fact narrow"))
    }

    @Test("The line that marks the date crosses no text", arguments: [Date.utc(2024, 2, 5), .utc(2024, 5, 2)])
    func labels(_ date: Date) throws {
        let svg = LedgerTimeline(try Self.ledger(), asOf: date).svg
        func numbers(_ part: String, _ attribute: Regex<(Substring, Substring)>) -> [Double] {
            Self.lines(svg, part).compactMap { $0.firstMatch(of: attribute).flatMap { Double($0.1) } }
        }
        let texts = numbers("<text", /\sy="([\d.]+)"/)
        let lines = zip(numbers("class=\"as-of\"", /\sy1="([\d.]+)"/), numbers("class=\"as-of\"", /\sy2="([\d.]+)"/))
            .map { $0...$1 }
        // The line crosses six lanes and two axes.
        #expect(lines.count == 8 && texts.count > 10)
        // From the top of a letter to the bottom of a descender.
        for y in texts { #expect(!lines.contains { $0.overlaps((y - 8)...(y + 1)) }, "\(y)") }
    }

    @Test("A gap is in the lane of the product that lapsed, and in no other", arguments: [false, true])
    func gaps(_ isFollowedByRefund: Bool) throws {
        let ledger = try Self.ledger { purchases in
            guard isFollowedByRefund else { return }
            purchases.append(
                TestPurchase.autoRenewable("com.example.yearly", on: .utc(2024, 2, 1), transactionID: "410000000000004")
                    .with {
                        $0.originalTransactionID = "410000000000001"
                        $0.cancellationDate = .utc(2024, 2, 2)
                    })
        }
        let timeline = LedgerTimeline(ledger, asOf: Self.now)
        #expect(Self.lines(timeline.svg, "<title>No period").count == 1)
        let text = try #require(timeline.texts(columns: 80) { $1 }.first).split(separator: "\n")
        let lanes = try ["com.example.monthly", "com.example.yearly"].map { product in
            text[try #require(text.firstIndex { $0.hasSuffix(product) && !$0.contains("to ") }) + 1]
        }
        #expect(lanes.map { $0.contains("·") } == [true, false])
    }

    @Test(
        "A revoked period shows its revocation date, and the rest of an upgraded period is drawn as overtaken")
    func parts() throws {
        let ledger = try Self.ledger { purchases in
            purchases[1].cancellationDate = .utc(2024, 3, 5)
            purchases[2].purchaseDate = .utc(2024, 3, 20)
        }
        let timeline = LedgerTimeline(ledger, asOf: Self.now)
        #expect(timeline.svg.contains(">revoked 2024-03-05<"))
        #expect(timeline.svg.contains("com.example.monthly, revoked: 2024-03-01T00:00:00Z to"))
        #expect(timeline.texts(columns: 80) { $1 }[0].contains("revoked 2024-03-05"))
    }

    @Test("In sandbox, where a month lasts for minutes, a subscription has a scale of its own, with times")
    func sandbox() throws {
        let ledger = try Self.ledger { purchases in
            purchases[0].expirationDate = Date.utc(2024, 1, 1).addingTimeInterval(300)
            purchases.remove(at: 1)
            purchases.remove(at: 1)
        }
        let svg = LedgerTimeline(ledger, asOf: Self.now).svg
        #expect(svg.contains(">Expired on 2024-01-01 00:05 UTC.<"))
        #expect(svg.contains(">01-01 00:02<"), "\(svg)")
    }
}
