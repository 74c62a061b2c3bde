/// Defects of the payload. The receipt is signed after it was spoilt.
extension DefectDefinition {
    static var wrongDevice: Self {
        Self(
            "The device hash is that of another device.", "device.mismatch",
            DefectSteps(
                receipt: {
                    $0.deviceHashOverride = TestReceipt.deviceHash(
                        device: $0.device.map { ~$0 }, opaqueValue: $0.opaqueValue,
                        bundleIdentifier: $0.bundleIdentifier)
                    return true
                }))
    }

    static var missingBundleID: Self {
        Self(
            "The bundle identifier (2) is missing.", "attribute.missing",
            DefectSteps(
                payload: { $0.remove(2) }))
    }

    static var missingCreationDate: Self {
        Self(
            "The creation date (12) is missing.", "attribute.missing",
            DefectSteps(
                payload: { $0.remove(12) }))
    }

    static var duplicateBundleID: Self {
        Self(
            "The bundle identifier (2) stands there twice, each time another.", "attribute.repeated",
            DefectSteps(
                payload: {
                    $0.append(.utf8(2, "com.example.other"))
                    return true
                }))
    }

    static var emptyBundleID: Self {
        Self(
            "The bundle identifier (2) is empty.", "attribute.empty",
            DefectSteps(
                payload: {
                    $0.set(.utf8(2, ""))
                    return true
                }))
    }

    static var shortDeviceHash: Self {
        Self(
            "The device hash (5) has 19 bytes.", "attribute.value",
            DefectSteps(
                payload: {
                    guard let hash = $0.first(5)?.value, !hash.isEmpty else { return false }
                    $0.set(TestAttribute(5, value: Array(hash.dropLast())))
                    return true
                }))
    }

    static var malformedCreationDate: Self {
        Self(
            "The creation date (12) is 30 February.", "attribute.date",
            DefectSteps(
                payload: {
                    $0.set(.ia5(12, "2024-02-30T12:00:00Z"))
                    return true
                }))
    }

    static var malformedPurchaseDate: Self {
        Self(
            "The purchase date (1704) of a row is not a date.", "attribute.date",
            DefectSteps(
                payload: { $0.editFirstPurchase { $0.set(.ia5(1704, "yesterday")) } }))
    }

    static var malformedCancellationDate: Self {
        Self(
            "The cancellation date (1712) of a row is 30 February. Read as absent, a refund would vanish.",
            "attribute.date",
            DefectSteps(
                payload: { $0.editFirstPurchase { $0.set(.ia5(1712, "2024-02-30T00:00:00Z")) } }))
    }

    static var invalidProductID: Self {
        Self(
            "The product identifier (1702) of a row is not UTF-8.", "attribute.string",
            DefectSteps(
                payload: {
                    $0.editFirstPurchase {
                        $0.set(TestAttribute(1702, value: TestDER.element(0x0c, [0x61, 0xc3, 0x28])))
                    }
                }))
    }

    static var missingTransactionID: Self {
        Self(
            "A row has no transaction identifier (1703).", "attribute.missing",
            DefectSteps(
                payload: { $0.editFirstPurchase { $0.remove(1703) } }))
    }

    static var negativeQuantity: Self {
        Self(
            "The quantity (1701) of a row is -1.", "attribute.number",
            DefectSteps(
                payload: { $0.editFirstPurchase { $0.set(.integer(1701, -1)) } }))
    }
}
