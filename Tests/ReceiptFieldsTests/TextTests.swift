import ReceiptFields
import TestSupport
import Testing

@Suite("DER-29, PAY-06, PAY-07 texts")
struct TextTests {
    struct Text: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]

        init(_ rule: String, _ bytes: [UInt8]) {
            testDescription = rule
            self.bytes = bytes
        }
    }

    static let badTexts: [Text] = [
        Text("lone continuation", [0x80]),
        Text("continuation behind ASCII", [0x61, 0xBF]),
        Text("two bytes, second missing", [0xC3]),
        Text("two bytes, second ASCII", [0xC3, 0x28]),
        Text("two bytes, second a lead", [0xC3, 0xC3, 0xA9]),
        Text("overlong C0 80", [0xC0, 0x80]),
        Text("overlong C1 BF", [0xC1, 0xBF]),
        Text("overlong E0 80 80", [0xE0, 0x80, 0x80]),
        Text("overlong E0 9F BF", [0xE0, 0x9F, 0xBF]),
        Text("overlong F0 80 80 80", [0xF0, 0x80, 0x80, 0x80]),
        Text("overlong F0 8F BF BF", [0xF0, 0x8F, 0xBF, 0xBF]),
        Text("surrogate U+D800", [0xED, 0xA0, 0x80]),
        Text("surrogate U+DFFF", [0xED, 0xBF, 0xBF]),
        Text("surrogate pair (CESU-8)", [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
        Text("beyond U+10FFFF", [0xF4, 0x90, 0x80, 0x80]),
        Text("F5", [0xF5, 0x80, 0x80, 0x80]),
        Text("five bytes", [0xF8, 0x88, 0x80, 0x80, 0x80]),
        Text("FE", [0xFE]),
        Text("FF", [0xFF]),
        Text("three bytes, one missing", [0xE2, 0x82]),
        Text("three bytes, third ASCII", [0xE2, 0x82, 0x41]),
        Text("three bytes, third FF", [0xE2, 0x82, 0xFF]),
        Text("four bytes, one missing", [0xF0, 0x9F, 0x98]),
        Text("four bytes, fourth ASCII", [0xF0, 0x9F, 0x98, 0x20]),
        Text("four bytes, third a lead", [0xF0, 0x9F, 0xC3, 0xA9]),
        Text("NUL", [0x00]),
        Text("NUL inside", Array("com.a.app\0.evil".utf8)),
        Text("line feed", Array("a\nb".utf8)),
        Text("escape", [0x1B, 0x5B, 0x33, 0x31, 0x6D]),
        Text("unit separator", [0x61, 0x1F]),
        Text("delete", [0x61, 0x7F]),
        Text("NUL behind UTF-8", [0xC3, 0xA9, 0x00]),
        Text("delete behind UTF-8", [0xC3, 0xA9, 0x7F]),
        Text("C1 control U+0080", [0xC2, 0x80]),
        Text("C1 control U+009F", [0xC2, 0x9F]),
        Text("C1 control U+0085, next line", [0x61, 0xC2, 0x85, 0x62]),
        Text("Latin-1", [0x63, 0x61, 0x66, 0xE9]),
        Text("UTF-16", [0xFE, 0xFF, 0x00, 0x61]),
    ]

    @Test("Rejected with the bytes as evidence", arguments: badTexts)
    func malformed(_ text: Text) throws {
        let set = SampleSet.receipt.replacing(2, TLV.element(0x0C, text.bytes))
        let reason = FormatError.Reason.invalidString(text.bytes)
        #expect(throws: FormatError(reason, path: FieldPath.receipt(.bundleIdentifier), offset: set.valueStart(2))) {
            try AppReceipt(payload: set.encoding)
        }
        let offer = SampleSet.purchase.replacing(1721, TLV.element(0x0C, text.bytes))
        let receipt = try AppReceipt(payload: SampleSet.receipt.with(purchase: offer).encoding)
        #expect(receipt.diagnostics.map(\.reason) == [reason])
        #expect(receipt.purchases.first?.promotionalOfferID == nil)
    }

    static let goodTexts: [String] = [
        "a", "com.example.app", " ", "~", "é", "\u{A0}", "\u{7FF}", "\u{800}", "€", "\u{FFFF}", "\u{D7FF}", "\u{E000}",
        "😀",
        "\u{10FFFF}", "\u{10000}", "aé€😀z", "e\u{301}", "\u{212A}", "日本語", "\u{FEFF}x", "a\u{200D}b", "１.0", "1e9999",
    ]

    @Test("Accepted, byte for byte", arguments: goodTexts)
    func wellFormed(_ text: String) throws {
        let receipt = try AppReceipt(payload: SampleSet.receipt.replacing(2, TLV.utf8(text)).encoding)
        #expect(Array(receipt.bundleIdentifier.utf8) == Array(text.utf8))
    }

    @Test("IA5String is ASCII alone", arguments: ["é", "\u{7F}", "\u{80}", "😀", "\n", "4+\0"])
    func ia5(_ text: String) throws {
        let set = SampleSet.receipt.replacing(10, TLV.ia5(text))
        let reason = FormatError.Reason.invalidString(Array(text.utf8))
        let receipt = try AppReceipt(payload: set.encoding)
        #expect(
            receipt.diagnostics == [
                FormatError(
                    reason, path: .receipt(AttributeType(rawValue: 10)), offset: set.valueStart(set.index(of: 10)))
            ])
        #expect(receipt.ageRating == nil)
    }

    @Test("Every printable character of ASCII is in an IA5String as it is")
    func printableIA5() throws {
        for byte in UInt8(0x20)..<0x7F {
            let text = String(decoding: [byte], as: UTF8.self)
            let receipt = try AppReceipt(payload: SampleSet.receipt.replacing(10, TLV.ia5(text)).encoding)
            #expect(receipt.ageRating == text)
        }
    }

    @Test("Every scalar of the lower planes is read as Swift's own decoder reads it")
    func agreesWithSwift() {
        var random = SeededGenerator(seed: 29)
        let pool: [UInt8] = [
            0x20, 0x41, 0x7E, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
            0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF, 0x00,
        ]
        for _ in 0..<repetitions(6_000, sample: 600) {
            let bytes = (0..<Int.random(in: 1...6, using: &random)).map { _ in pool.randomElement(using: &random) ?? 0 }
            let swift = String(validating: bytes, as: UTF8.self)
            let expected = swift.flatMap { text in
                text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : text
            }
            let set = SampleSet.receipt.replacing(2, TLV.element(0x0C, bytes))
            do throws(FormatError) {
                let read = try AppReceipt(payload: set.encoding).bundleIdentifier
                #expect(expected.map { Array($0.utf8) } == Array(read.utf8))
            } catch {
                #expect(expected == nil)
                #expect(error.reason == .invalidString(bytes))
            }
        }
    }

    @Test("PAY-06 environments and identifiers are compared as bytes")
    func bytes() {
        #expect(StoreEnvironment(rawValue: "Production") == .production)
        #expect(StoreEnvironment(rawValue: "production") != .production)
        let (composed, decomposed) = (StoreEnvironment(rawValue: "\u{E9}"), StoreEnvironment(rawValue: "e\u{301}"))
        #expect(composed.rawValue == decomposed.rawValue)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, .production, StoreEnvironment(rawValue: "Production")]).count == 3)
        #expect(StoreEnvironment(rawValue: "a\u{1B}\"\\é").description == #""a\x1b\"\\\xc3\xa9""#)
    }
}
