import ReceiptFields
import Testing

@Suite("DER-27 base64 with one spelling")
struct Base64ExactTests {
    private func decode(_ text: String, _ alphabet: Base64.Alphabet) throws(FormatError) -> [UInt8] {
        let bytes = [UInt8](repeating: 0, count: 100) + text.utf8
        return try Base64.decode(exactly: bytes[100...], alphabet)
    }

    @Test("Both alphabets decode to the same bytes")
    func lengths() throws {
        let table: [(standard: String, url: String, bytes: [UInt8])] = [
            ("", "", []), ("+w==", "-w", [0xFB]), ("+/8=", "-_8", [0xFB, 0xFF]), ("+/+/", "-_-_", [0xFB, 0xFF, 0xBF]),
            ("+/+/AA==", "-_-_AA", [0xFB, 0xFF, 0xBF, 0]),
        ]
        for (standard, url, bytes) in table {
            #expect(try decode(standard, .standard) == bytes)
            #expect(try decode(url, .url) == bytes)
        }
    }

    @Test("The decoder rejects any other spelling, with the place of the fault")
    func rejected() {
        let table: [(String, Base64.Alphabet, FormatError.Base64Fault, at: Int)] = [
            ("AAAAA", .url, .padding, 105), ("AAA", .standard, .padding, 103),
            ("A===", .standard, .character(0x3D), 101),
            ("====", .standard, .character(0x3D), 100), ("AA=A", .standard, .character(0x3D), 102),
            ("AA==", .url, .character(0x3D), 102), ("+w", .url, .character(0x2B), 100),
            ("AA-A", .standard, .character(0x2D), 102), ("AB", .url, .trailingBits, 101),
            ("AAB", .url, .trailingBits, 102), ("AAAAAB", .url, .trailingBits, 105),
            ("AB==", .standard, .trailingBits, 101),
        ]
        for (text, alphabet, fault, place) in table {
            #expect(throws: FormatError(.invalidBase64(fault), offset: place), "\(text)") { try decode(text, alphabet) }
        }
    }
}
