/// Defects of the payload. The receipt is signed after the change.
extension Defect {
    static let payload: [Self] = [
        Self(
            "wrong-device", "The device hash is that of another device.", "device.mismatch",
            .init(.receipt) {
                let receipt = $0.receipt
                $0.receipt.deviceHashOverride = TestReceipt.deviceHash(
                    device: receipt.device.map { ~$0 }, opaqueValue: receipt.opaqueValue,
                    bundleIdentifier: receipt.bundleIdentifier)
            }),
        Self("missing-bundle-id", "The bundle identifier (2) is missing.", "attribute.missing", .removing(2)),
        Self("missing-creation-date", "The creation date (12) is missing.", "attribute.missing", .removing(12)),
        Self(
            "duplicate-bundle-id", "The bundle identifier (2) occurs twice, with two values.",
            "attribute.repeated", .payload { $0.append(.utf8(2, "com.example.other")) }),
        Self(
            "empty-bundle-id", "The bundle identifier (2) is empty.", "attribute.empty",
            .payload { $0.set(.utf8(2, "")) }),
        Self(
            "short-device-hash", "The device hash (5) has 19 bytes.", "attribute.value",
            .payload {
                guard let hash = $0.first(5)?.value, !hash.isEmpty else { throw NothingToSpoil() }
                $0.set(TestAttribute(5, value: Array(hash.dropLast())))
            }),
        Self(
            "malformed-creation-date", "The creation date (12) is 30 February.", "attribute.date",
            .payload { $0.set(.ia5(12, "2024-02-30T12:00:00Z")) }),
        Self(
            "malformed-purchase-date", "The purchase date (1704) of a purchase isn't a date.", "attribute.date",
            .purchase { $0.set(.ia5(1704, "yesterday")) }),
        Self(
            "malformed-cancellation-date",
            "The cancellation date (1712) of a purchase is 30 February. A reader that treats the date as absent misses a refund.",
            "attribute.date", .purchase { $0.set(.ia5(1712, "2024-02-30T00:00:00Z")) }),
        Self(
            "invalid-product-id", "The product identifier (1702) of a purchase isn't UTF-8.", "attribute.string",
            .purchase { $0.set(TestAttribute(1702, value: TestDER.element(0x0c, [0x61, 0xc3, 0x28]))) }),
        Self(
            "missing-transaction-id", "A purchase has no transaction identifier (1703).", "attribute.missing",
            .purchase { $0.remove(1703) }),
        Self(
            "negative-quantity", "The quantity (1701) of a purchase is -1.", "attribute.number",
            .purchase { $0.set(.integer(1701, -1)) }),
    ]
}
