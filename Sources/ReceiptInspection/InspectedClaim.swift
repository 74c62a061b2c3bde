internal import ReceiptFields

/// A member of a JWS's header or payload, as it stands there.
public struct InspectedClaim: Sendable, Hashable {
    /// The member's name.
    public let name: String
    /// The member's value as JSON, without the white space that may stand between its parts.
    public let json: String
    /// The value, if it is a text.
    public let text: String?
    /// The members of the value, if it is an object and this is a member of the payload itself.
    public let members: [InspectedClaim]

    /// The members of an object, in its order; none, if it is not JSON.
    static func members(of object: [UInt8]) -> [InspectedClaim] {
        json(object) { (json) throws(JSONError) in
            var claims: [InspectedClaim] = []
            try read(&json, of: object, into: &claims, isNested: false)
            return claims
        } ?? []
    }

    /// An object's text on one line, or nil if it is not JSON.
    static func object(_ text: [UInt8]) -> String? {
        json(text) { (json) throws(JSONError) in try json.object { (_, _) in } }.map { withoutWhiteSpace(text[...]) }
    }

    /// The texts in an array that is a member of an object.
    static func texts(_ name: String, of object: [UInt8]) -> [[UInt8]] {
        json(object) { (json) throws(JSONError) in
            var texts: [[UInt8]] = []
            try json.object { (json, found) throws(JSONError) in
                guard json.string(found, is: name), json.next() == .array else { return }
                try json.array { (json) throws(JSONError) in
                    guard json.next() == .string, texts.count < most else { return }
                    texts.append(json.unescaped(try json.string()))
                }
            }
            return texts
        } ?? []
    }

    /// The most texts. JWS have three certificates.
    private static let most = 10

    /// What `read` makes of a text, or nil if that is not JSON.
    private static func json<T>(_ text: [UInt8], _ read: (inout JSONReader) throws(JSONError) -> T) -> T? {
        do throws(JSONError) {
            return try JSONReader.read(text[...], limits: JSONLimits(maximumSize: text.count), read)
        } catch { return nil }
    }

    private static func read(
        _ json: inout JSONReader, of text: [UInt8], into claims: inout [InspectedClaim], isNested: Bool
    ) throws(JSONError) {
        try json.object { (json, name) throws(JSONError) in
            let name = json.text(name)
            var value: String?
            var members: [InspectedClaim] = []
            let kind = json.next()
            let start = json.position
            if kind == .string {
                value = json.text(try json.string())
            } else if kind == .object, !isNested {
                try read(&json, of: text, into: &members, isNested: true)
            } else {
                try json.skip()
            }
            let compact = withoutWhiteSpace(text[start..<json.position])
            claims.append(InspectedClaim(name: name, json: compact, text: value, members: members))
        }
    }

    /// JSON on one line: outside texts white space means nothing.
    static func withoutWhiteSpace(_ json: ArraySlice<UInt8>) -> String {
        var isText = false
        var isEscaped = false
        let octets = json.filter { octet in
            if isText {
                if !isEscaped, octet == UInt8(ascii: "\"") { isText = false }
                isEscaped = !isEscaped && octet == UInt8(ascii: "\\")
                return true
            }
            isText = octet == UInt8(ascii: "\"")
            return !WhiteSpace.contains(octet)
        }
        return String(decoding: octets, as: UTF8.self)
    }
}
