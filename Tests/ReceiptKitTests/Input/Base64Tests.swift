import Foundation
import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

@Suite("DER-28 base64")
struct Base64Tests {
    private static func decode(_ text: String, maximumInputSize: Int = 10 << 20) throws(FormatError) -> [UInt8] {
        try Base64.decode(text.utf8, maximumInputSize: maximumInputSize)
    }

    @Test(
        "Accepted",
        arguments: [
            ("AA==", [0]), ("/w==", [255]), ("AAA=", [0, 0]), ("//8=", [255, 255]), ("AAAA", [0, 0, 0]),
            ("+/+/", [0xFB, 0xFF, 0xBF]), ("TWFu", Array("Man".utf8)), ("TWE=", Array("Ma".utf8)),
            ("TQ==", Array("M".utf8)),
            (" T W\tF\r\nu\n", Array("Man".utf8)), ("\n\nTQ\n=\n=\n", Array("M".utf8)),
            ("TWFu\r\nTQ==", Array("ManM".utf8)),
        ] as [(String, [UInt8])])
    func accepted(_ text: String, _ bytes: [UInt8]) throws {
        #expect(try Self.decode(text) == bytes)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let text: String
        let error: FormatError
        var testDescription: String { text.debugDescription }

        init(_ text: String, _ reason: FormatError.Reason, at offset: Int = 0) {
            self.text = text
            error = FormatError(reason, offset: offset)
        }
    }

    @Test(
        "Refused",
        arguments: [
            Refusal("", .emptyInput), Refusal(" \r\n\t", .emptyInput),
            Refusal("AB==", .invalidBase64(.trailingBits), at: 4),
            Refusal("AAB=", .invalidBase64(.trailingBits), at: 4),
            Refusal("/x==", .invalidBase64(.trailingBits), at: 4),
            Refusal("A/==", .invalidBase64(.trailingBits), at: 4),
            Refusal("A", .invalidBase64(.padding), at: 1), Refusal("AA", .invalidBase64(.padding), at: 2),
            Refusal("AAA", .invalidBase64(.padding), at: 3), Refusal("AAAAA", .invalidBase64(.padding), at: 5),
            Refusal("AA=", .invalidBase64(.padding), at: 3), Refusal("A===", .invalidBase64(.padding), at: 1),
            Refusal("====", .invalidBase64(.padding), at: 0), Refusal("=AAA", .invalidBase64(.padding), at: 0),
            Refusal("AA===", .invalidBase64(.padding), at: 4), Refusal("AAA==", .invalidBase64(.padding), at: 4),
            Refusal("AAAA=", .invalidBase64(.padding), at: 4), Refusal("AAAA====", .invalidBase64(.padding), at: 4),
            Refusal("AA==AA==", .invalidBase64(.padding), at: 4), Refusal("AA=A", .invalidBase64(.padding), at: 3),
            Refusal("AA==\nAAAA", .invalidBase64(.padding), at: 5),
            Refusal("AA-_", .invalidBase64(.character(0x2D)), at: 2),
            Refusal("AAA_", .invalidBase64(.character(0x5F)), at: 3),
            Refusal("\0AAAA", .invalidBase64(.character(0)), at: 0),
            Refusal("AA\0A", .invalidBase64(.character(0)), at: 2),
            Refusal("AA\u{B}A", .invalidBase64(.character(0x0B)), at: 2),
            Refusal("AA\u{C}A", .invalidBase64(.character(0x0C)), at: 2),
            Refusal("AA\\/", .invalidBase64(.character(0x5C)), at: 2),
            Refusal("AA%2B", .invalidBase64(.character(0x25)), at: 2),
            Refusal("\"AAAA\"", .invalidBase64(.character(0x22)), at: 0),
            Refusal("AAAÁ", .invalidBase64(.character(0xC3)), at: 3),
            Refusal("AAAＡ", .invalidBase64(.character(0xEF)), at: 3),
            Refusal("\u{FEFF}AAAA", .invalidBase64(.character(0xEF)), at: 0),
            Refusal("AAA\u{A0}A", .invalidBase64(.character(0xC2)), at: 3),
            Refusal("-----BEGIN PKCS7-----\nAAAA\n-----END PKCS7-----", .invalidBase64(.character(0x2D)), at: 0),
            Refusal("MIITtgYJKoZIhvcN.AQcC", .invalidBase64(.character(0x2E)), at: 16),
            Refusal("eyJhbGciOiJFUzI1NiJ9.e30.AA", .jsonWebSignature), Refusal("\n eyJhbGci", .jsonWebSignature),
            Refusal("ewoJInNpZ25hdHVyZSIgPSAi", .transactionReceipt), Refusal("\tewoJ", .transactionReceipt),
        ])
    func refused(_ refusal: Refusal) throws {
        #expect(throws: refusal.error) { try Self.decode(refusal.text) }
        #expect(throws: refusal.error) { try UnverifiedReceipt(base64: refusal.text) }
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        let error = verificationError { _ = try verifier.verify(base64: refusal.text, at: Subject.now) }
        #expect(error == .malformed(refusal.error))
    }

    @Test(
        "DER-28 a fault at the end of a long text is found like one at its beginning",
        arguments: ["AB==", "AA", "AA===", "A\0AA", "A_AA"])
    func longText(_ end: String) throws {
        let short = #expect(throws: FormatError.self) { try Self.decode(end) }
        let error = try #require(short)
        let receipt = String(repeating: "MIIT", count: 1_000)
        #expect(throws: FormatError(error.reason, offset: error.offset + 4_000)) { try Self.decode(receipt + end) }
    }

    @Test("Every byte is in the alphabet, padding, white space, or rejected with its value")
    func alphabet() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(Base64.value(of: byte).map(Int.init) == alphabet.firstIndex(of: byte))
            let text: [UInt8] = [0x41, 0x41, 0x41, byte]
            switch byte {
            case 0x3D: #expect((try? Base64.decode(text, maximumInputSize: 100)) == [0, 0])
            case 0x20, 0x09, 0x0A, 0x0D:
                #expect(throws: FormatError(.invalidBase64(.padding), offset: 4)) {
                    try Base64.decode(text, maximumInputSize: 100)
                }
            case _ where alphabet.contains(byte):
                #expect((try? Base64.decode(text, maximumInputSize: 100))?.count == 3)
            default:
                #expect(throws: FormatError(.invalidBase64(.character(byte)), offset: 3)) {
                    try Base64.decode(text, maximumInputSize: 100)
                }
            }
        }
    }

    @Test("Every byte, at every place of a long text, in both alphabets", arguments: [Base64.Alphabet.standard, .url])
    func everyPlace(_ alphabet: Base64.Alphabet) throws {
        let last = alphabet == .url ? "-_" : "+/"
        let characters = Array(
            ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
        let honest = (0..<72).map { characters[$0 * 37 % 64] }
        let values = honest.compactMap { characters.firstIndex(of: $0) }
        for place in 0..<72 {
            for byte in UInt8.min...UInt8.max {
                var text = honest
                text[place] = byte
                guard let value = characters.firstIndex(of: byte) else {
                    if byte == UInt8(ascii: "="), place >= 70 { continue }
                    #expect(throws: FormatError(.invalidBase64(.character(byte)), offset: place)) {
                        try Base64.decode(exactly: text[...], alphabet)
                    }
                    continue
                }
                var group = Array(values[(place / 4 * 4)..<(place / 4 * 4 + 4)])
                group[place % 4] = value
                let bits = group.reduce(0) { $0 << 6 | $1 }
                let decoded = try Base64.decode(exactly: text[...], alphabet)
                let octets = Array(decoded[(place / 4 * 3)..<(place / 4 * 3 + 3)])
                #expect(
                    octets == [bits >> 16 & 0xFF, bits >> 8 & 0xFF, bits & 0xFF].map(UInt8.init(truncatingIfNeeded:)))
            }
        }
    }

    @Test("What Foundation encodes is decoded, however it is wrapped, and only the canonical spelling of it")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 28)
        for count in 0..<400 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let data = Data(bytes)
            for options in [[], .lineLength64Characters, [.lineLength76Characters, .endLineWithLineFeed]]
                as [Data.Base64EncodingOptions]
            {
                let text = data.base64EncodedString(options: options)
                if text.hasPrefix("eyJ") || text.hasPrefix("ewoJ") { continue }
                if count == 0 {
                    #expect(throws: FormatError(.emptyInput, offset: 0)) { try Self.decode(text) }
                } else {
                    #expect(try Self.decode(text) == bytes)
                }
            }
        }
        for _ in 0..<repetitions(5_000, sample: 500) {
            let length = Int.random(in: 1...12, using: &random)
            let pool = Array("AQgw+/9=\n-".utf8)
            let text = String(
                decoding: (0..<length).map { _ in pool.randomElement(using: &random) ?? 0x41 }, as: UTF8.self)
            guard let decoded = try? Self.decode(text) else { continue }
            #expect(Data(decoded).base64EncodedString() == text.replacing("\n", with: ""))
        }
    }

    @Test("DER-01 a text may be half as long again, and four characters")
    func textSize() throws {
        let text = "AAAA" + String(repeating: "\n", count: 9)
        #expect(try Self.decode(text, maximumInputSize: 6) == [0, 0, 0])
        let error = FormatError(.limitExceeded(.input, allowed: 6), offset: 0)
        #expect(throws: error) { try Self.decode(text + "\n", maximumInputSize: 6) }
        #expect(throws: error) { try Base64.decode(Array((text + "\n").utf8)[...], maximumInputSize: 6) }
    }

    @Test("DER-01 the text's size is limited before it is read")
    func limit() throws {
        for size in 1...200 {
            let text = Data([UInt8](repeating: 1, count: size)).base64EncodedString()
            #expect(try Self.decode(text, maximumInputSize: size).count == size)
        }
        let long = String(repeating: "A", count: 1_508)
        #expect(throws: FormatError(.limitExceeded(.input, allowed: 1_000), offset: 0)) {
            try Self.decode(long, maximumInputSize: 1_000)
        }
        #expect(try Self.decode(String(long.dropLast(4)), maximumInputSize: 1_000).count == 1_128)
        var limits = ReceiptLimits()
        limits.maximumInputSize = 1_000
        #expect(throws: FormatError(.limitExceeded(.input, allowed: 1_000), offset: 0)) {
            try UnverifiedReceipt(base64: String(long.dropLast(4)), limits: limits)
        }
    }

    @Test("A receipt is the same receipt from bytes and from base64")
    func receipt() throws {
        let bytes = SampleContainer().encoding
        let text = Data(bytes).base64EncodedString(options: .lineLength64Characters)
        let signed = try UnverifiedReceipt(base64: text)
        #expect(try signed.unverified == (try UnverifiedReceipt(bytes).unverified))
        #expect(signed.certificates.count == 2)
        let verifier = ReceiptVerifier(policy: try Subject.policy())
        for options in [[], .lineLength64Characters] as [Data.Base64EncodingOptions] {
            _ = try verifier.verify(
                base64: "\r\n\t " + Data(Attack.valid).base64EncodedString(options: options) + " \n", at: Subject.now)
        }
        #expect(throws: FormatError(.truncated(needed: bytes.count, available: bytes.count - 3), offset: 0)) {
            try UnverifiedReceipt(base64: Data(bytes.dropLast(3)).base64EncodedString())
        }
    }
}
