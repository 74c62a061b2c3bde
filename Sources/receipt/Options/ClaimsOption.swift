import ArgumentParser
import ReceiptFields
import ReceiptKitTesting

/// Members to put into a JWS, as a JSON object under Apple's names. null takes a member out.
enum ClaimsOption {
    @Sendable static func claims(_ argument: String) throws -> TestJSONObject {
        let text = Array(argument.utf8)
        var claims = TestJSONObject()
        do throws(FormatError) {
            try JSONReader.read(whole: text[...]) { (json) throws(JSONError) in
                try json.require(.object, "members of a JWS", in: "")
                try json.object { (json, name) throws(JSONError) in
                    let isAbsent = json.next() == .null
                    let value = try json.skip()
                    claims.append(word(text, name.contents), isAbsent ? "" : word(text, value))
                }
            }
        } catch { throw ValidationError("--claims: \(error).") }
        return claims
    }

    private static func word(_ text: [UInt8], _ range: Range<Int>) -> String {
        String(decoding: text.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    }
}
