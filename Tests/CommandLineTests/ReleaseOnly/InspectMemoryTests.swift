import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

/// Anyone may have written what `inspect` shows, so showing it must take no more memory than reading it. The same
/// applies to input that `verify` rejects.
@Suite(
    "The memory of receipt inspect and verify", .serialized,
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
struct InspectMemoryTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: @Sendable () throws -> [UInt8]

        init(_ name: String, _ bytes: @escaping @Sendable () throws -> [UInt8]) {
            testDescription = name
            self.bytes = bytes
        }
    }

    /// Stay below the limit for the input, which would reject it otherwise.
    private static let large = (10 << 20) - 20_000

    /// Repeats `element` up to `size` bytes.
    private static func repeated(_ element: [UInt8], _ size: Int = large) -> [UInt8] {
        [UInt8](copies: size / element.count, of: element)
    }

    /// Doesn't use ``TLV``, which takes a second for this size in a debug build.
    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + TLV.length(content.count) + content
    }

    private static func attribute(_ type: Int64, _ value: [UInt8]) -> [UInt8] {
        element(0x30, TLV.integer(type) + TLV.integer(1) + element(0x04, value))
    }

    /// Returns a container with the required attributes and these, and the signature of other content.
    private static func receipt(_ attributes: [UInt8]) throws -> [UInt8] {
        let required = TestReceipt().payload.attributes.filter { $0.type != 17 }.flatMap(\.encoded)
        var signed = try TestSignedData(content: [1], chain: TestAuthority.standard.sha256, digest: .sha256)
        signed.content = element(0x31, required + attributes)
        return signed.encoded
    }

    private static func text(_ octets: [UInt8], _ size: Int = large) -> [UInt8] {
        element(0x0C, repeated(octets, size))
    }

    private static func purchase(_ attributes: [UInt8]) -> [UInt8] { attribute(17, element(0x31, attributes)) }

    private static let purchaseWithLongTexts = purchase(
        Array(
            [
                attribute(1701, TLV.integer(1)), attribute(1702, TLV.utf8("a")),
                attribute(1703, TLV.utf8("1")), attribute(1704, TLV.ia5("2024-01-01T00:00:00Z")),
                attribute(1721, TLV.utf8(String(repeating: "é", count: 190))),
            ].joined()))

    /// Returns a JWS with these members and an invalid signature. By default it has as many members as fit, in objects
    /// of 1,000.
    private static func jws(_ members: String = "\"x\":[" + objects(72_000) + "]") -> String {
        var jws = TestJWS(payload: TestJSONObject(), certificates: [[1], [2], [3]])
        jws.rawOctets[.payload] = Array("{\"signedDate\":1714564800000,\"transactionId\":\"1\",\(members)}".utf8)
        jws.signature = [UInt8](repeating: 0, count: 64)
        return jws.text
    }

    /// Returns objects with 1,000 distinct names each.
    private static func objects(_ count: Int) -> String {
        (0..<count / 1_000).map { object in
            "{" + (0..<1_000).map { "\"\(object * 1_000 + $0 + 1_000_000)\":0" }.joined(separator: ",") + "}"
        }.joined(separator: ",")
    }

    /// JSON bodies of nearly the maximum size.
    static let bodies: [Shape] = [
        Shape("a JSON body of distinct names") {
            Array(("{" + (0..<1_380_000).map { "\"\($0 + 1_000_000)\":0" }.joined(separator: ",") + "}").utf8)
        },
        Shape("a JSON body of objects of distinct names") {
            Array("{\"signedTransactionInfo\":\"a.b.c\",\"x\":[\(objects(1_380_000))]}".utf8)
        },
        Shape("a JSON body of long names") {
            let name = String(repeating: "a", count: 16_700)
            return Array(("{" + (0..<1_000).map { "\"\(name)\($0)\":0" }.joined(separator: ",") + "}").utf8)
        },
    ]

    static let shapes: [Shape] = [
        Shape("a text of control characters") { try receipt(attribute(99, text([0]))) },
        Shape("a purchase with attributes without end") { try receipt(purchase(repeated(attribute(99, [])))) },
        Shape("a JWS of members without end") { Array(jws().utf8) },
        Shape("a JWS of items without end") {
            Array(jws(#""advancedCommerceInfo":{"items":[{}"# + String(repeating: ",{}", count: 260_000) + "]}").utf8)
        },
        Shape("a JWS of malformed items without end") {
            Array(
                jws(#""advancedCommerceInfo":{"items":[{"SKU":0}"# + String(repeating: ",0", count: 390_000) + "]}")
                    .utf8)
        },
        Shape("a JWS of refunds without end") {
            let refunds = "{\"refunds\":[{}" + String(repeating: ",{}", count: 1_000) + "]}"
            let items = [String](repeating: refunds, count: 255).joined(separator: ",")
            return Array(jws("\"advancedCommerceInfo\":{\"items\":[\(items)]}").utf8)
        },
        Shape("a JSON body of such JWS") {
            let list = [String](repeating: "\"\(jws())\"", count: 10).joined(separator: ",")
            return Array("{\"signedTransactions\":[\(list)]}".utf8)
        },
        Shape("a JSON body of JWS without end") {
            let list = [String](repeating: "\"eyJ.e30.AAAA\"", count: 600_000).joined(separator: ",")
            return Array("{\"signedTransactions\":[\(list)]}".utf8)
        },
        Shape("a text from right to left") { try receipt(attribute(99, text([0xE2, 0x80, 0xAE]))) },
        Shape("a text of one letter with accents") { try receipt(attribute(99, text([0xCC, 0x81]))) },
        Shape("octets") { try receipt(attribute(6, [UInt8](repeating: 0xAA, count: large))) },
        Shape("texts of the greatest length") { try receipt(repeated(attribute(99, text([0], 65_532)))) },
        Shape("a purchase with texts without end") {
            try receipt(purchase(repeated(attribute(1702, TLV.utf8("\0\0")))))
        },
        Shape("a purchase with purchases without end") { try receipt(purchase(repeated(attribute(17, [])))) },
        Shape("the same cut off") { try receipt(purchase(repeated(attribute(17, [])))).dropLast(6_000) },
        Shape("attributes without end") { try receipt(repeated(attribute(99, []))) },
        Shape("purchases without end") { try receipt(repeated(purchase([]))) },
        Shape("as many purchases as are allowed, with long texts") {
            try receipt(repeated(purchaseWithLongTexts, min(large, 20_000 * purchaseWithLongTexts.count)))
        },
        Shape("the same in base64") {
            let bytes = try receipt(repeated(purchaseWithLongTexts, min(large, 20_000 * purchaseWithLongTexts.count)))
            return Array(Data(bytes).base64EncodedString().utf8)
        },
        Shape("certificates of names") {
            var signed = try TestSignedData(content: [0x31, 0], chain: TestAuthority.standard.sha256, digest: .sha256)
            var root = try #require(TestAuthority.standard.sha256.root)
            let name = TLV.set(TLV.sequence(TLV.oid(2, 5, 4, 3), TLV.utf8("\u{202E}")))
            root.rawFields[.subject] = element(0x30, repeated(name, 3_500))
            root.rawFields[.issuer] = root.rawFields[.subject]
            signed.certificates = [[UInt8]](repeating: try root.encoded(), count: 10)
            return signed.encoded
        },
    ]

    @Test("of verify is at most 100 MB, with a JSON body of the greatest size", arguments: bodies.sample(1))
    func verify(_ shape: Shape) throws {
        let kilobytes = try peak(
            "verify --bundle-id com.example.app --any-device", shape.bytes(), contains: "\u{2717} refused")
        print("verify memory: \(shape.testDescription): \(kilobytes / 1_000) MB")
        #expect(kilobytes <= 100_000)
    }

    @Test("is at most 100 MB, as text and as JSON", arguments: (shapes + bodies).sample(1))
    func peak(_ shape: Shape) throws {
        let bytes = try shape.bytes()
        for format in ["text", "json"] {
            let kilobytes = try peak(
                "inspect --format \(format)", bytes,
                contains: format == "json" ? "\"verdict\":\"unverified\"" : "NOT VERIFIED")
            print("inspect memory: \(shape.testDescription), \(format): \(kilobytes / 1_000) MB")
            #expect(kilobytes <= 100_000)
        }
    }

    @Test("of a batch of lines of the greatest size is at most 100 MB", arguments: ["0", #""\/""#, "{}"])
    func batch(_ element: String) throws {
        let line = Self.repeated(Array((element + ",").utf8), 16_600_000).dropLast()
        let kilobytes = try peak(
            script: """
                mkfifo next
                '\(Receipt.executable.path)' ledger --batch --jobs 2 --any-bundle-id --any-device < next > output 2> errors &
                exec 3> next
                for line in 1 2 3 4 5 6; do cat hostile >&3; done
                for wait in $(seq 600); do [ "$(wc -l < output)" -lt 6 ] || break; sleep 0.1; done
                """, Array(#"{"evidence":["#.utf8) + line + Array("]}\n".utf8), contains: #""code":"limit.evidence""#)
        print("batch memory: a list of \(element): \(kilobytes / 1_000) MB")
        #expect(kilobytes <= 100_000)
    }

    /// Returns the peak of resident memory in kB while a command reads a file.
    private func peak(_ command: String, _ bytes: [UInt8], contains text: String) throws -> Int {
        // When it opens the second file, it has shown the first one, and waits for a writer.
        try peak(
            script: """
                mkfifo next
                '\(Receipt.executable.path)' \(command) hostile next > output &
                exec 3> next
                """, bytes, contains: text)
    }

    /// Returns the same for a program started by a script, which runs until descriptor 3 is closed.
    private func peak(script: String, _ bytes: [UInt8], contains text: String) throws -> Int {
        let result = try Program.run(
            URL(fileURLWithPath: "/bin/sh"),
            [
                "-c",
                """
                \(script)
                grep VmHWM: "/proc/$!/status"
                exec 3>&-
                wait $!
                head -c 3000 output
                """,
            ], files: ["hostile": bytes])
        let status = try #require(result.lines.first)
        #expect(result.text.contains(text))
        return try #require(Int(status.filter(\.isNumber)), "\(status) \(result.errors)")
    }
}
