internal import ReceiptFields

/// A member of a JWS's header or payload, unverified and as written.
package struct InspectedClaim: Sendable, Hashable {
    package let name: String
    /// The member's value as JSON, without white space between tokens.
    package let json: String
    /// The value, if it is a string.
    package let text: String?
    /// The value's members if it is an object. If it is an array of objects, its elements, with names such as `[0]`.
    /// Empty if there are too many or they are nested too deeply.
    package let members: [InspectedClaim]

    /// Returns an object's members in their order, or an empty array if the input is not JSON.
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

    /// Returns an object on one line, or nil if the input is not JSON.
    static func object(_ text: [UInt8]) -> String? {
        json(text) { (json) throws(JSONError) in try json.object { (_, _) in } }.map {
            JSONWriter.withoutWhiteSpace(text[...])
        }
    }

    /// Returns the strings in an array that is a member of an object.
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

    /// The maximum number of strings to return. Apple's JWS have three certificates.
    private static let most = 10

    /// The maximum number and depth of nested members that are shown separately. Apple's are nested five deep:
    /// `advancedCommerceInfo.items[0].refunds[0].refundDate`.
    private static let (mostNested, deepest) = (2_000, 5)

    /// Returns the result of `read` for a JSON text, or nil if it is not JSON.
    private static func json<T>(_ text: [UInt8], _ read: (inout JSONReader) throws(JSONError) -> T) -> T? {
        do throws(FormatError) { return try JSONReader.read(whole: text[...], read) } catch { return nil }
    }

    /// Reads the value of a claim. `room` is the number of further claims that may be read, nested or later.
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
        // Show all elements of an array or none; a reader wouldn't notice that some are missing.
        return InspectedClaim(name: name, json: compact, text: value, members: isList && room >= 0 ? members : [])
    }
}
