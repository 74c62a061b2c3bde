import Foundation
import ReceiptFields
import TestSupport
import Testing

@Suite("Real receipts, decoded", .enabled(if: Corpus.isAvailable))
struct CorpusDecodingTests {
    private typealias Row = [Int64: Corpus.Attribute]

    /// Returns the bytes of an attribute's value, according to the independent decoder.
    private static func octets(_ attribute: Corpus.Attribute) throws -> [UInt8]? {
        switch (attribute.tag, attribute.value) {
        case ("UTF8String", .text(let text)): return TLV.utf8(text)
        case ("IA5String", .text(let text)): return TLV.ia5(text)
        case ("INTEGER", .number(let number)): return TLV.integer(number)
        case ("(raw bytes)", .text(let hex)), ("(opaque blob)", .text(let hex)):
            let digits = Array(hex)
            return try stride(from: 0, to: digits.count, by: 2).map {
                try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
            }
        default: return nil
        }
    }

    private static func text(_ row: Row, _ type: Int64) -> String? {
        guard case .text(let text) = row[type]?.value, !text.isEmpty else { return nil }
        return text
    }

    private static func number(_ row: Row, _ type: Int64) -> Int64? {
        guard case .number(let number) = row[type]?.value else { return nil }
        return number
    }

    private static func date(_ row: Row, _ type: Int64) -> Date? { text(row, type).map(Oracle.instant) }

    private static func check(_ attributes: some Sequence<ReceiptAttribute>, _ expected: [Corpus.Attribute]) throws {
        let found = Array(attributes)
        #expect(found.map(\.type.rawValue) == expected.map(\.type))
        #expect(found.map(\.version) == expected.map(\.version))
        #expect(found.map(\.value.count) == expected.map(\.len))
        for (attribute, row) in zip(found, expected) {
            if let octets = try octets(row) { #expect(Array(attribute.value) == octets) }
            if row.tag == "SET" { #expect(attribute.value.first == 0x31) }
        }
    }

    @Test("The corpus is there")
    func corpus() {
        #expect(Corpus.entries.count == 21)
        print(
            "decoded: \(Corpus.entries.count) receipts, \(Corpus.entries.reduce(0) { $0 + $1.expected.inApp.count }) purchases"
        )
    }

    @Test("Every attribute and every typed field", arguments: Corpus.entries)
    func everything(_ entry: Corpus.Entry) throws {
        let receipt = try AppReceipt(payload: try Reference.payload(ofReceipt: entry.bytes))
        #expect(receipt.diagnostics.isEmpty)
        try Self.check(receipt.attributes, entry.expected.attributes)
        // Limits that suffice for published receipts, as documented for `ReceiptLimits`.
        var limits = ReceiptLimits()
        (limits.maximumAttributeLength, limits.maximumStringLength) = (511, 63)
        _ = try AppReceipt(payload: try Reference.payload(ofReceipt: entry.bytes), limits: limits)
        let row = Row(entry.expected.attributes.map { ($0.type, $0) }) { first, _ in first }
        #expect(receipt.rawEnvironment == Self.text(row, 0))
        #expect(receipt.rawEnvironment == entry.expected.environment)
        #expect(receipt.appID == Self.number(row, 1))
        #expect(receipt.bundleIdentifier == Self.text(row, 2))
        #expect(receipt.bundleIdentifier == entry.expected.bundleID)
        #expect(receipt.appVersion == Self.text(row, 3))
        #expect(receipt.appVersion == entry.expected.appVersion)
        #expect(receipt.opaqueValue == (try row[4].flatMap(Self.octets)))
        #expect(receipt.deviceHash == (try row[5].flatMap(Self.octets)))
        #expect(receipt.ageRating == Self.text(row, 10))
        #expect(receipt.creationDate == Self.date(row, 12))
        #expect(receipt.creationDate == Oracle.instant(entry.expected.creationDate))
        #expect(receipt.downloadID == Self.number(row, 15))
        #expect(receipt.appVersionID == Self.number(row, 16))
        #expect(receipt.originalPurchaseDate == Self.date(row, 18))
        #expect(receipt.originalAppVersion == Self.text(row, 19))
        #expect(receipt.expirationDate == Self.date(row, 21))

        #expect(receipt.purchases.count == entry.expected.inApp.count)
        for (purchase, expected) in zip(receipt.purchases, entry.expected.inApp) {
            try Self.check(purchase.attributes, expected)
            let row = Row(expected.map { ($0.type, $0) }) { first, _ in first }
            #expect(Int64(purchase.purchasedQuantity) == Self.number(row, 1701))
            #expect(purchase.productID == Self.text(row, 1702))
            #expect(purchase.transactionID == Self.text(row, 1703))
            #expect(purchase.purchaseDate == Self.date(row, 1704))
            #expect(purchase.originalTransactionID == Self.text(row, 1705))
            #expect(purchase.originalPurchaseDate == Self.date(row, 1706))
            #expect((purchase.productType?.number).map(Int64.init) == Self.number(row, 1707))
            #expect(purchase.expirationDate == Self.date(row, 1708))
            #expect(purchase.productAppID == Self.number(row, 1710))
            #expect(purchase.webOrderLineItemID == Self.number(row, 1711))
            #expect(purchase.cancellationDate == Self.date(row, 1712))
            #expect(purchase.isTrialPeriod == Self.number(row, 1713).map { $0 == 1 })
            #expect(purchase.isInIntroOfferPeriod == Self.number(row, 1719).map { $0 == 1 })
            #expect((purchase.cancellationReason?.rawValue).map(Int64.init) == Self.number(row, 1720))
            #expect(purchase.promotionalOfferID == Self.text(row, 1721))
            #expect((purchase.ownershipType?.number).map(Int64.init) == Self.number(row, 1722))
        }
    }

    // MARK: Apple's own responses

    /// A response from verifyReceipt, as far as a receipt contains the same values.
    struct Answer: Decodable, Sendable {
        struct Response: Decodable, Sendable {
            let receipt: Receipt
            let latestReceiptInfo: [Purchase]?
        }
        struct Receipt: Decodable, Sendable {
            let receiptType: String
            let adamId: Int64
            let bundleId: String
            let applicationVersion: String
            let downloadId: Int64
            let versionExternalIdentifier: Int64
            let receiptCreationDateMs: String
            let originalPurchaseDateMs: String
            let originalApplicationVersion: String
            let inApp: [Purchase]
        }
        struct Purchase: Decodable, Sendable {
            let quantity: String
            let productId: String
            let transactionId: String
            let originalTransactionId: String
            let purchaseDateMs: String
            let originalPurchaseDateMs: String
            let expiresDateMs: String?
            let cancellationDateMs: String?
            let webOrderLineItemId: String?
            let isTrialPeriod: String
            let isInIntroOfferPeriod: String?
        }
        let response: Response
    }

    private static func milliseconds(_ date: Date?) -> String? {
        date.map { String(Int64(($0.timeIntervalSince1970 * 1_000).rounded())) }
    }

    private static func compare(_ purchase: InAppPurchase, _ answer: Answer.Purchase) {
        #expect(String(purchase.purchasedQuantity) == answer.quantity)
        #expect(purchase.productID == answer.productId)
        #expect(purchase.transactionID == answer.transactionId)
        #expect(purchase.originalTransactionID == answer.originalTransactionId)
        #expect(milliseconds(purchase.purchaseDate) == answer.purchaseDateMs)
        #expect(milliseconds(purchase.originalPurchaseDate) == answer.originalPurchaseDateMs)
        #expect(milliseconds(purchase.expirationDate) == answer.expiresDateMs)
        #expect(milliseconds(purchase.cancellationDate) == answer.cancellationDateMs)
        #expect(purchase.webOrderLineItemID.flatMap { $0 == 0 ? nil : String($0) } == answer.webOrderLineItemId)
        #expect(purchase.isInIntroOfferPeriod.map(String.init) == answer.isInIntroOfferPeriod)
    }

    private static func answers(_ marker: String) throws -> [(
        file: String, receipt: AppReceipt, answer: Answer.Response
    )] {
        let folder = try #require(Corpus.folder).appendingPathComponent("verifyreceipt")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(marker) }
            .sorted()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try files.map { file in
            let entry = try #require(Corpus.entries.first { $0.name.hasSuffix(file.prefix(8)) })
            let answer = try decoder.decode(
                Answer.self, from: Data(contentsOf: folder.appendingPathComponent(file)))
            return (file, try AppReceipt(payload: try Reference.payload(ofReceipt: entry.bytes)), answer.response)
        }
    }

    @Test("verifyReceipt's answer to the same receipt")
    func verifyReceipt() throws {
        let all = try Self.answers("_request_status0_")
        #expect(all.count == 4)
        var knownInconsistencies = 0
        for (file, receipt, answer) in all {
            #expect(receipt.rawEnvironment == answer.receipt.receiptType)
            #expect(receipt.appID == answer.receipt.adamId)
            #expect(receipt.bundleIdentifier == answer.receipt.bundleId)
            #expect(receipt.appVersion == answer.receipt.applicationVersion)
            #expect(receipt.downloadID == answer.receipt.downloadId)
            #expect(receipt.appVersionID == answer.receipt.versionExternalIdentifier)
            #expect(Self.milliseconds(receipt.creationDate) == answer.receipt.receiptCreationDateMs)
            #expect(Self.milliseconds(receipt.originalPurchaseDate) == answer.receipt.originalPurchaseDateMs)
            #expect(receipt.originalAppVersion == answer.receipt.originalApplicationVersion)
            #expect(receipt.purchases.count == answer.receipt.inApp.count)
            for (purchase, row) in zip(receipt.purchases, answer.receipt.inApp) {
                Self.compare(purchase, row)
                if purchase.isTrialPeriod.map(String.init) != row.isTrialPeriod {
                    // Apple responded false in 2016 and true in 2018, for the same bytes, which say true.
                    #expect(file == "5e1e7e48_request_status0_10.json" && purchase.transactionID == "1000000248850692")
                    knownInconsistencies += 1
                }
            }
        }
        #expect(knownInconsistencies == 1)
    }

    @Test("The receipt that verifyReceipt returned as the latest, against latest_receipt_info")
    func latestReceipt() throws {
        for (_, receipt, answer) in try Self.answers("_latest_receipt_status0_") {
            let info = try #require(answer.latestReceiptInfo)
            let rows = Dictionary(info.map { ($0.transactionId, $0) }) { first, _ in first }
            #expect(Set(receipt.purchases.map(\.transactionID)) == Set(rows.keys))
            for purchase in receipt.purchases {
                let row = try #require(rows[purchase.transactionID])
                Self.compare(purchase, row)
                #expect(purchase.isTrialPeriod.map(String.init) == row.isTrialPeriod)
            }
        }
    }
}
