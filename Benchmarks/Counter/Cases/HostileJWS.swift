import ReceiptKit
import ReceiptKitTesting

/// A JWS without a valid signature that keeps a verifier busy, of any size up to the limit. Anyone can create one. Its
/// header is genuine, so that the verifier gets as far as possible.
struct HostileJWS: Sendable {
    let name: String
    let code: String
    /// Returns the payload's members after `transactionId` and `signedDate`, of approximately this size in bytes.
    let members: @Sendable (_ size: Int) -> String

    /// The size of a payload that, with Apple's header, makes a JWS of nearly 1 MiB.
    static let largest = ((1 << 20) - 6_000) / 4 * 3

    func text(_ size: Int) throws -> String {
        let issued = try TestAuthority.standard.issue(JWSCases.jws())
        let members = members(size)
        let date = members.contains("signedDate\":") ? "" : "\"signedDate\":1714564800000,"
        let payload = "{\"transactionId\":\"1\",\(date)\(members)}"
        var jws = issued.jws
        jws.rawOctets = [.payload: Array(payload.utf8)]
        return jws.text
    }

    static let all: [HostileJWS] = [
        filled("members", "signature.invalid") { "\"\($0)\":0" },
        filled("32 long names", "signature.invalid", members: 32) {
            "\"aaaaaaaaaaaaaaaaaaaaaaaaa\($0 + 1_000_000)\":0"
        },
        filled("33 names", "signature.invalid", members: 33) { "\"\($0)\":0" },
        filled("an escaped name in each object", "signature.invalid", members: 1) { "\"\\u0061\($0)\":0" },
        filled("long names", "signature.invalid") {
            "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\($0)\":0"
        },
        filled("escaped names", "signature.invalid") { number in
            let digits = String(number, radix: 16)
            return
                "\"\\u4e00\\u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits.suffix(4))\(number >> 16)\":0"
        },
        filled("names of members", "signature.invalid") { "\"signedDat\($0)\":0" },
        filled("objects", "signature.invalid") { "\"\($0)\":{\"a\":{\"b\":{}}}" },
        value("a name in each object", "signature.invalid", "[", "{\"a\":0},", "0]"),
        value("empty arrays", "signature.invalid", "[", "[],", "0]"),
        value(
            "nested arrays", "signature.invalid", "[",
            String(repeating: "[", count: 60) + String(repeating: "]", count: 60) + ",", "0]"),
        value("escapes", "signature.invalid", "\"", "\\u0061", "\""),
        value("surrogates", "signature.invalid", "\"", "\\ud83d\\ude00", "\""),
        value("umlauts", "signature.invalid", "\"", "é", "\""),
        value("numbers", "signature.invalid", "[", "-0.1e-1,", "0]"),
        value("one number", "signature.invalid", "", "1", ""),
        value("white space", "signature.invalid", "", " ", "0"),
        HostileJWS(name: "a date of many digits", code: "payload.malformed") {
            "\"signedDate\":1" + String(repeating: "0", count: $0)
        },
        HostileJWS(name: "a date of many decimals", code: "signature.invalid") {
            "\"unused\":0,\"signedDate\":1714564800000." + String(repeating: "7", count: $0)
        },
        HostileJWS(name: "a name twice", code: "json.repeatedMember") { size in
            let objects = (0..<max(1, size / 1_500)).map { _ in
                "{" + (0..<100).map { "\"name\($0 + 100_000)\":\($0 % 10)" }.joined(separator: ",") + "}"
            }
            return "\"more\":[\(objects.joined(separator: ","))],\"more\":0"
        },
        HostileJWS(name: "too many members", code: "limit.jsonMembers") {
            (0..<max(1_001, $0 / 15)).map { "\"name\($0 + 100_000)\":\($0 % 10)" }.joined(separator: ",")
        },
    ]

    private static func filled(
        _ name: String, _ code: String, members: Int = 1_000, _ member: @escaping @Sendable (Int) -> String
    ) -> HostileJWS {
        HostileJWS(name: name, code: code) { size in
            // Objects with the maximum number of members.
            var text = "\"more\":[{" + member(0)
            var number = 1
            while text.utf8.count < size {
                text += (number.isMultiple(of: members) ? "},{" : ",") + member(number)
                number += 1
            }
            return text + "}]"
        }
    }

    private static func value(
        _ name: String, _ code: String, _ start: String, _ element: String, _ end: String
    ) -> HostileJWS {
        HostileJWS(name: name, code: code) { size in
            "\"more\":" + start + String(repeating: element, count: max(1, size / element.utf8.count)) + end
        }
    }
}
