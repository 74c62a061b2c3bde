import Foundation
import ReceiptKit
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("receipt inspect")
struct InspectTests {
    @Test("shows every attribute of every fixture in order", arguments: Fixtures.entries.sample(12))
    func fixtures(_ entry: Fixtures.Entry) throws {
        let result = try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": entry.bytes])
        let object = try result.object
        #expect(object.verdict == "unverified")
        #expect(result.status == (object["error"] == nil ? 0 : 1))
        // If the container can't be read, only some parts are shown; if it can, they must equal what the kit wrote.
        if object["error"] == nil || !(object["attributes"]?.array ?? []).isEmpty {
            #expect(JSON.array(Self.outline(object["attributes"])) == entry.expected["attributes"])
        }
        if object["error"] == nil { #expect(object["receipt"] == entry.expected["receipt"]) }
    }

    private static func outline(_ attributes: JSON?) -> [JSON] {
        (attributes?.array ?? []).map { attribute in
            var members: [String: JSON] = [:]
            members["type"] = attribute["type"]
            members["version"] = attribute["version"]
            members["value"] = attribute["hex"]
            if attribute["attributes"] != nil { members["attributes"] = .array(outline(attribute["attributes"])) }
            return .object(members)
        }
    }

    @Test(
        "shows what an independent decoder found in real receipts", .enabled(if: Corpus.isAvailable),
        arguments: Corpus.entries.sample(3))
    func corpus(_ entry: Corpus.Entry) throws {
        let object = try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": entry.bytes]).object
        let attributes = try #require(object["attributes"]?.array)
        compare(attributes, entry.expected.attributes)
        let purchases = attributes.compactMap { $0["attributes"]?.array }
        #expect(purchases.count == entry.expected.inApp.count)
        for (shown, expected) in zip(purchases, entry.expected.inApp) { compare(shown, expected) }
        #expect(object["certificates"]?.array?.count == (entry.expected.chainsToAppleRoot ? 3 : 1))
    }

    private func compare(_ shown: [JSON], _ expected: [Corpus.Attribute]) {
        #expect(shown.map { $0["type"] } == expected.map { .number(Double($0.type)) })
        #expect(shown.map { $0["version"] } == expected.map { .number(Double($0.version)) })
        #expect(shown.map { ($0["hex"]?.string ?? "").utf8.count } == expected.map { $0.len * 2 })
        for (shown, expected) in zip(shown, expected) where expected.tag != "SET" {
            switch expected.value {
            case .text(let text): #expect(shown["value"] == .string(text), "\(expected.type)")
            case .number(let number): #expect(shown["value"] == .string(String(number)), "\(expected.type)")
            case nil: Issue.record("the sidecar has no value for \(expected.type)")
            }
        }
    }

    @Test("shows what the certificates say")
    func certificates() throws {
        let result = try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": InputTests.trial])
        let certificates = try #require(try result.object["certificates"]?.array)
        #expect(certificates.map { $0["position"] } == [.number(1), .number(2), .number(3)])
        #expect(certificates.map { $0["markers"]?.array?.count } == [1, 1, 0])
        for (issued, issuer) in zip(certificates, certificates.dropFirst()) {
            #expect(issued["issuer"] == issuer["subject"])
        }
        for key in ["notBefore", "notAfter"] {
            #expect(certificates.allSatisfy { $0[key]?.string?.hasSuffix("Z") == true }, "\(key)")
        }
        for key in ["serialNumber", "sha256", "keySHA256"] {
            #expect(certificates.allSatisfy { $0[key]?.string?.allSatisfy(\.isHexDigit) == true }, "\(key)")
        }
        #expect(certificates.first?["signatureAlgorithm"] == .string("sha256WithRSAEncryption"))
        let text = try Receipt.run(["inspect", "x"], files: ["x": InputTests.trial]).text
        let keys = try TestAuthority.standard.sha256.certificates.map { try Fingerprint(ofKeyIn: $0.encoded()) }
        for (certificate, key) in zip(certificates, keys) {
            let key = try #require(key).description
            #expect(certificate["keySHA256"] == .string(key))
            #expect(text.contains("SHA-256 of the key " + key))
        }
    }

    @Test("reports the error of other input once")
    func otherFormat() throws {
        let result = try Receipt.run(["inspect", "-"], input: Array("<html>".utf8))
        #expect(result.status == 1)
        #expect(result.lines.filter { $0.contains("HTML") }.count == 1)
        #expect(!result.text.contains("DER"))
    }

    @Test("shows the fields of whole content in a broken container", arguments: ["trailing", "truncated"])
    func brokenContainer(_ kind: String) throws {
        let bytes = kind == "trailing" ? InputTests.trial + [0] : InputTests.trial.dropLast()
        let object = try Receipt.run(["inspect", "x", "--format", "json"], files: ["x": bytes]).object
        #expect(object.errorCode == "der.\(kind)")
        #expect(object["receipt"]?["bundleID"] == .string("com.example.app"))
    }

    @Test("shows the longest text that an attribute may have, and of a longer one that it is bytes")
    func longText() throws {
        for (count, isText) in [(65_532, true), (65_533, false)] {
            let value = TestDER.utf8String(String(repeating: "abcdefg ", count: 8_192).prefix(count).description)
            let receipt = TestReceipt().with { $0.otherAttributes = [TestAttribute(99, value: value)] }
            let files = ["x": try TestAuthority.standard.sign(receipt)]
            let lines = try Receipt.run(["inspect", "x"], files: files).lines
            #expect(
                lines.count { $0.hasSuffix(String(repeating: "abcdefg ", count: 8_191) + "abcd") } == (isText ? 1 : 0))
            #expect(lines.contains { $0.contains(" 65537 bytes: 0c82fffd61626364") } == !isText)
            let object = try Receipt.run(["inspect", "x", "--format", "json"], files: files).object
            let attribute = try #require(object["attributes"]?.array?.first { $0["type"] == .number(99) })
            #expect(attribute["hex"]?.string?.utf8.count == 2 * (count + 4))
            #expect(
                attribute["value"]?.string?.prefix(16) == (isText ? "abcdefg abcdefg " : "0c82fffd61626364"))
            #expect(isText || attribute["value"] == attribute["hex"])
        }
    }

    @Test("shows the beginning of bytes that are longer than any attribute may be")
    func longOctets() throws {
        for (count, shown) in [(65_536, 65_536), (65_537, 64)] {
            let receipt = TestReceipt().with {
                $0.otherAttributes = [TestAttribute(6, value: Array(repeating: 0xAA, count: count))]
            }
            let result = try Receipt.run(["inspect", "x"], files: ["x": try TestAuthority.standard.sign(receipt)])
            #expect(result.text.contains("\(count) bytes:"))
            #expect(result.text.contains("aa…") == (shown < count))
            let hex = result.text.components(separatedBy: "\(count) bytes:").last?.filter { $0 == "a" }.count ?? 0
            #expect((hex >= 2 * shown) && (hex < 2 * shown + 400))
        }
    }

    @Test("says that nothing is verified, with number, name or meaning, and value")
    func text() throws {
        let result = try Receipt.run(["inspect", "x"], files: ["x": InputTests.trial])
        #expect(result.status == 0)
        #expect(result.lines.first?.contains("NOT VERIFIED") == true)
        for part in [
            "    12  creationDate                 2024-05-01T12:00:00Z\n",
            "     8  First issued (production)    2024-05-01T12:00:00Z\n", "(receipt signer)",
            "     4  opaqueValue, version 2       16 bytes: a0bd9af7d4310e6b48a5829ffcd93613\n",
            "     7  Opaque                       51 bytes: 3c35a4d2",
            "    17  purchases\n        1709  Unknown, always empty  (empty)\n",
            "1702  productID              com.example.monthly\n",
        ] {
            #expect(result.text.contains(part), "\(part)")
        }
        #expect(!result.output.contains(0x1B))
    }

    @Test(
        "shows the rest of a truncated receipt, and the position of the error", arguments: [700, 1_500, 3_000, 5_000])
    func truncated(_ count: Int) throws {
        let files = ["x": Array(InputTests.trial.prefix(count))]
        let result = try Receipt.run(["inspect", "x"], files: files)
        #expect(result.status == 1)
        #expect(result.text.contains("der.truncated"))
        #expect(result.text.contains("appVersion"))
        let object = try Receipt.run(["inspect", "x", "--format", "json"], files: files).object
        #expect(object.errorCode == "der.truncated")
        #expect((object["receipt"] == nil) == (count < 3_000))
        #expect((object["attributes"]?.array ?? []).count > 5)
    }
}
