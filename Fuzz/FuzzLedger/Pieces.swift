import FuzzSupport
import ReceiptFields
@_spi(Testing) import ReceiptKit

/// Creates evidence of every kind from bytes, about a few products, transactions and dates, so that it conflicts.
enum Pieces {
    static func madeUp(_ bytes: [UInt8]) -> [VerifiedEvidence] {
        var dice = Dice(bytes)
        let first = dice.below(16)
        // A quarter of the ledgers is from sandbox, where time runs differently, and half of these have periods of
        // minutes.
        let world = World(environment: first < 12 ? "Production" : "Sandbox", hour: first < 14 ? 3600 : 300)
        return (0..<first % 8 + 1).map { _ in piece(world, &dice) }
    }

    private static func piece(_ world: World, _ dice: inout Dice) -> VerifiedEvidence {
        switch dice.below(6) {
        case 0:
            let payload = Payloads.receipt(
                world.isSandbox ? "ProductionSandbox" : world.environment, hour: world.hour, &dice)
            return Authority.believed(
                .appReceipt(made { () throws(FormatError) in try AppReceipt(payload: payload) }))
        case 1:
            let list = transactionReceipt(world, &dice)
            return Authority.believed(
                .transactionReceipt(
                    made { () throws(FormatError) in try TransactionReceiptPayload(propertyList: list) },
                    claimedEnvironment: StoreEnvironment(rawValue: world.environment)))
        case 2:
            return Authority.believed(
                .subscriptionStatus(transaction(world, &dice), renewalInfo(world, &dice)))
        case 3:
            let status = [1, 4, 4, 5, 2, 3, 3, 6, 7][dice.below(9)]
            let type = ["DID_RENEW", "DID_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED", "REFUND"][dice.below(5)]
            let notification = object([
                ("notificationType", text(type)), ("notificationUUID", #""1""#),
                ("signedDate", world.date(dice.below(48))),
                (
                    "data",
                    #"{"environment":"\#(world.environment)","bundleId":"com.example.app","status":\#(status)}"#
                ),
            ])
            let payload = made { () throws(FormatError) in try NotificationPayload(json: notification) }
            let parts = dice.below(6)
            return Authority.believed(
                .notification(
                    payload, parts == 5 ? nil : transaction(world, &dice),
                    parts == 4 ? nil : renewalInfo(world, &dice)))
        default: return Authority.believed(.transaction(transaction(world, &dice)))
        }
    }

    private static func transaction(_ world: World, _ dice: inout Dice) -> TransactionPayload {
        let start = dice.below(13)
        let type = [
            "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription",
            "Subscription Bundle", "Subscription Bundle",
        ][max(0, dice.below(10) - 4)]
        var members = [
            ("bundleId", #""com.example.app""#), ("environment", text(world.environment)),
            ("transactionId", text(["1", "2", "3", "4", "60", "61", "01"][dice.below(7)])),
            ("originalTransactionId", text(["1", "1", "1", "2", "3"][dice.below(5)])),
            ("productId", text(["a", "a", "b", "c"][dice.below(4)])), ("type", text(type)),
            ("purchaseDate", world.date(start)),
            ("signedDate", world.date(start + dice.below(40) - 8, dice.below(2) * 250)),
        ]
        func add(_ name: String, _ values: [String?]) {
            if let value = values[dice.below(values.count)] { members.append((name, value)) }
        }
        add("webOrderLineItemId", [nil, text("1"), text("2"), text("3"), text("4")])
        add(
            "expiresDate",
            [world.date(start + 1), world.date(start + 3), world.date(start + 6), world.date(start - 1), nil])
        add("originalPurchaseDate", [nil, world.date(start), world.date(start - 3)])
        add("transactionReason", [nil, text("PURCHASE"), text("RENEWAL"), text("RENEWAL")])
        add("isUpgraded", [nil, nil, nil, "true", "false"])
        add("inAppOwnershipType", [nil, nil, text("PURCHASED"), text("FAMILY_SHARED"), text("ASSIGNED"), text("NEW")])
        add("subscriptionGroupIdentifier", [nil, text("7"), text("8")])
        add("offerType", [nil, nil, "1", "2"])
        add("billingPlanType", [nil, nil, text("MONTHLY"), text("BILLED_UPFRONT")])
        add("appAccountToken", [nil, text("7e3fb204-2caf-4d4e-8ff8-28b5ac0e5c31")])
        if dice.below(4) == 0 {
            members.append(("revocationDate", world.date(start + dice.below(4))))
            add("revocationReason", [nil, "0", "0", "1", "2", "3", "4", "7"])
            add("revocationType", [nil, text("REFUND_FULL"), text("REFUND_PRORATED"), text("FAMILY_REVOKE")])
            add("revocationPercentage", [nil, "100000", "33000"])
        }
        if dice.below(3) == 0 { addModern(&members, &dice) }
        let json = object(members)
        return made { () throws(FormatError) in try TransactionPayload(json: json) }
    }

    /// Adds seats and their additions, refunds of items, and the previous subscription.
    private static func addModern(_ members: inout [(String, String)], _ dice: inout Dice) {
        if dice.below(2) == 0 { members.append(("additionalTransactionReason", text("SEAT_ADDITION"))) }
        members.append(("quantity", ["1", "3", "10", "2147483647"][dice.below(4)]))
        if dice.below(2) == 0 {
            members.append(
                ("multiSeatInfo", #"{"revokedSeatQuantity":\#(["0", "1", "5", "2147483647"][dice.below(4)])}"#))
        }
        if dice.below(3) == 0 {
            members.append(("previousOriginalTransactionId", text(["1", "2", "3"][dice.below(3)])))
        }
        if dice.below(3) == 0 {
            let refund = #"{"refundType":\#(["null", text("FULL"), text("PRORATED")][dice.below(3)])}"#
            let refunds = [String](repeating: refund, count: dice.below(3)).joined(separator: ",")
            members.append(("advancedCommerceInfo", #"{"items":[{"SKU":"a","refunds":[\#(refunds)]},{"SKU":"b"}]}"#))
        }
    }

    private static func renewalInfo(_ world: World, _ dice: inout Dice) -> RenewalInfoPayload {
        var members = [
            ("environment", text(world.environment)),
            ("originalTransactionId", text(["1", "1", "2", "3"][dice.below(4)])),
            ("autoRenewProductId", text(["a", "b", "c"][dice.below(3)])), ("signedDate", world.date(dice.below(48))),
        ]
        func add(_ name: String, _ values: [String?]) {
            if let value = values[dice.below(values.count)] { members.append((name, value)) }
        }
        let graceEnd = world.date(dice.below(48))
        add("renewalDate", [nil, graceEnd] + (0..<7).map { _ in world.date(dice.below(20)) })
        add("productId", [nil, text("a"), text("a"), text("b"), text("c")])
        add("autoRenewStatus", ["0", "1", nil])
        add("isInBillingRetryPeriod", [nil, "true", "true", "false"])
        add("gracePeriodExpiresDate", [nil, graceEnd])
        add("expirationIntent", [nil, nil, "1", "2", "5"])
        add("renewalQuantity", [nil, "3"])
        add("commitmentInfo", [nil, #"{"commitmentAutoRenewStatus":1,"commitmentAutoRenewProductId":"b"}"#])
        let json = object(members)
        return made { () throws(FormatError) in try RenewalInfoPayload(json: json) }
    }

    private static func transactionReceipt(_ world: World, _ dice: inout Dice) -> [UInt8] {
        let start = dice.below(13)
        let transaction = ["1", "2", "3", "4"][dice.below(4)]
        var lines = [
            ("bid", "com.example.app"), ("bvrs", "1"), ("item-id", "1"),
            ("product-id", ["a", "b", "c"][dice.below(3)]),
            ("quantity", "1"), ("transaction-id", transaction),
            ("original-transaction-id", dice.below(2) == 0 ? transaction : "1"),
        ]
        lines += [("purchase-date-ms", world.date(start)), ("original-purchase-date-ms", world.date(start))]
        if dice.below(2) == 0 { lines.append(("expires-date", world.date(start + dice.below(7)))) }
        if dice.below(2) == 0 { lines.append(("web-order-line-item-id", String(dice.below(3) + 1))) }
        return Array(("{\n" + lines.map { "\t\"\($0)\" = \"\($1)\";\n" }.joined() + "}").utf8)
    }

    /// The environment of all evidence, and the number of seconds between dates.
    private struct World {
        let environment: String
        let hour: Int

        var isSandbox: Bool { environment == "Sandbox" }

        /// Returns the milliseconds of a date this many hours after 2024-01-01.
        func date(_ hours: Int, _ milliseconds: Int = 0) -> String {
            String(1_704_067_200_000 + hours * hour * 1000 + milliseconds)
        }
    }

    private static func object(_ members: [(String, String)]) -> [UInt8] {
        Array("{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}".utf8)
    }

    private static func text(_ text: String) -> String { "\"\(text)\"" }

    /// Unwraps a result that can't fail, because made-up evidence is well-formed.
    private static func made<T>(_ make: () throws(FormatError) -> T) -> T {
        do throws(FormatError) { return try make() } catch { failed("made up, but not decoded: \(error)") }
    }
}
