extension TestReceipt {
    /// The attributes of the receipt, in file order.
    package var payload: TestAttributeSet {
        let rows = fileRows.map(\.attribute)
        let optional: [TestAttribute?] = [
            appID.map { .integer(1, $0) },
            .ia5(8, issueDate),
            ageRating.map { .ia5(10, $0) },
            downloadID.map { .integer(15, $0) },
            appVersionID.map { .integer(16, $0) },
            originalPurchaseDate.map { .date(18, $0, offsetMinutes: offsetMinutes) },
            originalAppVersion.map { .utf8(19, $0) },
            expirationDate.map { .date(21, $0, offsetMinutes: offsetMinutes) },
        ]
        let required: [TestAttribute] = [
            .utf8(0, environment.rawValue),
            .utf8(2, bundleIdentifier),
            .utf8(3, appVersion),
            TestAttribute(4, version: shape == .appStore ? 2 : 1, value: opaqueValue),
            TestAttribute(5, value: deviceHash),
            .date(12, creationDate, offsetMinutes: offsetMinutes),
        ]
        return TestAttributeSet(
            required + optional.compactMap(\.self) + rows + undocumented + otherAttributes, order: shape.order)
    }

    /// The purchases with their attributes, in file order.
    package var fileRows: [(purchase: TestPurchase, attribute: TestAttribute)] {
        let rows = purchases.map { ($0, $0.attribute(shape: shape, offsetMinutes: offsetMinutes)) }
        guard shape.order == .der else { return rows }
        return rows.map { ($0, $0.1.encoded) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }

    /// Attribute 8: the date of issue in production, otherwise empty.
    private var issueDate: String {
        shape == .appStore && !environment.isSandbox
            ? TestDate.receipt(creationDate, offsetMinutes: offsetMinutes) : ""
    }

    /// The undocumented attributes that Apple always writes: 6, 7, 9, 11, 13, 14, 25, and 20 on iOS.
    private var undocumented: [TestAttribute] {
        guard shape == .appStore else { return [] }
        let isMac = platform == .macOS
        return [
            TestAttribute(6, value: Array(opaqueBytes(6).prefix(60))),
            TestAttribute(7, value: Array(opaqueBytes(7).prefix(51))),
            .integer(9, 0x5033_3035),  // "P305": the build of the issuing server
            .integer(11, environment.isSandbox ? 0 : 1_234_567),
            .integer(13, isMac ? 130_000 : 180_602),
            .integer(14, isMac ? 1 : 212),
            .integer(25, platform.rawValue),
        ] + (isMac ? [] : [.utf8(20, "")])
    }

    /// Returns 64 bytes that look random and are always the same for a type.
    private func opaqueBytes(_ type: UInt8) -> [UInt8] {
        TestDigest.sha512.hash([type] + opaqueValue + Array(bundleIdentifier.utf8))
    }
}
