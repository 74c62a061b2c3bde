import Foundation
import ReceiptKitTesting
import TestSupport
import Testing

@Suite("receipt inspect has nothing that other programs have not")
struct UserInspectTests {
    @Test("A program without access to the package's own names shows the same", arguments: Fixtures.entries)
    func same(_ entry: Fixtures.Entry) throws {
        let files = ["x": entry.bytes]
        let shown = try Receipt.run(["inspect", "x", "--format", "json"], files: files).object
        let program = Receipt.executable.deletingLastPathComponent().appendingPathComponent("user-inspect")
        let user = try Program.run(program, ["x"], files: files).object
        #expect(user["receipt"] == shown["receipt"])
        #expect(user["error"]?.string == shown.errorCode)
        #expect(user["certificates"]?.array == shown["certificates"]?.array?.compactMap { $0["sha256"] })
        #expect(Self.outline(user["attributes"]) == Self.outline(shown["attributes"]))
    }

    @Test("So it does of JWS and JSON bodies", arguments: JWSFixture.all)
    func jwsList(_ fixture: JWSFixture) throws {
        let files = ["x": try Fixtures.file(fixture.file)]
        let shown = try Receipt.run(["inspect", "x", "--format", "json"], files: files).object
        let program = Receipt.executable.deletingLastPathComponent().appendingPathComponent("user-inspect")
        try compare(try Program.run(program, ["x"], files: files).object, shown)
    }

    @Test("So it does of transaction receipts", arguments: [nil, "length-short", "unclosed"])
    func transactionReceipt(_ name: String?) throws {
        let defects = TransactionReceiptDefect.all.filter { $0.name == name }
        let issued = try TestAuthority.standard.issue(TestTransactionReceipt(), defects: defects)
        let files = ["x": issued.bytes]
        let shown = try Receipt.run(["inspect", "x", "--format", "json"], files: files).object
        let program = Receipt.executable.deletingLastPathComponent().appendingPathComponent("user-inspect")
        let user = try Program.run(program, ["x"], files: files).object
        for name in ["kind", "signature", "claimedEnvironment", "signatureVersion", "purchaseInfo", "unsigned"] {
            #expect(user[name] == shown[name], "\(name)")
        }
        #expect(user["error"]?.string == shown.errorCode)
        #expect(user["certificates"]?.array == shown["certificates"]?.array?.compactMap { $0["sha256"] })
    }

    private func compare(_ user: JSON, _ shown: JSON) throws {
        for name in ["member", "signature", "receipt"] { #expect(user[name] == shown[name], "\(name)") }
        if let kind = user["kind"] { #expect(kind == shown["kind"]) }
        #expect(user["error"]?.string == shown.errorCode)
        #expect(user["certificates"]?.array == (shown["certificates"]?.array ?? []).compactMap { $0["sha256"] })
        for (own, name) in [("header", "header"), ("claims", "claims")] {
            guard case .object(let members)? = user[own], case .object(let all)? = shown[name] else {
                #expect(shown[name] == nil, "\(name)")
                continue
            }
            #expect(Set(members.keys) == Set(all.keys))
            for (key, value) in members {
                let text = try #require(value.string)
                #expect(try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) == all[key], "\(key)")
            }
        }
        let parts = shown["evidence"]?.array ?? []
        #expect((user["parts"]?.array ?? []).count == parts.count)
        for (user, shown) in zip(user["parts"]?.array ?? [], parts) { try compare(user, shown) }
    }

    private static func outline(_ attributes: JSON?) -> [JSON] {
        (attributes?.array ?? []).map { attribute in
            var members: [String: JSON] = [:]
            for name in ["type", "version", "meaning", "offset", "hex"] { members[name] = attribute[name] }
            if let name = attribute["name"]?.string { members["name"] = .string(name) }
            members["value"] = attribute["value"] ?? attribute["text"] ?? attribute["number"]
            if attribute["attributes"] != nil { members["attributes"] = .array(outline(attribute["attributes"])) }
            return .object(members)
        }
    }
}
