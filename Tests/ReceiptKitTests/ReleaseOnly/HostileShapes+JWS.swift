import ReceiptKitTesting
import TestSupport

extension HostileShape {
    /// The longest JWS that an attacker can create: with a genuine header, so that a verifier gets as far as the
    /// signature, which is from another JWS.
    static let jws: [HostileShape] = [
        payload("JWS-18 members beyond 1,000", "limit.jsonMembers") { size in
            "\"signedDate\":1714564800000," + (0..<size / 10).map { "\"\($0)\":0" }.joined(separator: ",")
        },
        list("JWS-12 objects of names that are compared in pairs", "\"0000000\":0", members: 23) {
            "\"\(String(repeating: "a", count: 25))\($0)\":0"
        },
        list("JWS-12 objects of one name more", "\"0000000\":0", members: 24) { "\"\($0)\":0" },
        list("JWS-12 objects of one name with escapes", "\"0000000\":0", members: 1) { "\"\\u0061\($0)\":0" },
        list("JWS-12 as many names as there is room for", "\"0000000\":0") { "\"\($0)\":0" },
        list("JWS-12 long names", "\"0000000\":0") {
            "\"\(String(repeating: "a", count: 60))\($0)\":0"
        },
        list("JWS-12 names with escapes", "\"0000000\":0") { "\"\\u4e00\($0)\":0" },
        list("JWS-12 names that are nearly members", "\"0000000\":0") { "\"signedDat\($0)\":0" },
        list("JWS-12 objects in objects", "\"0000000\":0") { "\"\($0)\":{\"a\":{\"b\":{}}}" },
        list("JWS-12 the name that stands twice is the last", "\"a\":0,\"a\":0", "json.repeatedMember") {
            "\"\($0)\":0"
        },
        value("JWS-18 empty arrays", "[", "[],", "0]"), value("JWS-18 an object each", "[", "{\"a\":0},", "0]"),
        value(
            "JWS-18 arrays as deep as they may be", "[",
            String(repeating: "[", count: 60) + String(repeating: "]", count: 60) + ",", "0]"),
        value("JWS-18 escapes", "\"", "\\u0061", "\""), value("JWS-18 surrogates", "\"", "\\ud83d\\ude00", "\""),
        value("JWS-18 characters of several bytes", "\"", "é", "\""), value("JWS-18 numbers", "[", "-0.1e-1,", "0]"),
        value("JWS-18 a number of many digits", "", "1", ""), value("JWS-18 white space", "", " ", "0"),
        value("JWS-18 a long text", "\"", "a", "\""),
        payload("TIM-09 a date of many digits", "payload.malformed") {
            "\"signedDate\":1" + String(repeating: "0", count: $0)
        },
        payload("TIM-09 a date of many decimals", "signature.invalid") {
            "\"signedDate\":1714564800000." + String(repeating: "7", count: $0)
        },
        HostileShape("JWS-10 a certificate as long as the header may be", .jws, "limit.certificateSize") {
            try changed { jws in
                let octets = [UInt8](repeating: 0, count: 22_000)
                jws.setCertificates([octets, [0], [0]].map(TestText.base64))
            }
        },
        HostileShape("JWS-05 a header of certificates alone", .jws, "jws.certificates") {
            try changed { $0.setCertificates([String](repeating: "", count: 10_000)) }
        },
    ]

    /// A valid chain, which anyone can have, and a signature that isn't its signer's, for a verifier that has another
    /// JWS's chain in its cache, and for a new one.
    static let jwsChain = [
        ("CHN-25 a valid chain without a valid signature, warm", Way.jws),
        ("CHN-25 a valid chain without a valid signature, cold", .newJWS),
    ].map { name, way in
        HostileShape(name, way, "signature.invalid") {
            let issued = try TestAuthority.standard.issue(TestTransaction(.exampleSubscription))
            var (jws, chain) = (issued.jws, issued.chain)
            chain.signer.serialNumber = [0x10, 1]
            jws.setCertificates(try chain.certificates.map { TestText.base64(try $0.encoded()) })
            return Array(jws.text.utf8)
        }
    }

    /// Returns an honest JWS of about this size: a purchase of many items, because `advancedCommerceInfo` is Apple's
    /// only list without a limit. It can't be shorter than an ordinary JWS.
    static func honestJWS(size: Int) throws -> [UInt8] {
        let item = { (number: Int) in
            "{\"SKU\":\"com.example.lesson.\(number + 10_000)\",\"description\":\"A lesson of the course\",\"displayName\":\"Lesson\",\"price\":990}"
        }
        let count = max(0, size / 4 * 3 - 5_000) / (item(0).utf8.count + 1)
        var transaction = TestTransaction(.exampleSubscription)
        if count > 0 {
            let items = (0..<count).map(item).joined(separator: ",")
            transaction.changes.set("advancedCommerceInfo", "{\"items\":[\(items)]}")
        }
        return Array(try TestAuthority.standard.sign(transaction).utf8)
    }

    /// The payload size that, with Apple's header, makes nearly 1 MiB.
    private static let largest = ((1 << 20) - 6_000) / 4 * 3

    private static func changed(_ change: (inout TestJWS) -> Void) throws -> [UInt8] {
        var jws = try TestAuthority.standard.issue(TestTransaction(.exampleSubscription)).jws
        change(&jws)
        return Array(jws.text.utf8)
    }

    private static func payload(
        _ name: String, _ code: String, _ members: @escaping @Sendable (_ size: Int) -> String
    ) -> HostileShape {
        HostileShape(name, .jws, code) {
            let payload = "{\"transactionId\":\"1\",\(members(largest))}"
            return try changed { $0.rawOctets = [.payload: Array(payload.utf8)] }
        }
    }

    private static func list(
        _ name: String, _ last: String, _ code: String = "signature.invalid", members: Int = 999,
        _ member: @escaping @Sendable (_ number: Int) -> String
    ) -> HostileShape {
        payload(name, code) { size in
            // Objects with the maximum number of members.
            var text = "\"signedDate\":1714564800000,\"more\":[{"
            var number = 1_000_000
            while text.utf8.count < size - last.utf8.count - 100 {
                if number > 1_000_000 { text += (number - 1_000_000).isMultiple(of: members) ? "},{" : "," }
                text += member(number)
                number += 1
            }
            return text + "," + last + "}]"
        }
    }

    private static func value(
        _ name: String, _ start: String, _ element: String, _ end: String
    ) -> HostileShape {
        payload(name, "signature.invalid") { size in
            let more = start + String(repeating: element, count: (size - 100) / element.utf8.count) + end
            return "\"signedDate\":1714564800000,\"more\":\(more)"
        }
    }
}
