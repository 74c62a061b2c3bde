import Foundation
import ReceiptFields
import TestSupport
import Testing

/// The shortcuts for what nearly every receipt holds give the same as the general way, for every byte at every place.
@Suite("The usual shapes and the general way agree")
struct UsualShapeTests {
    struct Outcome: Equatable {
        var start: Int?
        var type: Int64?
        var version: Int?
        var value: Range<Int>?
        var position: Int
        var elementsUsed: Int
        var error: FormatError?
    }

    private static func usual(_ bytes: [UInt8], limits: ReceiptLimits) -> Outcome {
        let all = bytes[...]
        var reader = DERReader(all.span, limits: limits)
        do throws(FormatError) {
            let read = try reader.attribute()
            return Outcome(
                start: read.start, type: read.type.rawValue, version: read.version, value: read.value,
                position: reader.position, elementsUsed: reader.spent.elements)
        } catch {
            return Outcome(position: reader.position, elementsUsed: reader.spent.elements, error: error)
        }
    }

    private static func general(_ bytes: [UInt8], limits: ReceiptLimits) -> Outcome {
        let all = bytes[...]
        var reader = DERReader(all.span, limits: limits)
        do throws(FormatError) {
            let read = try reader.attributeFields()
            return Outcome(
                start: read.start, type: read.type.rawValue, version: read.version, value: read.value,
                position: reader.position, elementsUsed: reader.spent.elements)
        } catch {
            return Outcome(position: reader.position, elementsUsed: reader.spent.elements, error: error)
        }
    }

    static let types: [Int64] = [0, 12, 0x7F, 0x80, 0xFF, 0x100, 1702, 0x7FFF, 0x8000, 0x7F_FFFF, -1, -1702]
    static let versions: [Int64] = [0, 1, 2, 0x7F, 0x80, 0x7FFF_FFFF, 0x8000_0000, -1]
    static let lengths = [0, 1, 2, 20, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x7F, 0x80, 300]

    @Test("Attributes of every type, version and length", arguments: types)
    func shapes(type: Int64) {
        for version in Self.versions {
            for length in Self.lengths {
                let bytes = TLV.attribute(type, version: version, [UInt8](repeating: 7, count: length))
                for tail in [[], [0x30], [UInt8](repeating: 0, count: 20)] {
                    let input = bytes + tail
                    #expect(Self.usual(input, limits: .init()) == Self.general(input, limits: .init()))
                }
            }
        }
    }

    @Test("Every byte of an attribute's head, and every cut", arguments: [Int64(2), 1702])
    func everyOctet(type: Int64) {
        let bytes = TLV.attribute(type, TLV.utf8("com.example.app"))
        for index in 0..<12 {
            for octet in UInt8.min...UInt8.max {
                var changed = bytes
                changed[index] = octet
                #expect(Self.usual(changed, limits: .init()) == Self.general(changed, limits: .init()))
            }
        }
        for count in 0...bytes.count {
            let cut = Array(bytes.prefix(count))
            #expect(Self.usual(cut, limits: .init()) == Self.general(cut, limits: .init()))
        }
    }

    @Test(
        "The value has any tag, and its length, half of it or twice as much", arguments: [(Int64(2), 8), (1702, 9)])
    func everyTag(type: Int64, place: Int) {
        let bytes = TLV.attribute(type, TLV.utf8("com.example.ap"))
        let length = bytes[place + 1]
        for tag in UInt8.min...UInt8.max {
            for length in [length, length / 2, length * 2, length * 2 + 1] {
                var changed = bytes
                (changed[place], changed[place + 1]) = (tag, length)
                #expect(Self.usual(changed, limits: .init()) == Self.general(changed, limits: .init()))
            }
        }
    }

    @Test("Every budget that ends inside an attribute", arguments: 0...5)
    func budgets(elements: Int) {
        var limits = ReceiptLimits()
        limits.maximumElements = elements
        let bytes = TLV.attribute(1702, TLV.utf8("pro"))
        #expect(Self.usual(bytes, limits: limits) == Self.general(bytes, limits: limits))
        #expect((Self.usual(bytes, limits: limits).error == nil) == (elements >= 4))
        var flat = ReceiptLimits()
        flat.maximumDepth = 0
        let error = FormatError(.limitExceeded(.depth, allowed: 0), offset: 0)
        #expect(Self.usual(bytes, limits: flat).error == error)
        #expect(Self.general(bytes, limits: flat).error == error)
    }

    /// `Z` takes the short way, `+00:00` and `.0Z` the scanner.
    @Test("Every byte of a date", arguments: ["2024-02-29T23:59:59", "2023-12-31T00:00:00", "2008-01-28T09:30:10"])
    func dates(_ stem: String) {
        func parse(_ bytes: [UInt8]) -> Date? {
            let all = bytes[...]
            return Timestamp.parse(all.span)
        }
        for index in stem.utf8.indices {
            for octet in UInt8.min...UInt8.max {
                var text = Array(stem.utf8)
                text[stem.utf8.distance(from: stem.startIndex, to: index)] = octet
                let instant = parse(text + Array("Z".utf8))
                #expect(instant == parse(text + Array("+00:00".utf8)))
                #expect(instant == parse(text + Array(".0Z".utf8)))
            }
        }
    }

    @Test("Every day of the calendar that receipts may hold")
    func days() {
        for year in stride(from: 2000, through: 4004, by: 1) {
            for month in 0...13 {
                for day in [0, 1, 28, 29, 30, 31, 32] {
                    let text = String(format: "%04d-%02d-%02dT12:34:56", year, month, day)
                    let written = 2007...4002 as ClosedRange<Int64>
                    #expect(
                        Timestamp.parse(text + "Z", years: written) == Timestamp.parse(text + "+0000", years: written))
                }
            }
        }
    }

    /// A text is taken from the purchase before where it is the same, byte by byte and in type.
    @Test("Texts that resemble those of the purchase before")
    func repeatedTexts() throws {
        let names = ["pro.monthly", "pro.monthly", "pro.monthlY", "pro.month", "Pro.month", "pro.monthly", "é", "e"]
        let rows = names.map { name in
            SampleSet.purchase.replacing(1702, TLV.utf8(name)).replacing(1705, TLV.utf8("0" + name)).encoding
        }
        let set = SampleSet(SampleSet.receipt.rows.filter { $0.type != 17 } + rows.map { SampleSet.Row(17, $0) })
        let receipt = try AppReceipt(payload: set.encoding)
        #expect(receipt.purchases.map(\.productID) == names)
        #expect(receipt.purchases.map(\.originalTransactionID) == names.map { "0" + $0 })
        let other = SampleSet.purchase.replacing(1702, TLV.ia5("pro.monthly"))
        let wrong = SampleSet(
            SampleSet.receipt.rows.filter { $0.type != 17 }
                + [SampleSet.Row(17, rows[0]), SampleSet.Row(17, other.encoding)])
        let path = FieldPath.inPurchase(1, .productID)
        let offset = wrong.valueStart(wrong.rows.count - 1) + other.valueStart(other.index(of: 1702))
        #expect(throws: FormatError(.unexpectedTag(expected: 0x0C, found: 0x16), path: path, offset: offset)) {
            try AppReceipt(payload: wrong.encoding)
        }
    }

    @Test("Every byte at every place of a text, around the widths that are read at once")
    func texts() throws {
        for length in [1, 3, 4, 5, 15, 16, 17, 31, 32, 33, 36, 70].sample(2) {
            for index in Set([0, length / 2, length - 1]) {
                for octet in UInt8.min...UInt8.max {
                    var text = [UInt8](repeating: 0x61, count: length)
                    text[index] = octet
                    let set = SampleSet.receipt.replacing(2, TLV.element(0x0C, text))
                    let isPlain = octet >= 0x20 && octet <= 0x7E
                    let receipt = try? AppReceipt(payload: set.encoding)
                    #expect(receipt?.bundleIdentifier == (isPlain ? String(decoding: text, as: UTF8.self) : nil))
                }
            }
        }
    }
}
