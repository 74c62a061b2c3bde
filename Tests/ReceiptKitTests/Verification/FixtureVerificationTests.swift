import FixtureScenarios
import Foundation
import ReceiptFields
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

/// Checks that every fixture gets the verdict, and contains the values, that the test kit wrote next to it from its own
/// model.
@Suite("Fixtures")
struct FixtureVerificationTests {
    @Test("There are enough of them")
    func complete() {
        let verdicts = Fixtures.entries.map { $0.expected["verdict"]?.string }
        #expect(verdicts.filter { $0 == "verified" }.count >= 15)
        #expect(verdicts.filter { $0 == "refused" }.count >= 12)
    }

    @Test(arguments: Fixtures.entries)
    func verdict(_ entry: Fixtures.Entry) throws {
        let policy = try policy(try #require(entry.expected["policy"]))
        let now = try date(try #require(entry.expected["policy"]?["at"]?.string))
        do throws(VerificationError) {
            let verified = try ReceiptVerifier(policy: policy).verify(entry.bytes, at: now)
            #expect(entry.expected["verdict"]?.string == "verified")
            #expect(policy.bundleIdentifiers == [verified.bundleIdentifier])
        } catch {
            #expect(entry.expected["verdict"]?.string == "refused", "\(error)")
            #expect(entry.expected["error"]?.string == error.code, "\(error)")
        }
    }

    @Test(arguments: Fixtures.entries)
    func attributes(_ entry: Fixtures.Entry) throws {
        let receipt: AppReceipt
        do throws(FormatError) { receipt = try UnverifiedReceipt(entry.bytes).unverified } catch {
            // Only fixtures to be rejected may be malformed.
            #expect(entry.expected["verdict"]?.string == "refused")
            return
        }
        var purchases = receipt.purchases.makeIterator()
        let found = receipt.attributes.map { attribute in
            var object = object(attribute)
            if attribute.type == .purchase, let purchase = purchases.next() {
                object["attributes"] = .array(purchase.attributes.map { .object(self.object($0)) })
            }
            return JSON.object(object)
        }
        #expect(JSON.array(found) == entry.expected["attributes"])
        #expect(purchases.next() == nil)
        if let expected = entry.expected["receipt"] { #expect(try json(receipt) == expected) }
    }

    @Test("5,000 purchases, made here: in order, all of them", .enabled(if: isExhaustive))
    func large() throws {
        let made = try FixtureCatalogue.large.issue()
        let policy = try ReceiptPolicy(
            bundleIdentifiers: [made.receipt.bundleIdentifier], device: .unchecked,
            trust: try .roots([TestAuthority.standard.rootCertificate]))
        let verified = try ReceiptVerifier(policy: policy).verify(made.bytes, at: made.receipt.creationDate)
        #expect(verified.purchases.count == 5_000)
        #expect(
            Set(verified.purchases.map(\.transactionID)).count == Set(made.receipt.purchases.map(\.transactionID)).count
        )
    }

    private func object(_ attribute: ReceiptAttribute) -> [String: JSON] {
        [
            "type": .number(Double(attribute.type.rawValue)), "version": .number(Double(attribute.version)),
            "value": .string(attribute.value.map { String(format: "%02x", $0) }.joined()),
        ]
    }

    private func json(_ receipt: AppReceipt) throws -> JSON {
        try JSONDecoder().decode(JSON.self, from: JSONEncoder().encode(receipt))
    }

    private func date(_ text: String) throws -> Date { try #require(ISO8601DateFormatter().date(from: text)) }

    private static let environments: [String: StoreEnvironment] = [
        "production": .production, "sandbox": .sandbox, "xcode": .xcode,
    ]

    private func policy(_ expected: JSON) throws -> ReceiptPolicy {
        var device = DeviceRequirement.unchecked
        if let text = expected["device"]?.string {
            let octets = try Subject.octets(text)
            device = try Subject.device(octets)
        }
        var environments: Set<StoreEnvironment> = []
        for name in try #require(expected["environments"]?.array) {
            environments.insert(try #require(Self.environments[name.string ?? ""]))
        }
        var trust = TrustStore.appStore
        if let root = expected["trustRoot"]?.string { trust = try .roots([Fixtures.file(root)]) }
        if let xcode = expected["xcodeCertificate"]?.string { trust = try .xcode([Fixtures.file(xcode)]) }
        var policy = try ReceiptPolicy(
            bundleIdentifiers: [try #require(expected["bundleIdentifier"]?.string)], device: device,
            environments: environments, trust: trust)
        policy.appVersion = expected["appVersion"]?.string
        return policy
    }
}
