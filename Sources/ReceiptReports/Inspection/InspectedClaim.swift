internal import ReceiptFields

/// A member of a JWS's header or payload, as it stands there.
package struct InspectedClaim: Sendable, Hashable {
    package let name: String
    /// The member's value as JSON, without the white space that may stand between its parts.
    package let json: String
    /// The value, if it is a text.
    package let text: String?
    /// The members of the value, if it is an object; if it is a list of objects, its elements, under names such as `[0]`. None where there are
    /// too many of them or they are nested too deep.
    package let members: [InspectedClaim]

    /// The members of an object, in its order; none, if it is not JSON.
    static func members(of object: [UInt8]) -> [InspectedClaim] {
        json(object) { (json) throws(JSONError) in
            var room = mostNested
            var claims: [InspectedClaim] = []
            try json.object { (json, name) throws(JSONError) in
                claims.append(try claim(json.text(name), &json, of: object, depth: 0, &room))
            }
            return claims
        } ?? []
    }

    /// An object's text on one line, or nil if it is not JSON.
    static func object(_ text: [UInt8]) -> String? {
        json(text) { (json) throws(JSONError) in try json.object { (_, _) in } }.map {
            JSONWriter.withoutWhiteSpace(text[...])
        }
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

    /// How many claims values are taken apart into at most, and how deep. Apple's are nested five deep:
    /// `advancedCommerceInfo.items[0].refunds[0].refundDate`.
    private static let (mostNested, deepest) = (2_000, 5)

    /// What `read` makes of a text, or nil if that is not JSON.
    private static func json<T>(_ text: [UInt8], _ read: (inout JSONReader) throws(JSONError) -> T) -> T? {
        do throws(FormatError) { return try JSONReader.read(whole: text[...], read) } catch { return nil }
    }

    /// Reads the value of a claim. `room` is for how many more there is room below it and behind it.
    private static func claim(
        _ name: String, _ json: inout JSONReader, of text: [UInt8], depth: Int, _ room: inout Int
    ) throws(JSONError) -> InspectedClaim {
        var value: String?
        var members: [InspectedClaim] = []
        var isList = true
        let kind = json.next()
        let start = json.position
        switch kind {
        case .string: value = json.text(try json.string())
        case .object where depth < deepest:
            try json.object { (json, name) throws(JSONError) in
                room -= 1
                if room >= 0 { members.append(try claim(json.text(name), &json, of: text, depth: depth + 1, &room)) }
            }
        case .array where depth < deepest:
            try json.array { (json) throws(JSONError) in
                isList = isList && json.next() == .object
                room -= 1
                guard isList, room >= 0 else { return }
                members.append(try claim("[\(members.count)]", &json, of: text, depth: depth + 1, &room))
            }
        default: try json.skip()
        }
        let compact = JSONWriter.withoutWhiteSpace(text[start..<json.position])
        // All of them or none: what is left out of a list would not be missed.
        return InspectedClaim(name: name, json: compact, text: value, members: isList && room >= 0 ? members : [])
    }
}
