import ReceiptFields
import TestSupport
import Testing

/// One attribute under test, of the receipt or of its first purchase, and what may be wrong with its value.
struct FieldCase: Sendable, CustomTestStringConvertible {
    enum Form: Sendable {
        case utf8
        case ia5
        case date
        case integer
    }

    let type: Int64
    let rule: Field.Rule
    let form: Form?
    /// Whether the property is nil.
    let isNil: @Sendable (AppReceipt) -> Bool

    var testDescription: String { "\(type)" }
    var isInPurchase: Bool { type > 1_700 }

    var path: AttributePath {
        let number = AttributeType(rawValue: type)
        return isInPurchase ? AttributePath.inPurchase(0, number) : AttributePath.receipt(number)
    }

    init(
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

    static let all: [FieldCase] = [
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
    func receipt(_ change: (SampleSet) -> SampleSet) -> (payload: [UInt8], set: SampleSet, offset: Int) {
        guard isInPurchase else {
            let set = change(.receipt)
            return (set.encoding, set, 0)
        }
        let set = change(.purchase)
        let whole = SampleSet.receipt.with(purchase: set)
        return (whole.encoding, set, whole.valueStart(whole.index(of: 17)))
    }

    /// What is wrong with the value, and where in it.
    struct Malformed {
        let value: [UInt8]
        let reason: FormatError.Reason
        var offset = 0
    }

    var malformed: [Malformed] {
        switch form {
        case nil: []
        case .utf8:
            shapes(0x0C, Array("x".utf8), wrongTag: 0x16) + [
                Malformed(value: TLV.element(0x0C, [0x61, 0xFF]), reason: .invalidString([0x61, 0xFF]))
            ]
        case .ia5:
            shapes(0x16, Array("x".utf8), wrongTag: 0x0C) + [
                Malformed(value: TLV.element(0x16, [0x61, 0xC3, 0xA9]), reason: .invalidString([0x61, 0xC3, 0xA9]))
            ]
        case .date:
            shapes(0x16, Array("2024-03-01T12:00:00Z".utf8), wrongTag: 0x0C) + [
                Malformed(
                    value: TLV.ia5("2024-02-30T12:00:00Z"), reason: .invalidDate(Array("2024-02-30T12:00:00Z".utf8)))
            ]
        case .integer:
            shapes(0x02, [1], wrongTag: 0x0A) + [
                Malformed(value: [0x02, 0x00], reason: .invalidInteger),
                Malformed(value: [0x02, 0x02, 0x00, 0x01], reason: .invalidInteger),
                Malformed(value: TLV.element(0x02, [0] + [UInt8](repeating: 0xFF, count: 8)), reason: .invalidInteger),
                Malformed(value: TLV.integer(-1), reason: .numberOutOfRange(-1)),
                Malformed(value: TLV.integer(.min), reason: .numberOutOfRange(.min)),
                Malformed(value: TLV.utf8("1"), reason: .unexpectedTag(expected: 0x02, found: 0x0C)),
            ]
        }
    }

    private func shapes(_ tag: UInt8, _ content: [UInt8], wrongTag: UInt8) -> [Malformed] {
        let good = TLV.element(tag, content)
        return [
            Malformed(value: TLV.element(wrongTag, content), reason: .unexpectedTag(expected: tag, found: wrongTag)),
            Malformed(value: TLV.element(tag | 0x20, good), reason: .unexpectedTag(expected: tag, found: tag | 0x20)),
            Malformed(value: [], reason: .truncated(needed: 2, available: 0)),
            Malformed(value: [tag], reason: .truncated(needed: 2, available: 1)),
            Malformed(value: good.dropLast(), reason: .truncated(needed: good.count, available: good.count - 1)),
            Malformed(value: good + [0], reason: .trailingBytes(1), offset: good.count),
            Malformed(value: good + good, reason: .trailingBytes(good.count), offset: good.count),
            Malformed(value: [tag, 0x81, UInt8(content.count)] + content, reason: .invalidLength(.notMinimal)),
            Malformed(value: [tag, 0x80] + content + [0, 0], reason: .invalidLength(.indefinite)),
            Malformed(value: TLV.null, reason: .unexpectedTag(expected: tag, found: 0x05)),
            Malformed(value: TLV.octets(good), reason: .unexpectedTag(expected: tag, found: 0x04)),
        ]
    }
}
