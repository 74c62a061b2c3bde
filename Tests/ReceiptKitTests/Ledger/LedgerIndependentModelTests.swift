import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// The rules of the ledger as plain loops over what an independent decoder, or the test kit, wrote down. Nothing of the
/// library is used to get to its answers: not its decoding, not its order, not its dates.
struct PlainModel {
    /// In the order of the ledger.
    private(set) var rows: [ModelRow] = []

    init(_ file: [ModelRow], isXcode: Bool) {
        for row in file {
            let isKnown = rows.contains { isXcode ? $0 == row : Self.isSame($0, row) }
            // No receipt here holds two rows that clash, which a test makes sure of.
            if !isKnown { rows.append(row) }
        }
        // Insertion sort: slow, stable, and easy to believe.
        for index in rows.indices.dropFirst() {
            var place = index
            while place > 0, Self.precedes(rows[place], rows[place - 1]) {
                rows.swapAt(place, place - 1)
                place -= 1
            }
        }
    }

    private static func isSame(_ a: ModelRow, _ b: ModelRow) -> Bool {
        if a.webOrder != 0 || b.webOrder != 0 { return a.webOrder == b.webOrder && a.chain == b.chain }
        return a.transaction == b.transaction && a.product == b.product
    }

    private static func precedes(_ a: ModelRow, _ b: ModelRow) -> Bool {
        if a.purchased != b.purchased { return a.purchased < b.purchased }
        let (endOfA, endOfB) = (a.expires ?? .infinity, b.expires ?? .infinity)
        if endOfA != endOfB { return endOfA < endOfB }
        if a.transaction != b.transaction {
            return Array(a.transaction.utf8).lexicographicallyPrecedes(Array(b.transaction.utf8))
        }
        return Array(a.product.utf8).lexicographicallyPrecedes(Array(b.product.utf8))
    }

    // MARK: Subscriptions

    var chains: [String] {
        var names: [String] = []
        for row in rows where row.isSubscription && !names.contains(row.chain) { names.append(row.chain) }
        return names
    }

    func periods(_ chain: String) -> [ModelRow] { rows.filter { $0.isSubscription && $0.chain == chain } }

    /// Between uncancelled periods, none of which covers the time.
    func gaps(_ chain: String) -> [[Double]] {
        var gaps: [[Double]] = []
        var end: Double?
        for row in periods(chain) where row.cancelled == nil {
            guard let expires = row.expires, expires > row.purchased else { continue }
            if let end, row.purchased > end { gaps.append([end, row.purchased]) }
            end = max(end ?? expires, expires)
        }
        return gaps
    }

    private func covers(_ row: ModelRow, _ time: Double) -> Bool {
        row.purchased <= time && time < (row.expires ?? -.infinity)
    }

    /// A renewal charged in advance loses to a row of another product that began inside the period it renews.
    private func losesInAdvance(_ row: ModelRow, to other: ModelRow, in chain: [ModelRow]) -> Bool {
        guard row.product != other.product, row.cancelled == nil, other.cancelled == nil else { return false }
        for earlier in chain
        where earlier.product == row.product && earlier.cancelled == nil && earlier.expires == row.purchased {
            guard earlier.purchased <= other.purchased, other.purchased < row.purchased else { continue }
            // A renewal that itself lost is not a change of product by the customer.
            if covers(other, row.purchased), !isOvertaken(other, in: chain) { return true }
        }
        return false
    }

    private func isOvertaken(_ row: ModelRow, in chain: [ModelRow]) -> Bool {
        chain.contains { $0.purchased < row.purchased && losesInAdvance(row, to: $0, in: chain) }
    }

    func running(_ chain: String, _ time: Double) -> ModelRow? {
        let all = periods(chain)
        var winner: ModelRow?
        for row in all where row.cancelled == nil && covers(row, time) {
            let loses = all.contains { $0.cancelled == nil && covers($0, time) && losesInAdvance(row, to: $0, in: all) }
            if !loses { winner = row }  // the later one in the order of the ledger
        }
        return winner
    }

    // MARK: Questions at a date

    private func owned(_ row: ModelRow) -> Double { min(row.purchased, row.originallyPurchased ?? row.purchased) }

    func entitlements(_ time: Double) -> Set<String> {
        var names: Set<String> = []
        for row in rows where row.type == 0 && row.cancelled == nil && owned(row) <= time {
            names.insert("\(row.transaction) \(row.product)")
        }
        for chain in chains {
            if let row = running(chain, time) { names.insert("\(row.transaction) \(row.product)") }
        }
        return names
    }

    func state(_ product: String, _ time: Double) -> String {
        let own = rows.filter { $0.product == product }
        let good = own.filter { $0.cancelled == nil }
        /// From when to when a row counts; nil for products of which a receipt does not say it.
        func span(_ row: ModelRow) -> (Double, Double)? {
            if row.type == 0 { return (owned(row), .infinity) }
            return row.isSubscription ? (row.purchased, row.expires ?? -.infinity) : nil
        }
        var end: Double?
        for row in good {
            if let (from, to) = span(row), from <= time, to > from { end = max(end ?? to, to) }
        }
        if let end, time < end { return end == .infinity ? "active" : "active \(end)" }
        if good.contains(where: { span($0) == nil && $0.purchased <= time }) { return "indefinite" }
        for row in own where row.cancelled != nil {
            let (from, to) = span(row) ?? (row.purchased, .infinity)
            if from <= time, time < to { return "cancelled" }
        }
        if let end { return "expired \(end)" }
        let starts = good.map { span($0)?.0 ?? $0.purchased }.filter { $0 > time }
        return starts.min().map { "not started \($0)" } ?? "never"
    }

    /// Every boundary, a second before and after, and times in between up to a thousand.
    func instants(_ random: inout SeededGenerator) -> [Double] {
        var times: [Double] = []
        for row in rows {
            for boundary in [row.purchased, row.expires, row.cancelled, row.originallyPurchased].compactMap(\.self) {
                times += [boundary - 1, boundary, boundary + 1]
            }
        }
        let first = (times.min() ?? 1_600_000_000) - 86_400
        let last = min((times.max() ?? 1_600_000_000) + 86_400, 4_000_000_000)
        while times.count < 1_000 { times.append(Double(Int.random(in: Int(first)...Int(last), using: &random))) }
        return times
    }
}

@Suite("The ledger, beside an independent model, at a thousand dates each")
struct LedgerIndependentModelTests {
    @Test("Fixtures", arguments: Fixtures.entries.filter { $0.expected["verdict"] == .string("verified") })
    func fixtures(_ entry: Fixtures.Entry) throws {
        let receipt = try verified(entry.bytes)
        try compare(receipt, ModelRow.rows(of: entry.expected))
    }

    @Test("Real receipts", .enabled(if: Corpus.isAvailable), arguments: Corpus.entries)
    func corpus(_ entry: Corpus.Entry) throws {
        let receipt = try verified(entry.bytes)
        try compare(receipt, ModelRow.rows(of: entry.expected))
    }

    /// Whoever signed it: what is asked here is the ledger, not the verdict.
    private func verified(_ bytes: [UInt8]) throws -> VerifiedReceipt {
        let signed = try SignedReceipt(bytes)
        let contents = try signed.unverified
        let root = try TestAuthority.standard.rootCertificate
        var trust = TrustAnchor.appStore
        if contents.environment == .xcode {
            trust = try .xcode([try #require(signed.certificates.first)])
        } else if signed.certificates.contains(root) {
            trust = try .roots([root])
        }
        let policy = try ReceiptPolicy(
            bundleIdentifier: contents.bundleIdentifier, device: .unchecked, environments: [contents.environment],
            trust: trust)
        return try ReceiptVerifier(policy: policy).verify(bytes, at: contents.creationDate)
    }

    private func compare(_ receipt: VerifiedReceipt, _ file: [ModelRow]) throws {
        let ledger = receipt.ledger
        let model = PlainModel(file, isXcode: receipt.environment == .xcode)
        #expect(ledger.superseded.isEmpty, "no genuine receipt clashes with itself")
        #expect(ledger.map(\.transactionID) == model.rows.map(\.transaction))
        #expect(ledger.map(\.productID) == model.rows.map(\.product))
        #expect(ledger.map(\.purchaseDate.timeIntervalSince1970) == model.rows.map(\.purchased))

        if receipt.environment != .xcode {
            #expect(Set(ledger.subscriptions.map(\.originalTransactionID)) == Set(model.chains))
        }
        for history in ledger.subscriptions where receipt.environment != .xcode {
            let periods = model.periods(history.originalTransactionID)
            #expect(history.periods.map(\.purchase.transactionID) == periods.map(\.transaction))
            #expect(history.periods.map { $0.endDate?.timeIntervalSince1970 } == periods.map(\.expires))
            #expect(history.periods.map { $0.cancellationDate?.timeIntervalSince1970 } == periods.map(\.cancelled))
            #expect(history.periods.map(\.kind) == periods.map(Self.kind))
            let gaps = history.gaps.map { [$0.startDate.timeIntervalSince1970, $0.endDate.timeIntervalSince1970] }
            #expect(gaps == model.gaps(history.originalTransactionID))
        }

        var random = SeededGenerator(seed: 11)
        let products = Set(model.rows.map(\.product)).sorted() + ["com.example.never.sold"]
        for time in model.instants(&random) {
            let date = Date(timeIntervalSince1970: time)
            let entitled = Set(ledger.currentEntitlements(at: date).map { "\($0.transactionID) \($0.productID)" })
            #expect(entitled == model.entitlements(time), "at \(time)")
            for product in products {
                #expect(
                    Self.name(ledger.state(of: product, at: date)) == model.state(product, time),
                    "\(product) at \(time)")
            }
        }
        for product in products {
            let latest = model.rows.filter { $0.product == product }.max { a, b in
                (a.purchased, a.transaction) < (b.purchased, b.transaction)
            }
            #expect(ledger.latest(for: product)?.transactionID == latest?.transaction)
        }
    }

    private static func kind(_ row: ModelRow) -> SubscriptionPeriod.Kind {
        if let offer = row.offer { return .promotional(offerID: offer) }
        return row.isTrial ? .trial : row.isIntroductory ? .introductory : .regular
    }

    private static func name(_ state: ProductState) -> String {
        switch state {
        case .active(let end?, _): "active \(end.timeIntervalSince1970)"
        case .active: "active"
        case .indefinite: "indefinite"
        case .cancelled: "cancelled"
        case .expired(let date, _): "expired \(date.timeIntervalSince1970)"
        case .notStarted(let date, _): "not started \(date.timeIntervalSince1970)"
        case .neverPurchased: "never"
        }
    }
}
