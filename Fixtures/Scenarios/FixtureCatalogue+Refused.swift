internal import ReceiptEssentials
internal import ReceiptKitTesting

extension FixtureCatalogue {
    /// Valid receipts that don't match the caller's policy.
    static var refusedByPolicy: [Scenario] {
        func refused(
            _ name: String, _ summary: String, _ receipt: TestReceipt, _ error: String,
            _ change: (inout Scenario.Policy) -> Void
        ) -> Scenario {
            Scenario("refused-\(name)", summary, receipt).with {
                $0.error = error
                change(&$0.policy)
            }
        }
        return [
            refused(
                "sandbox-in-production", "A sandbox receipt, and the policy accepts production alone.", sandbox,
                "environment.mismatch"
            ) { $0.environments = ["production"] },
            refused("other-bundle", "The receipt of another app.", production, "bundleIdentifier.mismatch") {
                $0.bundleIdentifier = "com.example.other"
            },
            refused("other-version", "The receipt of another version.", production, "appVersion.mismatch") {
                $0.appVersion = "43"
            },
            refused("future", "A receipt created a day after it is verified.", production, "date.future") {
                $0.time = production.creationDate.addingTimeInterval(-86400)
            },
            refused("expired", "A volume purchase a day after its end.", volumePurchase, "date.expired") {
                $0.time = .utc(2025, 5, 2, 12)
            },
            refused("other-device", "The receipt of another device.", production, "device.mismatch") {
                $0.device = [UInt8](repeating: 0x11, count: 16)
            },
            refused(
                "xcode-in-production", "An Xcode receipt, and the policy trusts the store's root certificate.", xcode,
                "chain.untrustedRoot"
            ) {
                $0.environments = ["production"]
                $0.anchor = .trustRoot("root.cer")
            },
            refused(
                "other-xcode-certificate", "An Xcode receipt with another certificate than the trusted one.", xcode,
                "chain.notXcodeCertificate"
            ) { $0.anchor = .xcodeCertificate("untrusted-root.cer") },
        ]
    }

    /// One receipt for each defect.
    static var defective: [Scenario] {
        let monthly = TestPurchase.subscription(
            "com.example.monthly", from: .utc(2024, 3, 15, 10), periods: 2, transactionID: "410000900000001")
        let receipt = TestReceipt(
            purchases: [.nonConsumable("com.example.pro", on: .utc(2024, 3, 1, 9, 41))] + monthly)
        return Defect.all.map { defect in
            Scenario("refused-\(defect.name)", defect.summary, receipt).with {
                $0.defect = defect
                $0.error = defect.expectedError
                // Two defects move the creation date to 2025-02-01. Receipts with any other defect are verified an hour
                // after creation.
                if ["sha1-after-its-end", "sha1-certificate-after-its-end"].contains(defect.name) {
                    $0.policy.time = .utc(2025, 2, 1, 1)
                }
            }
        }
    }
}
