import FixtureScenarios
import Foundation
import ReceiptKitTesting
import Testing

@Suite struct ReceiptTests {
    /// Genuine device hashes, from Apple's sample and from two published sandbox receipts.
    @Test(arguments: [
        ("0017f2c4bcc0", "020400bc614e", "com.example.SampleApp", "ade3bbd5d98aa9a988ff423287f65f91328da658"),
        (
            "956328d9cc6a47f4be406953fb0ab6c7", "be1dd3ea9bcf4d08652eb539b9e05694", "dev.bonzer.weeka.app",
            "2158847543683847e9382a0fc51853cb17abcd6d"
        ),
        (
            "3f27583e3e394865a9f298256c105cdf", "481260247f3779b6c97c21f74627f5d1", "com.mbaasy.ios.demo",
            "5c291140ecee72213f5e89f0202f77d63175b079"
        ),
    ])
    func deviceHash(device: String, opaqueValue: String, bundleIdentifier: String, expected: String) {
        let receipt = TestReceipt(bundleIdentifier: bundleIdentifier, device: hex(device)).with {
            $0.opaqueValue = hex(opaqueValue)
        }
        #expect(receipt.deviceHash == hex(expected))
        #expect(receipt.payload.first(5)?.value == hex(expected))
    }

    /// The attribute types in genuine receipts of each kind, in any order.
    @Test(
        arguments: [
            (TestEnvironment.production, TestPlatform.iOS, Array(0...16) + [18, 19, 20, 25]),
            (.production, .macOS, Array(0...16) + [18, 19, 25]),
            (.sandbox, .iOS, Array(0...16) + [18, 19, 20, 25]),
            (.volumePurchase, .iOS, Array(0...16) + [18, 19, 20, 25]),
            (.xcode, .iOS, [0, 1, 2, 3, 4, 5, 8, 12, 21]),
        ] as [(TestEnvironment, TestPlatform, [Int64])])
    func attributes(environment: TestEnvironment, platform: TestPlatform, expected: [Int64]) {
        let payload = TestReceipt(environment: environment).with { $0.platform = platform }.payload
        #expect(payload.attributes.map(\.type).sorted() == expected)
        #expect(payload.attributes.filter { $0.version != 1 }.map(\.type) == (environment == .xcode ? [] : [4]))
    }

    @Test(
        arguments: [
            (TestPurchase.consumable("a", on: .utc(2024, 1, 1)), Array(1701...1718) + [1722]),
            (TestPurchase.autoRenewable("a", on: .utc(2024, 1, 1)), Array(1701...1719) + [1722]),
            (
                TestPurchase.autoRenewable("a", on: .utc(2024, 1, 1)).promotional(offerID: "o").refunded(
                    on: .utc(2024, 1, 2)),
                Array(1701...1722)
            ),
        ] as [(TestPurchase, [Int64])])
    func rows(purchase: TestPurchase, expected: [Int64]) throws {
        guard case .set(let row) = purchase.attribute().content else {
            Issue.record("a purchase is a set of attributes")
            return
        }
        #expect(row.attributes.map(\.type).sorted() == expected)
        let encodings = row.attributes.map(\.encoded)
        #expect(encodings == TestDER.sorted(encodings))
        #expect(row.first(1709)?.value == [0x0c, 0x00])
        #expect(row.first(1705)?.value == TestDER.utf8String(purchase.transactionID))
    }

    @Test func appStorePayloadIsSorted() {
        let payload = FixtureCatalogue.large.receipt.with { $0.purchases.removeLast(4900) }.payload
        let encodings = payload.attributes.map(\.encoded)
        #expect(encodings == TestDER.sorted(encodings))
        #expect(payload.encoded == TestDER.set(encodings))
    }

    @Test func xcodePayloadAscendsByType() {
        let purchases = TestPurchase.subscription("a", from: .utc(2024, 1, 1), periods: 2, transactionID: "56")
        let payload = TestReceipt(environment: .xcode, purchases: purchases).payload
        #expect(payload.attributes.map(\.type) == [0, 1, 2, 3, 4, 5, 8, 12, 17, 17, 21])
        let rows = payload.attributes.compactMap { attribute -> [Int64]? in
            guard case .set(let row) = attribute.content else { return nil }
            return row.attributes.map(\.type)
        }
        #expect(rows == [[1701, 1702, 1703, 1704, 1708, 1719], [1701, 1702, 1703, 1704, 1705, 1706, 1708, 1719]])
        #expect(payload.first(21)?.value == TestDER.ia5String("4001-01-01T03:00:00+0300"))
    }

    @Test func sandboxHasApplesPlaceholders() {
        let payload = TestReceipt(environment: .sandbox).payload
        for type: Int64 in [1, 11, 15, 16] { #expect(payload.first(type)?.value == TestDER.integer(0)) }
        #expect(payload.first(8)?.value == TestDER.ia5String(""))
        #expect(payload.first(18)?.value == TestDER.ia5String("2013-08-01T07:00:00Z"))
        #expect(payload.first(19)?.value == TestDER.utf8String("1.0"))
    }

    @Test func xcodeEnvelopeIsBER() throws {
        let issued = try TestAuthority.xcode.issue(TestReceipt(environment: .xcode))
        let start = "3080 0609 2a864886f70d010702 a080 3080 020101 310f300d06096086480165030402010500"
        let content = "3080 0609 2a864886f70d010701 a080 2480 04"
        #expect(issued.bytes.starts(with: hex(start + content)))
        #expect(issued.bytes.suffix(6) == hex("000000000000"))
        #expect(issued.base64.hasPrefix("MIAGCSqGSIb3DQEHAqCAMIACAQEx"))

        var chunked = issued.signedData
        chunked.envelope = .ber(chunkSize: 100)
        let chunks = (issued.payload.encoded.count + 99) / 100
        let headers = TestDER.length(issued.payload.encoded.count).count - TestDER.length(100).count
        let last = issued.payload.encoded.count % 100
        #expect(last > 0)
        #expect(chunked.encoded.count == issued.bytes.count + 2 * (chunks - 1) - headers)
    }

    @Test func renewalsFollowOneAnother() {
        let series = TestPurchase.subscription(
            "a", from: .utc(2019, 3, 31, 23, 30), periods: 60, transactionID: "410001000001000")
        #expect(series.count == 60)
        for (earlier, later) in zip(series, series.dropFirst()) {
            #expect(earlier.expirationDate == later.purchaseDate)
            #expect(later.originalTransactionID == "410001000001000")
            #expect(later.originalPurchaseDate == .utc(2019, 3, 31, 23, 30))
        }
        #expect(Set(series.map(\.transactionID)).count == 60)
        #expect(Set(series.map(\.webOrderLineItemID)).count == 60)
        #expect(series.last?.transactionID == "410001000001059")
        #expect(series.last?.expirationDate == .utc(2024, 3, 31, 23, 30))
    }

    @Test func renewalsAfterATrialCountFromItsEnd() {
        let trial = TestPurchase.autoRenewable("a", on: .utc(2024, 1, 24), for: .weeks(1), transactionID: "7").trial()
        let renewals = trial.renewals(count: 3, every: .months(1))
        #expect(renewals.map(\.purchaseDate) == [.utc(2024, 1, 31), .utc(2024, 2, 29), .utc(2024, 3, 31)])
        #expect(renewals.map(\.transactionID) == ["8", "9", "10"])
        #expect(renewals.allSatisfy { !$0.isTrialPeriod && $0.originalTransactionID == "7" })
    }
}
