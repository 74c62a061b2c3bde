internal import ReceiptEssentials
internal import ReceiptKitTesting

/// Objects that Apple signs since 2026: commitments, seats, items of the Advanced Commerce API, bundles, and external
/// purchase tokens of custom links.
extension FixtureCatalogue {
    static var newerJWS: [JWSScenario] {
        var token = TestExternalPurchaseToken()
        token.tokenType = "ACQUISITION"
        token.tokenExpirationDate = .utc(2025, 4, 1, 9, 41)
        return [
            JWSScenario("commitment", "The third of twelve months that a customer committed to.", commitment),
            JWSScenario("seats", "Three seats of a multiseat subscription, as the purchaser has them.", seats),
            JWSScenario(
                "assigned-seat", "A seat, as the invited member has it.",
                seats.with {
                    $0.transactionID = "410000900000203"
                    $0.originalTransactionID = "410000900000203"
                    $0.ownershipType = "ASSIGNED"
                }),
            JWSScenario("advanced-commerce", "Two items, of which one was refunded and ended.", items),
            JWSScenario(
                "bundle-switch", "A subscription that goes on in a bundle.",
                TestTransaction(.exampleSubscription).with { $0.previousOriginalTransactionID = "410000900000000" }),
            JWSScenario(
                "external-purchase-token", "A notification of an external purchase token of a custom link.",
                TestNotification(.externalPurchaseToken(token), subtype: "CREATED").ofFixtures),
        ]
    }

    static var newerBodies: [JWSScenario] {
        let authority = TestAuthority.standard
        let time = Date.utc(2024, 5, 20)
        return [
            JWSScenario(
                "bodies/commitment.json", "subscriptionStatus",
                "A month of a commitment, and the renewal info with how the commitment goes on.", at: time
            ) { () throws(TestKitError) in
                let renewalInfo = TestRenewalInfo(of: commitment).with {
                    $0.renewalBillingPlanType = "MONTHLY"
                    $0.commitmentInfo = TestJWSContent.renewalCommitmentInfo
                }
                return try authority.subscriptionBody(commitment, renewalInfo)
            },
            JWSScenario(
                "bodies/seats.json", "list", "Three seats, and two more that were added in the same period.", at: time
            ) { () throws(TestKitError) in
                let more = seats.with {
                    $0.transactionID = "410000900000202"
                    $0.purchaseDate = .utc(2024, 4, 11, 10)
                    $0.purchasedQuantity = 2
                    $0.additionalTransactionReason = "SEAT_ADDITION"
                    $0.multiSeatInfo = #"{"invitationManagement":"APPLE","priceTiers":[{"price":3500,"quantity":2}]}"#
                }
                return try authority.historyBody([seats, more])
            },
            JWSScenario(
                "bodies/every-member.json", "subscriptionStatus",
                "A transaction and its renewal info with every member that Apple is known to write.", at: time
            ) { () throws(TestKitError) in
                try authority.subscriptionBody(TestJWSContent.everyTransaction, TestJWSContent.everyRenewalInfo)
            },
        ]
    }

    private static let commitment = TestTransaction(.exampleSubscription).with {
        $0.billingPlanType = "MONTHLY"
        $0.commitmentInfo = TestJWSContent.commitmentInfo
    }

    private static let seats = TestTransaction(
        .autoRenewable("com.example.team", on: .utc(2024, 4, 1, 10), transactionID: "410000900000201")
    ).with {
        $0.purchasedQuantity = 3
        $0.price = 4_000
        $0.multiSeatInfo = #"{"invitationManagement":"APPLE","priceTiers":[{"price":4000,"quantity":3}]}"#
    }

    private static let items = TestTransaction(.exampleSubscription).with {
        $0.advancedCommerceInfo = TestJWSContent.advancedCommerceInfo
    }
}
