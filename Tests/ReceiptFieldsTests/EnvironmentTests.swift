import ReceiptFields
import ReceiptKitTesting
import Testing

/// Tests StoreKit 2's name for the environment, and the evidence's own string.
@Suite("Environments")
struct EnvironmentTests {
    @Test(
        "Each string in evidence equals its environment, in comparisons and in sets",
        arguments: [
            ("Production", StoreEnvironment.production, "Production"), ("ProductionVPP", .production, "Production"),
            ("Sandbox", .sandbox, "Sandbox"), ("ProductionSandbox", .sandbox, "Sandbox"),
            ("ProductionVPPSandbox", .sandbox, "Sandbox"), ("Xcode", .xcode, "Xcode"),
            ("LocalTesting", .localTesting, "LocalTesting"),
        ])
    func known(_ text: String, _ expected: StoreEnvironment, _ word: String) {
        let environment = StoreEnvironment(rawValue: text)
        #expect(environment == expected)
        #expect(environment.rawValue == word)
        #expect(Set([environment, expected]).count == 1)
        #expect(
            [StoreEnvironment.production, .sandbox, .xcode, .localTesting].filter { $0 == environment }.count == 1)
    }

    @Test(
        "PAY-06 a string similar to an environment is a different one",
        arguments: [
            "", "sandbox", "SANDBOX", "Sandbox ", "Sandbox\0", "Sandbo\u{FF58}", "Sandbox\u{301}", "ProductionVpp",
            "VPP",
            "ProductionVPP\u{301}", "ProductionVPPSandboxes", "ProductionXcode", "PROD", "Moon",
        ])
    func unknown(_ text: String) {
        let environment = StoreEnvironment(rawValue: text)
        #expect(Array(environment.rawValue.utf8) == Array(text.utf8))
        for known in [StoreEnvironment.production, .sandbox, .xcode, .localTesting] { #expect(environment != known) }
    }

    @Test(
        "A receipt keeps its own string, and distinguishes volume purchases",
        arguments: [
            ("Production", false), ("ProductionSandbox", false), ("ProductionVPP", true),
            ("ProductionVPPSandbox", true),
            ("Xcode", false), ("Sandbox", false), ("VPP", nil),
        ] as [(String, Bool?)])
    func receipts(_ text: String, _ isVolumePurchase: Bool?) throws {
        let issued = TestReceipt(environment: TestEnvironment(rawValue: text))
        let receipt = try AppReceipt(payload: issued.payload.encoded)
        #expect(receipt.rawEnvironment == text)
        #expect(receipt.environment == StoreEnvironment(rawValue: text))
        #expect(receipt.isVolumePurchase == isVolumePurchase)
    }

    @Test("A payload keeps its own text", arguments: ["Sandbox", "ProductionSandbox", "Production", "Moon"])
    func payloads(_ text: String) throws {
        let sample = PayloadSample.transaction.with("environment", "\"\(text)\"")
        let payload = try TransactionPayload(json: sample.json)
        #expect(payload.rawEnvironment == text)
        #expect(payload.environment == StoreEnvironment(rawValue: text))
    }
}
