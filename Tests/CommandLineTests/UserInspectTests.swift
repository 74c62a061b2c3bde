import Foundation
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
