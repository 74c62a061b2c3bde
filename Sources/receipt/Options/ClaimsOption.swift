import ArgumentParser
import ReceiptFields
import ReceiptKitTesting

/// Members to set in a JWS, as a JSON object with Apple's names. null removes a member.
enum ClaimsOption {
    @Sendable static func claims(_ argument: String) throws -> TestJSONObject {
        let text = Array(argument.utf8)[...]
        var claims = TestJSONObject()
        do throws(FormatError) {
            try JSONReader.read(whole: text) { (json) throws(JSONError) in
                try json.require(.object, "members of a JWS", in: "")
                try json.object { (json, name) throws(JSONError) in
                    let isAbsent = json.next() == .null
                    let value = String(decoding: text.part(try json.skip()), as: UTF8.self)
                    let name = String(decoding: text.part(name.contents), as: UTF8.self)
                    claims.append(name, isAbsent ? "" : value)
                }
            }
        } catch { throw ValidationError("--claims: \(error).") }
        return claims
    }
}
