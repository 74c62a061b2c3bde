package import ReceiptFields
import Testing

/// One attribute under test, of the receipt or of its first purchase, and what may be wrong with its value.
package struct FieldCase: Sendable, CustomTestStringConvertible {
    package enum Form: Sendable {
        case utf8
        case ia5
        case date
        case integer
    }

    package let type: Int64
    package let rule: Field.Rule
    package let form: Form?
    /// Whether the property is nil.
    package let isNil: @Sendable (AppReceipt) -> Bool

    package var testDescription: String { "\(type)" }
    package var isInPurchase: Bool { type > 1_700 }

    package var path: AttributePath {
        let number = AttributeType(rawValue: type)
        return isInPurchase ? AttributePath.inPurchase(0, number) : AttributePath.receipt(number)
    }

    private init(
        _ type: Int64, _ rule: Field.Rule, _ form: Form?,
        isNil: @escaping @Sendable (AppReceipt) -> Bool = { _ in false }
    ) {
        self.type = type
        self.rule = rule
        self.form = form
        self.isNil = isNil
    }

    private init<T>(
        purchase type: Int64, _ rule: Field.Rule, _ form: Form, _ property: @escaping @Sendable (InAppPurchase) -> T?
    ) {
        self.init(type, rule, form) { receipt in receipt.purchases.first.map { property($0) == nil } ?? false }
    }

    private init<T>(
        receipt type: Int64, _ rule: Field.Rule, _ form: Form, _ property: @escaping @Sendable (AppReceipt) -> T?
    ) {
        self.init(type, rule, form) { property($0) == nil }
    }

    package static let all: [FieldCase] = [
        FieldCase(0, .required, .utf8),
        FieldCase(receipt: 1, .undocumented, .integer) { $0.appID },
        FieldCase(2, .required, .utf8),
        FieldCase(3, .required, .utf8),
        FieldCase(4, .required, nil),
        FieldCase(5, .required, nil),
        FieldCase(receipt: 10, .undocumented, .ia5) { $0.ageRating },
        FieldCase(12, .required, .date),
        FieldCase(receipt: 15, .undocumented, .integer) { $0.downloadID },
        FieldCase(receipt: 16, .undocumented, .integer) { $0.versionExternalIdentifier },
        FieldCase(receipt: 18, .undocumented, .date) { $0.originalPurchaseDate },
        FieldCase(receipt: 19, .optional, .utf8) { $0.originalAppVersion },
        FieldCase(receipt: 21, .optional, .date) { $0.expirationDate },
        FieldCase(1701, .required, .integer),
        FieldCase(1702, .required, .utf8),
        FieldCase(1703, .required, .utf8),
        FieldCase(1704, .required, .date),
        FieldCase(purchase: 1705, .optional, .utf8) { $0.originalTransactionID },
        FieldCase(purchase: 1706, .optional, .date) { $0.originalPurchaseDate },
        FieldCase(purchase: 1707, .undocumented, .integer) { $0.productType },
        FieldCase(purchase: 1708, .optional, .date) { $0.expirationDate },
        FieldCase(purchase: 1710, .undocumented, .integer) { $0.productAppID },
        FieldCase(purchase: 1711, .optional, .integer) { $0.webOrderLineItemID },
        FieldCase(purchase: 1712, .optional, .date) { $0.cancellationDate },
        FieldCase(purchase: 1713, .undocumented, .integer) { $0.isTrialPeriod },
        FieldCase(purchase: 1719, .optional, .integer) { $0.isInIntroOfferPeriod },
        FieldCase(purchase: 1720, .undocumented, .integer) { $0.cancellationReason },
        FieldCase(purchase: 1721, .undocumented, .utf8) { $0.promotionalOfferID },
        FieldCase(purchase: 1722, .undocumented, .integer) { $0.ownershipType },
    ]

    // MARK: Making the receipt with the defect

    /// The sample receipt with `change` done to the SET that holds the attribute, and where that SET begins in it.
    package func receipt(_ change: (SampleSet) -> SampleSet) -> (payload: [UInt8], set: SampleSet, offset: Int) {
        guard isInPurchase else {
            let set = change(.receipt)
            return (set.encoding, set, 0)
        }
        let set = change(.purchase)
        let whole = SampleSet.receipt.with(purchase: set)
        return (whole.encoding, set, whole.valueStart(whole.index(of: 17)))
    }

    /// Whether the attribute must be there, and not be empty.
    package var isRequired: Bool { rule == .required }

    /// Receipts with one thing wrong about this attribute, and the error. Where Apple does not document the attribute, the receipt is
    /// read all the same, the error is a diagnostic, and the property is nil.
    package var refusals: [(payload: [UInt8], error: FormatError)] {
        (isRequired ? [missing] + empty : []) + malformed + repeated
    }

    private var missing: (payload: [UInt8], error: FormatError) {
        let (payload, set, offset) = receipt { $0.removing(type) }
        let place = isInPurchase ? offset + set.contentStart : 0
        return (payload, FormatError(.missingAttribute, path: path, offset: place))
    }

    private var empty: [(payload: [UInt8], error: FormatError)] {
        emptyText.map { [refusal($0, .emptyAttribute)] } ?? []
    }

    /// The value without text, if it is one.
    package var emptyText: [UInt8]? {
        switch form {
        case .utf8: TLV.utf8("")
        case .ia5, .date: TLV.ia5("")
        case .integer, nil: nil
        }
    }

    private var repeated: [(payload: [UInt8], error: FormatError)] {
        let original = isInPurchase ? SampleSet.purchase : SampleSet.receipt
        let index = original.index(of: type)
        let equal = original.rows[index]
        let conflicting = SampleSet.Row(type, version: 3, equal.value + [0x00])
        let other: [UInt8] =
            switch form {
            case .utf8: TLV.utf8("other")
            case .ia5: TLV.ia5("other")
            case .date: TLV.ia5("2020-01-01T00:00:00Z")
            case .integer: TLV.integer(1)
            case nil: [UInt8](repeating: 9, count: 20)
            }
        return [equal, conflicting, SampleSet.Row(type, other), SampleSet.Row(type, [])].flatMap { row in
            // Adjacent, and apart.
            [index + 1, original.rows.count].map { place in
                let (payload, set, offset) = receipt { $0.inserting(row, at: place) }
                return (payload, FormatError(.repeatedAttribute, path: path, offset: offset + set.start(place)))
            }
        }
    }

    /// The receipt with another value, and what is wrong with it, so many octets behind its beginning.
    private func refusal(_ value: [UInt8], _ reason: FormatError.Reason, plus: Int = 0)
        -> (payload: [UInt8], error: FormatError)
    {
        let (payload, set, offset) = receipt { $0.replacing(type, value) }
        let place = offset + set.valueStart(set.index(of: type)) + plus
        return (payload, FormatError(reason, path: path, offset: place))
    }

    // MARK: Malformed values

    private var malformed: [(payload: [UInt8], error: FormatError)] {
        switch form {
        case nil:
            type == 4
                ? [refusal([], .emptyAttribute)]
                : [0, 1, 19, 21, 32].map {
                    refusal([UInt8](repeating: 0, count: $0), .wrongSize(expected: 20, found: $0))
                }
        case .utf8:
            shapes(0x0C, Array("x".utf8), wrongTag: 0x16)
                + ([[0x61, 0xFF], [0x61, 0xC3, 0x28], [0x61, 0x0A, 0x62]] as [[UInt8]]).map {
                    refusal(TLV.element(0x0C, $0), .invalidString($0))
                } + [
                    // A BMPString, and one of odd length.
                    refusal([0x1E, 0x02, 0x00, 0x61], .unexpectedTag(expected: 0x0C, found: 0x1E)),
                    refusal([0x1E, 0x03, 0x00, 0x61, 0x00], .unexpectedTag(expected: 0x0C, found: 0x1E)),
                    refusal(TLV.utf8(Self.longText), .limitExceeded(.string, allowed: 1_024)),
                ]
        case .ia5:
            shapes(0x16, Array("x".utf8), wrongTag: 0x0C) + [
                refusal(TLV.element(0x16, [0x61, 0xC3, 0xA9]), .invalidString([0x61, 0xC3, 0xA9])),
                refusal(TLV.ia5(Self.longText), .limitExceeded(.string, allowed: 1_024)),
            ]
        case .date:
            shapes(0x16, Array("2024-03-01T12:00:00Z".utf8), wrongTag: 0x0C)
                + Self.badDates.map { refusal(TLV.ia5($0), .invalidDate(Array($0.utf8))) }
        case .integer:
            shapes(0x02, [1], wrongTag: 0x0A)
                + ([
                    [], [0, 1], [0xFF, 0x80], [0] + [UInt8](repeating: 0xFF, count: 8),
                    [1] + [UInt8](repeating: 0, count: 8), [0, 0x80] + [UInt8](repeating: 0, count: 7),
                ] as [[UInt8]]).map { refusal(TLV.element(0x02, $0), .invalidInteger) }
                + outOfRange.map { refusal(TLV.integer($0), .numberOutOfRange($0)) }
                + [refusal(TLV.utf8("1"), .unexpectedTag(expected: 0x02, found: 0x0C))]
        }
    }

    private static let longText = String(repeating: "x", count: 1_025)

    private static let badDates = [
        "2024-02-30T12:00:00Z", "2024-05-01T24:00:00Z", "2024-05-01T12:00:60Z", "2024-05-01T12:00:00+99:99",
        "0000-05-01T12:00:00Z", "99999-05-01T12:00:00Z", "2024-05-01T12:00:00Zgarbage", " 2024-05-01T12:00:00Z",
        "٢٠٢٤-05-01T12:00:00Z", "2024-05-01t12:00:00z", "2007-12-31T23:59:59Z", "4002-01-01T00:00:00Z",
        "+2024-05-01T12:00:00Z", "2024-05-01T12:00:+5Z", "2024-05-01T 2:00:00Z",
    ]

    private var outOfRange: [Int64] {
        let large: [Int64] = [1 << 31, 1 << 32, 5_000_000_000, 1 << 53, 502_310_178_040_006_302, .max]
        return [-1, -128, .min]
            + (type == 1701
                ? [0] + large
                : [1713, 1719].contains(type)
                    ? [2, 255, 256] + large : [1707, 1720, 1722].contains(type) ? large : [])
    }

    private func shapes(_ tag: UInt8, _ content: [UInt8], wrongTag: UInt8) -> [(payload: [UInt8], error: FormatError)] {
        let good = TLV.element(tag, content)
        return [
            refusal(TLV.element(wrongTag, content), .unexpectedTag(expected: tag, found: wrongTag)),
            refusal(TLV.element(tag | 0x20, good), .unexpectedTag(expected: tag, found: tag | 0x20)),
            refusal([], .truncated(needed: 2, available: 0)), refusal([tag], .truncated(needed: 2, available: 1)),
            refusal(good.dropLast(), .truncated(needed: good.count, available: good.count - 1)),
            refusal(good + [0], .trailingBytes(1), plus: good.count),
            refusal(good + good, .trailingBytes(good.count), plus: good.count),
            refusal([tag, 0x81, UInt8(content.count)] + content, .invalidLength(.notMinimal)),
            refusal([tag, 0x80] + content + [0, 0], .invalidLength(.indefinite)),
            refusal(TLV.null, .unexpectedTag(expected: tag, found: 0x05)),
            refusal(TLV.octets(good), .unexpectedTag(expected: tag, found: 0x04)),
        ]
    }
}
