import Foundation
import ReceiptFields
import ReceiptKit
import TestSupport
import Testing

@Suite("DER-27 input that is something else")
struct InputKindTests {
    private static let base64 = Data(SampleContainer().encoding).base64EncodedString(options: .lineLength76Characters)

    static let inputs: [RefusedBytes] = [
        RefusedBytes("nothing", "", .emptyInput),
        RefusedBytes("one zero", [0], .notReceipt(looksLike: .unknown)),
        RefusedBytes("all zero", [UInt8](repeating: 0, count: 100), .notReceipt(looksLike: .unknown)),
        RefusedBytes("all ones", [UInt8](repeating: 0xFF, count: 100), .notReceipt(looksLike: .unknown)),
        RefusedBytes("another tag", TLV.set(TLV.null), .notReceipt(looksLike: .unknown)),
        RefusedBytes("the payload alone", SampleSet.receipt.encoding, .contentAlone(.receipt)),
        RefusedBytes("base64", base64, .notReceipt(looksLike: .base64)),
        RefusedBytes("base64, white space before", "\r\n  " + base64, .notReceipt(looksLike: .base64)),
        RefusedBytes("base64 of the URL alphabet, too short to tell", "MIIT-_", .notReceipt(looksLike: .unknown)),
        RefusedBytes("base64 that begins with 0", "0123456789ABCDEFGHIJ", .notReceipt(looksLike: .base64)),
        RefusedBytes("base64 of 15 characters", "MIITMIITMIITMII", .notReceipt(looksLike: .unknown)),
        RefusedBytes("base64 of 16 characters", "MIITMIITMIITMIIT", .notReceipt(looksLike: .base64)),
        RefusedBytes("base64 in UTF-16", base64.utf8.flatMap { [$0, 0] }, .utf16),
        RefusedBytes("base64 in UTF-16, most significant byte first", base64.utf8.flatMap { [0, $0] }, .utf16),
        RefusedBytes("a byte order mark of UTF-16", [0xFF, 0xFE, 0x4D, 0], .utf16),
        RefusedBytes("hexadecimal digits", "30821000A0B1C2D3", .hexadecimal),
        RefusedBytes("hexadecimal digits of 15 characters", "30821000A0B1C2D", .notReceipt(looksLike: .unknown)),
        RefusedBytes("hexadecimal digits of a JWS", "65794a68624763694f694a46557a49314e694a39", .hexadecimal),
        RefusedBytes("hexadecimal digits as NSData prints them", "<308210 00a0b1c2d3>", .hexadecimal),
        RefusedBytes("hexadecimal digits behind 0x", "0x30821000A0B1C2D3", .hexadecimal),
        RefusedBytes("hexadecimal digits as PostgreSQL writes them", "\\x30821000A0B1C2D3", .hexadecimal),
        RefusedBytes("hexadecimal digits as SQL writes them", "X'30821000A0B1C2D3'", .hexadecimal),
        RefusedBytes("hexadecimal digits with colons", "30:82:10:00:A0:B1:C2:D3", .hexadecimal),
        RefusedBytes("digits that are no receipt", "deadbeefdeadbeef", .notReceipt(looksLike: .base64)),
        RefusedBytes("PDF", "%PDF-1.7\n%\u{E2}", .notReceipt(looksLike: .pdf)),
        RefusedBytes("PNG", [0x89, 0x50, 0x4E, 0x47, 13, 10], .notReceipt(looksLike: .picture)),
        RefusedBytes("JPEG", [0xFF, 0xD8, 0xFF, 0xE0], .notReceipt(looksLike: .picture)),
        RefusedBytes("HEIC", [0, 0, 0, 36] + Array("ftypheic".utf8), .notReceipt(looksLike: .picture)),
        RefusedBytes("ZIP", [0x50, 0x4B, 3, 4, 20, 0], .notReceipt(looksLike: .zip)),
        RefusedBytes("mail", "From: Apple <no_reply@email.apple.com>\r\n", .notReceipt(looksLike: .mail)),
        RefusedBytes("signed mail", "DKIM-Signature: v=1; a=rsa-sha256\r\n", .notReceipt(looksLike: .mail)),
        RefusedBytes("a mailbox", "From someone@example.com Fri Nov 27\n", .notReceipt(looksLike: .mail)),
        RefusedBytes("mail with another field first", "mime-version: 1.0\n\n", .notReceipt(looksLike: .mail)),
        RefusedBytes(
            "DER decoded as Latin-1", [0x30, 0xC2, 0x82, 0x10, 0x00], .invalidLength(.encodedAgain)),
        RefusedBytes(
            "DER decoded as UTF-8", [0x30, 0xEF, 0xBF, 0xBD, 0x10, 0x00], .invalidLength(.encodedAgain)),
        RefusedBytes(
            "DER decoded as Windows-1252", [0x30, 0xE2, 0x80, 0x9A, 0x10, 0x00], .invalidLength(.encodedAgain)),
        RefusedBytes(
            "a decoded transaction in base64", Data(#"{"transactionId":"1"}"#.utf8).base64EncodedString(),
            .decoded(.transaction)),
        RefusedBytes(
            "a decoded notification in base64, indented",
            Data("{\n  \"notificationType\": \"TEST\"}".utf8).base64EncodedString(), .decoded(.notification)),
        RefusedBytes(
            "base64 behind a byte order mark", [0xEF, 0xBB, 0xBF] + Array(base64.utf8), .notReceipt(looksLike: .unknown)
        ),
        RefusedBytes("white space alone", String(repeating: " \r\n\t", count: 10), .notReceipt(looksLike: .unknown)),
        RefusedBytes("PEM", "-----BEGIN PKCS7-----\n\(base64)\n-----END PKCS7-----\n", .notReceipt(looksLike: .pem)),
        RefusedBytes("PEM behind lines", "\n\n-----BEGIN CERTIFICATE-----", .notReceipt(looksLike: .pem)),
        RefusedBytes(
            "HTML", "<!DOCTYPE html><html><title>502 Bad Gateway</title></html>",
            .notReceipt(looksLike: .markup)),
        RefusedBytes("XML property list", "<?xml version=\"1.0\"?><plist/>", .notReceipt(looksLike: .markup)),
        RefusedBytes("JSON object", #"{"receipt-data": "MIIT"}"#, .notReceipt(looksLike: .json)),
        RefusedBytes("JSON object over lines", "\n{\n  \"status\" : 0\n}", .notReceipt(looksLike: .json)),
        RefusedBytes("JSON object, empty", "{}", .notReceipt(looksLike: .json)),
        RefusedBytes("JSON object, empty, spaces", "{ \n }", .notReceipt(looksLike: .json)),
        RefusedBytes("JSON array", "[1]", .notReceipt(looksLike: .json)),
        RefusedBytes("JSON text", "\"MIIT\"", .quoted),
        RefusedBytes("transaction receipt", "{\n\t\"signature\" = \"AbC\";\n}", .transactionReceipt),
        RefusedBytes("transaction receipt, unquoted keys", "{ signature = AbC; }", .transactionReceipt),
        RefusedBytes("transaction receipt, cut behind the brace", "{", .transactionReceipt),
        RefusedBytes("transaction receipt, cut in the key", "{\n\"signa", .transactionReceipt),
        RefusedBytes(
            "transaction receipt in base64", Data("{\n\t\"signature\" = \"AbC\";\n}".utf8).base64EncodedString(),
            .transactionReceipt),
        RefusedBytes(
            "signed transaction", "eyJhbGciOiJFUzI1NiIsIng1YyI6W119.eyJidW5kbGVJZCI6IngifQ.AAAA", .jsonWebSignature),
        RefusedBytes("signed transaction, newline before", "\neyJhbGciOiJFUzI1NiJ9.e30.AA", .jsonWebSignature),
        RefusedBytes("signed transaction of 15 characters", "AAAAAAA.AAAA.AA", .notReceipt(looksLike: .unknown)),
        RefusedBytes("signed transaction of 16 characters", "AAAAAAA.AAAA.AAA", .jsonWebSignature),
        RefusedBytes(
            "signed transaction with another character behind the first 64",
            "A." + String(repeating: "A", count: 62) + "!", .jsonWebSignature),
        RefusedBytes("text", "not a receipt, not at all", .notReceipt(looksLike: .unknown)),
        RefusedBytes("binary property list", Array("bplist00".utf8) + [0xD1, 1, 2], .notReceipt(looksLike: .unknown)),
        RefusedBytes("gzip", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0], .notReceipt(looksLike: .gzip)),
        RefusedBytes("an empty ZIP", [0x50, 0x4B, 5, 6, 0, 0], .notReceipt(looksLike: .zip)),
        RefusedBytes("a form", "\n--a\nContent-Type: x\n\n", .notReceipt(looksLike: .multipart)),
        RefusedBytes("a field of a form, with a receipt", "receipt-data=MIIT", .notReceipt(looksLike: .form)),
        RefusedBytes(
            "a field of a form, with a JWS", "\njws=eyJhbGciOiJFUzI1NiJ9.e30.AA", .notReceipt(looksLike: .form)),
        RefusedBytes("an equals sign without a name", "=MIIT", .notReceipt(looksLike: .unknown)),
        RefusedBytes("a setting", "receipt=none", .notReceipt(looksLike: .unknown)),
        RefusedBytes("a boundary alone", "--a\n", .notReceipt(looksLike: .pem)),
        RefusedBytes("nine digits", " 410000000\n", .notReceipt(looksLike: .transactionIdentifier)),
        RefusedBytes("eight digits", "41000000", .notReceipt(looksLike: .unknown)),
        RefusedBytes("21 digits", "410000000000000000000", .notReceipt(looksLike: .base64)),
        RefusedBytes("single quotes", "[{'a':1}]", .almostJSON(.single)),
        RefusedBytes("escaped line breaks", "{\\n  \\\"a\\\":1}", .almostJSON(.escaped)),
        RefusedBytes("angle quotes", "«eyJ»", .curlyQuotes),
        RefusedBytes("a short description", "<3080>", .dataDescription),
        RefusedBytes("a tag", "<30-day>", .notReceipt(looksLike: .markup)),
        RefusedBytes("a count of bytes", "4532 bytes", .dataDescription),
        RefusedBytes(
            "a SET of something else", [0x31, 0x82] + [UInt8](repeating: 0x30, count: 40),
            .notReceipt(looksLike: .unknown)),
    ]

    @Test("Named", arguments: inputs)
    func kinds(_ input: RefusedBytes) throws {
        #expect(throws: input.error) { try UnverifiedReceipt(input.bytes) }
        #expect(InputFormat.detect(input.bytes) == input.error.reason)
        #expect(try Attack.error(input.bytes) == .malformed(input.error))
    }

    static let beginnings: [RefusedBytes] = [
        RefusedBytes("the tag", [0x30], .truncated(needed: 2, available: 1)),
        RefusedBytes("an indefinite length", [0x30, 0x80], .truncated(needed: 2, available: 0), at: 2),
        RefusedBytes("4 KiB", [0x30, 0x82, 0x10, 0x00], .truncated(needed: 0x1004, available: 4)),
        RefusedBytes("77 KiB", [0x30, 0x83, 0x01, 0x34, 0xFB], .truncated(needed: 0x1_3500, available: 5)),
    ]

    @Test("Whatever begins with the tag of a SEQUENCE may be a receipt", arguments: beginnings)
    func sequences(_ row: RefusedBytes) {
        #expect(InputFormat.detect(row.bytes) == nil)
        #expect(throws: row.error) { try UnverifiedReceipt(row.bytes) }
    }

    @Test("DER-01 the size of the input is checked first")
    func size() {
        var limits = ReceiptLimits()
        limits.maximumInputSize = 3
        #expect(throws: FormatError(.limitExceeded(.input, allowed: 3), offset: 0)) {
            try UnverifiedReceipt(Array("{}{}".utf8), limits: limits)
        }
        #expect(throws: FormatError(.emptyInput, offset: 0)) { try UnverifiedReceipt([], limits: limits) }
    }

    @Test("Large inputs that aren't a receipt are rejected quickly")
    func large() {
        let others: [(first: String, reason: FormatError.Reason)] = [
            ("{\"", .transactionReceipt), ("{", .transactionReceipt), (" ", .notReceipt(looksLike: .unknown)),
            ("<", .notReceipt(looksLike: .markup)), ("[", .notReceipt(looksLike: .json)),
            ("-", .notReceipt(looksLike: .pem)), ("M", .notReceipt(looksLike: .base64)),
        ]
        for (first, reason) in others {
            let bytes = Array(first.utf8) + [UInt8](repeating: 0x20, count: 4_000_000)
            #expect(InputFormat.detect(bytes) == reason, "\(first)")
        }
    }
}
