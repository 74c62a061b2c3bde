import Foundation
import TestSupport
import Testing

@Suite("What a file may be")
struct InputTests {
    static let trial: [UInt8] = {
        do { return try Fixtures.file("receipts/trial.receipt") } catch { return [] }
    }()
    static let xcode: [UInt8] = {
        do { return try Fixtures.file("receipts/xcode.receipt") } catch { return [] }
    }()

    /// The byte order mark that Windows editors write before UTF-8.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    static let base64 = Data(trial).base64EncodedString()

    static func wrapped(_ text: String, _ width: Int, _ separator: String) -> String {
        stride(from: 0, to: text.utf8.count, by: width).map { start in
            String(decoding: text.utf8.dropFirst(start).prefix(width), as: UTF8.self)
        }.joined(separator: separator)
    }

    static let forms: [(name: String, bytes: [UInt8])] = [
        ("DER", trial),
        ("base64 on one line", Array(base64.utf8)),
        ("base64 with a last line break", Array((base64 + "\n").utf8)),
        ("base64 in lines of 64", Array(wrapped(base64, 64, "\n").utf8)),
        ("base64 in lines of 76", Array(wrapped(base64, 76, "\n").utf8)),
        ("base64 in lines of 64 with CRLF", Array((wrapped(base64, 64, "\r\n") + "\r\n").utf8)),
        ("base64 in lines of 76 with CRLF", Array(wrapped(base64, 76, "\r\n").utf8)),
        ("base64 behind white space", Array((" \n\t" + base64).utf8)),
        ("base64 behind a byte-order mark", mark + Array(base64.utf8)),
        ("base64 behind a byte-order mark and a line break", mark + Array(("\r\n" + base64).utf8)),
        ("PEM behind a byte-order mark", mark + pem("PKCS7", trial)),
        ("PEM", pem("PKCS7", trial)),
        (
            "PEM with CRLF",
            Array(
                String(decoding: pem("PKCS7", trial), as: UTF8.self).split(separator: "\n")
                    .joined(separator: "\r\n").utf8)
        ),
    ]

    static func pem(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
        let lines = wrapped(Data(bytes).base64EncodedString(), 64, "\n")
        return Array("-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n".utf8)
    }

    @Test("is known by its first byte", arguments: forms)
    func accepted(_ form: (name: String, bytes: [UInt8])) throws {
        let result = try Receipt.verify(["file": form.bytes], ["file"])
        #expect(result.status == 0, "\(form.name): \(result.text)")
        #expect(try result.object.verdict == "verified")
    }

    @Test("may come on standard input", arguments: forms)
    func standardInput(_ form: (name: String, bytes: [UInt8])) throws {
        let result = try Receipt.verify([:], ["-"], input: form.bytes)
        #expect(result.status == 0)
        #expect(try result.object["file"] == .string("-"))
    }

    @Test(
        "may be BER, from Xcode, with its certificate in DER or PEM, also behind a byte-order mark",
        arguments: [0, 1, 2])
    func xcode(_ form: Int) throws {
        let certificate = try Fixtures.file("xcode.cer")
        let pem = Self.pem("CERTIFICATE", certificate)
        let files = ["x": Self.xcode, "xcode.cer": [certificate, pem, Self.mark + pem][form]]
        let result = try Receipt.run(
            [
                "verify", "x", "--bundle-id", "com.example.app", "--any-device", "--environment", "xcode",
                "--xcode-certificate", "xcode.cer", "--format", "json",
            ], files: files)
        #expect(result.status == 0, "\(result.text)\(result.errors)")
    }

    static let others: [(name: String, bytes: [UInt8], code: String)] = [
        ("empty", [], "input.empty"),
        ("only white space", Array(" \n".utf8), "input.empty"),
        ("only a byte-order mark", mark, "input.empty"),
        ("a byte-order mark and white space", mark + Array(" \n".utf8), "input.empty"),
        ("two byte-order marks", mark + mark + Array(base64.utf8), "input.notReceipt"),
        ("a byte-order mark behind a line break", Array("\n".utf8) + mark + Array(base64.utf8), "input.notReceipt"),
        ("a byte-order mark at the end", Array(base64.utf8) + mark, "input.base64"),
        ("DER behind a byte-order mark", mark + trial, "input.base64"),
        ("JSON behind a byte-order mark", mark + Array("[1]".utf8), "json.shape"),
        ("a vertical tab", Array(("\u{B}" + base64).utf8), "input.notReceipt"),
        ("a form feed at the end", Array((base64 + "\u{C}").utf8), "input.base64"),
        ("a form feed behind PEM", pem("PKCS7", trial) + [0x0C], "der.trailing"),
        ("HTML", Array("<!DOCTYPE html><html></html>".utf8), "input.notReceipt"),
        ("JSON", Array("{\"status\": 21002}".utf8), "evidence.empty"),
        ("a JSON array", Array("[1]".utf8), "json.shape"),
        ("a PEM certificate", pem("CERTIFICATE", [0x30, 0]), "input.notReceipt"),
        ("PEM without an end", pem("PKCS7", trial).dropLast(40), "input.notReceipt"),
        ("PEM of another kind at its end", pem("PKCS7", trial).dropLast(27) + pem("CMS", []), "input.notReceipt"),
        ("two receipts in one PEM file", pem("PKCS7", trial) + pem("PKCS7", trial), "der.trailing"),
        ("text behind PEM", pem("PKCS7", trial) + Array("and more".utf8), "der.trailing"),
        ("empty PEM", pem("PKCS7", []), "input.empty"),
        ("a zip archive", Array("PK\u{3}\u{4}".utf8), "input.notReceipt"),
        ("UTF-16", [0xFF, 0xFE] + Array("M".utf8) + [0], "input.utf16"),
        ("zeros", Array(repeating: 0, count: 100), "input.notReceipt"),
        ("an iOS 6 transaction receipt", Array("{\n\t\"signature\" = \"AA==\";\n}".utf8), "transactionReceipt.version"),
        ("a brace", Array("{".utf8), "propertyList.syntax"),
        ("an iOS 6 transaction receipt in base64", Array("ewoJInNpZ25hdHVyZSIgPSAi".utf8), "propertyList.syntax"),
        ("its first letters", Array("ewoJ".utf8), "propertyList.syntax"),
        (
            "a StoreKit 2 transaction without certificates", Array("eyJhbGciOiJFUzI1NiJ9.e30.AAAA".utf8),
            "jws.certificates"
        ),
        ("its first letters", Array("eyJ".utf8), "jws.format"),
        ("a URL-safe alphabet", Array("MIIB-_".utf8), "input.base64"),
        ("words", Array("hello, world".utf8), "input.base64"),
        ("other bytes", [0xFF, 0xFE, 0x00], "input.utf16"),
        ("a truncated receipt", trial.dropLast(), "der.truncated"),
        ("half a receipt", Array(trial.prefix(2_000)), "der.truncated"),
        ("a receipt and a byte", trial + [0], "der.trailing"),
        ("a DER certificate", (try? Fixtures.file("root.cer")) ?? [], "der.tag"),
    ]

    @Test("or else it is rejected with its own code", arguments: others.sample(12))
    func refused(_ other: (name: String, bytes: [UInt8], code: String)) throws {
        let result = try Receipt.verify(["file": other.bytes], ["file"])
        // Input that doesn't look like evidence must not be treated as evidence.
        let isEvidence =
            !["input.empty", "input.notReceipt", "input.utf16"].contains(other.code)
            || other.name.contains("JSON")
        #expect(result.status == (isEvidence ? 1 : 66), "\(other.name)")
        #expect(try result.object.verdict == (isEvidence ? "refused" : "unreadable"), "\(other.name)")
        #expect(try result.object.errorCode == other.code, "\(other.name): \(result.text)")
        let inspected = try Receipt.run(["inspect", "file", "--format", "json"], files: ["file": other.bytes])
        #expect(inspected.status == 1)
        #expect(try inspected.object.errorCode == other.code)
    }

    @Test("An endless file ends")
    func endless() throws {
        let result = try Receipt.verify([:], ["/dev/zero"])
        #expect(result.status == 1)
        #expect(try result.object.errorCode == "limit.input")
    }
}
