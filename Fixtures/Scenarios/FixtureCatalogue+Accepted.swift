internal import ReceiptEssentials
internal import ReceiptKitTesting

extension FixtureCatalogue {
    /// Receipts that verifiers must accept.
    static var accepted: [Scenario] { environments + products + encodings }

    /// One receipt for each issuer.
    private static var environments: [Scenario] {
        [
            Scenario("production", "Production on iOS, SHA-256, one product of each kind.", production),
            Scenario(
                "production-sha1", "Production of 2016, SHA-1, judged in 2026, long after all its certificates.",
                TestReceipt(creationDate: .utc(2016, 3, 4, 5, 6, 7), purchases: oldPurchases)
                    .with { $0.originalPurchaseDate = .utc(2014, 2, 3, 4, 5, 6) }
            ).with {
                $0.digest = .sha1
                $0.policy.time = .utc(2026, 1, 1)
            },
            Scenario(
                "production-sha1-2024", "Production of 2024, SHA-1, in the last year of SHA-1.",
                TestReceipt(creationDate: .utc(2024, 2, 6, 8), purchases: [pro(.utc(2024, 2, 6, 7, 59, 30))])
            ).with { $0.digest = .sha1 },
            Scenario(
                "production-sha1-sha256-certificate",
                "Production of 2016, SHA-1, but the signer certificate is signed with SHA-256: the two are independent.",
                TestReceipt(creationDate: .utc(2016, 3, 4, 5, 6, 7), purchases: oldPurchases)
                    .with { $0.originalPurchaseDate = .utc(2014, 2, 3, 4, 5, 6) }
            ).with {
                $0.digest = .sha1
                $0.authority.sha1.signer.setDigest(.sha256)
            },
            Scenario("sandbox", "Sandbox on iOS, SHA-256: no numbers of the store, one first purchase date.", sandbox),
            Scenario(
                "sandbox-sha1", "Sandbox of 2015, SHA-1.",
                TestReceipt(
                    environment: .sandbox, creationDate: .utc(2015, 11, 18, 17, 13, 48), purchases: oldPurchases)
            ).with { $0.digest = .sha1 },
            Scenario(
                "mac", "Production on macOS: the device is a MAC address.",
                TestReceipt(
                    device: [0x00, 0x17, 0xf2, 0xc4, 0xbc, 0xc0], creationDate: .utc(2023, 9, 1, 10),
                    purchases: [pro(.utc(2023, 9, 1, 9, 59, 1))]
                ).with {
                    $0.platform = .macOS
                    $0.appVersion = "2.1.3"
                    $0.originalAppVersion = "1.0.2"
                }),
            Scenario("volume-purchase", "Volume purchase with an expiration date (21).", volumePurchase),
            Scenario(
                "volume-purchase-sandbox", "Volume purchase in the sandbox, without an expiration date.",
                TestReceipt(environment: .volumePurchaseSandbox)),
            Scenario(
                "xcode", "Xcode: BER, sets by ascending type, local time, a self-signed certificate.", xcode),
        ]
    }

    /// One receipt for each kind of purchase.
    private static var products: [Scenario] {
        let start = Date.utc(2024, 1, 31, 8, 30)
        let monthly = TestPurchase.autoRenewable("com.example.monthly", on: start, transactionID: "410001000000001")
        let trial = TestPurchase.autoRenewable(
            "com.example.monthly", on: start, for: .weeks(1), transactionID: "410001000000101"
        ).trial()
        let bought = TestReceipt(creationDate: .utc(2024, 5, 1, 12))
        func scenario(_ name: String, _ summary: String, _ purchases: [TestPurchase]) -> Scenario {
            Scenario(name, summary, bought.with { $0.purchases = purchases })
        }
        return [
            scenario("no-purchases", "No purchases.", []),
            scenario(
                "consumable", "A consumable, bought three at a time and once more.",
                [
                    .consumable("com.example.coins", on: start).with { $0.purchasedQuantity = 3 },
                    .consumable("com.example.coins", on: .utc(2024, 2, 2, 2, 2, 2)),
                ]),
            scenario("non-consumable", "A non-consumable.", [pro(start)]),
            scenario(
                "non-renewing", "A non-renewing subscription.", [.nonRenewable("com.example.season", on: start)]),
            scenario(
                "trial", "A free trial of a week and two paid months.",
                [trial] + trial.renewals(count: 2, every: .months(1))),
            scenario(
                "introductory", "A month at an introductory price, then one at full price.",
                [monthly.introductory()] + monthly.introductory().renewals(count: 1, every: .months(1))),
            scenario(
                "promotional-offer", "A renewal with a promotional offer.",
                [monthly] + monthly.renewals(count: 1, every: .months(1)).map { $0.promotional(offerID: "spring-2024") }
            ),
            scenario(
                "refund", "A refunded purchase with each of the two reasons, and one that was not refunded.",
                [
                    pro(start),
                    monthly.refunded(on: .utc(2024, 2, 3, 16, 20), reason: 1),
                    .nonConsumable("com.example.theme", on: start, transactionID: "410001000000201")
                        .refunded(on: .utc(2024, 2, 4)),
                ]),
            scenario("family-sharing", "A purchase that a family member shares.", [pro(start).familyShared()]),
            scenario(
                "five-year-subscription", "A monthly subscription from the 31st on, five years long.",
                TestPurchase.subscription(
                    "com.example.monthly", from: .utc(2019, 3, 31, 23, 30), periods: 60,
                    transactionID: "410001000001000")),
        ]
    }

    /// Encodings that are unusual but valid.
    private static var encodings: [Scenario] {
        [
            Scenario(
                "long-bundle-identifier",
                "A bundle identifier of 140 bytes: the device hash covers its header of three bytes.",
                TestReceipt(bundleIdentifier: "com.example." + String(repeating: "a", count: 128))),
            Scenario("bag-reversed", "The certificate set has the root certificate first.", TestReceipt())
                .with { $0.rearrange = { $0.certificates.reverse() } },
            Scenario("xcode-chunked", "BER, with the content in chunks of 100 bytes.", xcode)
                .with { $0.rearrange = { $0.envelope = .ber(chunkSize: 100) } },
            Scenario(
                "unknown-attributes", "Unknown attributes, one with bytes that aren't DER.",
                TestReceipt(purchases: [
                    pro(.utc(2024, 4, 1)).with { $0.otherAttributes = [.utf8(1790, "new"), .integer(1791, 7)] }
                ]).with {
                    $0.otherAttributes = [
                        .utf8(23, "Example School"), TestAttribute(999, version: 3, value: [0x30, 0x84, 0xff]),
                        TestAttribute(999, value: []),
                    ]
                }),
            Scenario(
                "wide-numbers", "Numbers of eight bytes, the widest that a receipt has.",
                TestReceipt(purchases: [
                    .autoRenewable("com.example.monthly", on: .utc(2024, 4, 20)).with {
                        $0.webOrderLineItemID = 700_000_123_456_789
                        $0.productAppID = 6_450_999_888
                        $0.purchasedQuantity = 2_147_483_647
                    }
                ]).with {
                    $0.appID = 1_099_511_627_775
                    $0.downloadID = .max
                }),
        ]
    }

    /// A receipt with 5,000 purchases. It is too large for the repository, and issued on demand.
    package static var large: Scenario {
        let start = Date.utc(2020, 1, 1)
        let purchases = (0..<5000).map { index in
            TestPurchase.consumable(
                "com.example.coins\(index % 7)", on: start.addingTimeInterval(Double(index) * 7200),
                transactionID: String(410_002_000_000_000 + Int64(index)))
        }
        return Scenario("large", "5,000 purchases.", TestReceipt(purchases: purchases))
    }

    private static func pro(_ date: Date) -> TestPurchase { .nonConsumable("com.example.pro", on: date) }

    static var production: TestReceipt {
        TestReceipt(
            purchases: [
                pro(.utc(2022, 11, 3, 9, 20)),
                .consumable("com.example.coins", on: .utc(2024, 4, 30, 18, 1, 2)),
                .nonRenewable("com.example.season", on: .utc(2024, 1, 1)),
            ]
                + TestPurchase.subscription(
                    "com.example.monthly", from: .utc(2024, 2, 29, 7), periods: 3, transactionID: "410000900000001"))
    }

    static var sandbox: TestReceipt {
        TestReceipt(
            environment: .sandbox, creationDate: .utc(2025, 4, 2, 15, 30),
            purchases: TestPurchase.subscription(
                "com.example.monthly", from: .utc(2025, 4, 2, 15), every: .days(1), periods: 2,
                transactionID: "2000000888000001"))
    }

    static var volumePurchase: TestReceipt {
        TestReceipt(environment: .volumePurchase, purchases: [pro(.utc(2024, 4, 1))])
            .with { $0.expirationDate = .utc(2025, 5, 1, 12) }
    }

    static var xcode: TestReceipt {
        TestReceipt(
            environment: .xcode, creationDate: .utc(2020, 10, 16, 11, 29, 30),
            purchases: TestPurchase.subscription(
                "com.example.weekly", from: .utc(2020, 10, 16, 11, 29), every: .weeks(1), periods: 2,
                transactionID: "56"
            ) + [.nonConsumable("com.example.pro", on: .utc(2020, 10, 16, 11), transactionID: "0")])
    }

    /// Purchases as before 2018: without 1719 and 1722.
    private static var oldPurchases: [TestPurchase] {
        let monthly = TestPurchase.subscription(
            "com.example.monthly", from: .utc(2015, 8, 31, 6), periods: 2, transactionID: "1000000160179797")
        return ([pro(.utc(2014, 2, 3, 4, 10))] + monthly).map {
            $0.with {
                $0.isInIntroOfferPeriod = nil
                $0.ownershipType = nil
            }
        }
    }
}
