import ReceiptFields
import TestSupport
import Testing

@Suite("DER-18, DER-19, PAY-10, PAY-11 numbers")
struct NumberTests {
    struct Number: Sendable, CustomTestStringConvertible {
        let type: Int64
        let number: Int64
        var testDescription: String { "\(type) = \(number)" }
    }

    private static func table(_ type: Int64, _ numbers: [Int64]) -> [Number] {
        numbers.map { Number(type: type, number: $0) }
    }

    private static let small: [Int64] = [0, 1, 2, 127, 128, 255, 65_536, Int64(Int32.max)]
    private static let large: [Int64] = [1 << 31, 1 << 32, 5_000_000_000, 1 << 53, 502_310_178_040_006_302, .max]

    private static func value(of type: Int64, in receipt: AppReceipt) -> Int64? {
        let purchase = receipt.purchases.first
        let flag = { (flag: Bool?) in flag.map { $0 ? 1 : 0 } as Int? }
        return switch type {
        case 1: receipt.appID
        case 15: receipt.downloadID
        case 16: receipt.appVersionID
        case 1701: purchase.map { Int64($0.purchasedQuantity) }
        case 1707: (purchase?.productType?.number).map(Int64.init)
        case 1710: purchase?.productAppID
        case 1711: purchase?.webOrderLineItemID
        case 1713: flag(purchase?.isTrialPeriod).map(Int64.init)
        case 1719: flag(purchase?.isInIntroOfferPeriod).map(Int64.init)
        case 1720: (purchase?.cancellationReason?.rawValue).map(Int64.init)
        case 1722: (purchase?.ownershipType?.number).map(Int64.init)
        default: nil
        }
    }

    @Test(
        "Accepted",
        arguments: [1, 15, 16, 1710, 1711].flatMap { table($0, small + large) }
            + [1707, 1720, 1722].flatMap { table($0, small) } + table(1701, small.filter { $0 > 0 })
            + [1713, 1719].flatMap { table($0, [0, 1]) })
    func accepted(_ number: Number) throws {
        let receipt = try AppReceipt(
            payload: field(number).receipt { $0.replacing(number.type, TLV.integer(number.number)) }.payload)
        #expect(Self.value(of: number.type, in: receipt) == number.number)
        #expect(receipt.diagnostics.isEmpty)
    }

    private func field(_ number: Number) throws -> FieldCase {
        try #require(FieldCase.all.first { $0.type == number.type })
    }

    @Test("DER-19 versions from 0 to 2^31 - 1 are kept", arguments: [0, 1, 2, 127, 128, 65_536, Int64(Int32.max)])
    func versions(_ version: Int64) throws {
        let set = SampleSet.receipt.replacing(3, version: version, TLV.utf8("42"))
        let receipt = try AppReceipt(payload: set.encoding)
        #expect(
            receipt.attributes.map { Int64($0.version) }
                == set.rows.map { $0.type == 4 ? 2 : $0.type == 3 ? version : 1 })
    }

    @Test("DER-19 other versions are rejected", arguments: [-1, -128, 1 << 31, 1 << 32, .max, .min] as [Int64])
    func refusedVersions(_ version: Int64) {
        let set = SampleSet.receipt.replacing(3, version: version, TLV.utf8("42"))
        let offset = set.start(3) + 2 + TLV.integer(3).count
        #expect(throws: fault(.numberOutOfRange(version), offset)) { try AppReceipt(payload: set.encoding) }
        let purchase = SampleSet.purchase.replacing(1702, version: version, TLV.utf8("p"))
        let whole = SampleSet.receipt.with(purchase: purchase)
        let inside = whole.valueStart(whole.index(of: 17)) + purchase.start(1) + 2 + TLV.integer(1702).count
        #expect(
            throws: FormatError(.numberOutOfRange(version), path: FieldPath.purchase(0), offset: inside)
        ) {
            try AppReceipt(payload: whole.encoding)
        }
    }

    @Test(
        "DER-19, PAY-14 types up to 2^63 - 1 are kept as they are, also where they share bits with known ones",
        arguments: [
            22, 63, 64, 66, 76, 128, 1_612, 1_699, 1_763, 1_764, 1_766, 1_768, 1 << 40, 1 << 62, .max - 1, .max,
        ]
            as [Int64])
    func types(_ type: Int64) throws {
        let row = SampleSet.Row(type, [0xFF, 0x00, 0x30])
        let set = SampleSet.receipt.with(purchase: SampleSet.purchase.appending(row).inserting(row, at: 0))
            .appending(row).appending(row)
        let receipt = try AppReceipt(payload: set.encoding)
        #expect(receipt.diagnostics.isEmpty)
        #expect(
            receipt.attributes.filter { $0.type.rawValue == type }.map { Array($0.value) } == [
                [0xFF, 0x00, 0x30], [0xFF, 0x00, 0x30],
            ])
        let purchase = try #require(receipt.purchases.first)
        #expect(purchase.attributes.count { $0.type.rawValue == type } == 2)
    }

    @Test("DER-19 negative types are rejected", arguments: [-1, -128, .min] as [Int64])
    func negativeTypes(_ type: Int64) {
        let set = SampleSet.receipt.appending(SampleSet.Row(type, [1]))
        #expect(throws: fault(.numberOutOfRange(type), set.start(set.rows.count - 1) + 2)) {
            try AppReceipt(payload: set.encoding)
        }
    }
}
