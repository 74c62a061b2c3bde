#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Writes JSON into bytes, on one line, in the order in which it is told what to write. Commas come by themselves.
package struct JSONWriter: JSONSink {
    package private(set) var bytes: [UInt8] = []
    /// Whether something stands before what comes next, in the same object or array.
    private var needsComma = false

    package init() {}

    /// Ends one JSON text, so that another can follow.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Hands out what was written so far and forgets it, if that is at least a piece.
    package mutating func drain(piece: Int = 1 << 16, _ write: ([UInt8]) throws -> Void) rethrows {
        guard bytes.count >= piece else { return }
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    // MARK: Objects and arrays

    package mutating func object(_ write: (inout JSONWriter) throws -> Void) rethrows { try enclosed("{", "}", write) }

    package mutating func object(_ value: some JSONObject) { object { json in value.write(into: &json) } }

    package mutating func array<Elements: Sequence>(
        _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) throws -> Void
    ) rethrows {
        try array { writer in
            for element in elements { try write(&writer, element) }
        }
    }

    /// An array of whatever `write` writes.
    package mutating func array(_ write: (inout JSONWriter) throws -> Void) rethrows { try enclosed("[", "]", write) }

    private mutating func enclosed(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ write: (inout JSONWriter) throws -> Void
    ) rethrows {
        separate()
        bytes.append(UInt8(ascii: open))
        needsComma = false
        try write(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    /// The name of the value that comes next. Names are ours and need no escapes.
    package mutating func name(_ name: StaticString) { self.name(name, isText: false) }

    /// The same, and the quote that a text begins with.
    private mutating func name(_ name: StaticString, isText: Bool) {
        let comma = needsComma
        needsComma = isText
        // A literal's octets as they lie there: as a String they would be checked and copied first, for every member.
        name.withUTF8Buffer { name in
            bytes.append(addingCapacity: name.count + 5) { bytes in
                if comma { bytes.append(UInt8(ascii: ",")) }
                bytes.append(UInt8(ascii: "\""))
                for index in 0..<name.count { unsafe bytes.append(name[index]) }
                bytes.append(UInt8(ascii: "\""))
                bytes.append(UInt8(ascii: ":"))
                if isText { bytes.append(UInt8(ascii: "\"")) }
            }
        }
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    // MARK: Values

    package mutating func string(_ string: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        contents(string)
    }

    /// What stands behind the quote that a text begins with.
    private mutating func contents(_ string: String) {
        let start = bytes.count
        bytes.append(contentsOf: string.utf8)
        // By index: a slice would hold on to the buffer, and all that was written so far be copied when it changes. And to the end:
        // a loop that may stop is not made into one of vectors.
        var mayNeedEscape = false
        for index in start..<bytes.count { mayNeedEscape = mayNeedEscape || Self.mayNeedEscape(bytes[index]) }
        if mayNeedEscape {
            bytes.removeLast(bytes.count - start)
            bytes.append(contentsOf: Self.escaped(string).utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Octets as a text of hexadecimal digits, some of which `drain` may hand out before the others are written.
    package mutating func hex(
        _ octets: ArraySlice<UInt8>, _ drain: (inout JSONWriter) throws -> Void
    ) rethrows {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var rest = octets
        while !rest.isEmpty {
            Escaped.append(hex: rest.prefix(1 << 15), to: &bytes)
            rest = rest.dropFirst(1 << 15)
            try drain(&self)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A value that is JSON already.
    package mutating func raw(_ json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
    }

    // MARK: Members. Those without a value are left out

    package mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        self.name(name, isText: true)
        contents(value)
    }

    package mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        self.name(name)
        separate()
        Self.append(Int64(value), to: &bytes)
    }

    package mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        self.name(name)
        raw(value ? "true" : "false")
    }

    package mutating func member(_ name: StaticString, _ value: Date?) {
        guard let value else { return }
        quoted(name) { bytes in Timestamp.append(value, to: &bytes) }
    }

    package mutating func member(_ name: StaticString, identifier: Int64) {
        quoted(name) { bytes in Self.append(identifier, to: &bytes) }
    }

    package mutating func member(_ name: StaticString, hex octets: ArraySlice<UInt8>) {
        quoted(name) { bytes in Escaped.append(hex: octets, to: &bytes) }
    }

    /// A member whose text needs no escapes.
    @inline(__always)
    private mutating func quoted(_ name: StaticString, _ append: (inout [UInt8]) -> Void) {
        self.name(name, isText: true)
        append(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// A number in decimal digits, of which there are at most 19, behind other octets.
    package static func append(_ number: Int64, to bytes: inout [UInt8]) {
        var rest = number.magnitude
        var count = 1
        var limit: UInt64 = 10
        while count < 19, rest >= limit {
            limit &*= 10
            count += 1
        }
        bytes.append(addingCapacity: 20) { text in
            if number < 0 { text.append(UInt8(ascii: "-")) }
            text.append(repeating: 0, count: count)
            for place in stride(from: text.count - 1, to: text.count - 1 - count, by: -1) {
                text[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
    }

    /// A member whose value is JSON already.
    package mutating func member(_ name: StaticString, raw value: String?) {
        guard let value else { return }
        self.name(name)
        raw(value)
    }

    package mutating func member(_ name: StaticString, _ value: some JSONObject) {
        self.name(name)
        object(value)
    }

    package mutating func list(_ name: StaticString, _ values: some Sequence<some JSONObject>) {
        self.name(name)
        array(values) { json, value in json.object(value) }
    }

    package mutating func list(_ name: StaticString, _ texts: [String]) {
        self.name(name)
        array(texts) { json, text in json.string(text) }
    }

    // MARK: Escapes

    /// A text as it stands between quotes.
    package static func escaped(_ string: String) -> String {
        var text = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: append(scalar, to: &text)
            }
        }
        return text
    }

    /// JSON with everything escaped that ``escaped(_:)`` escapes. Outside of texts there is nothing of that kind.
    package static func printable(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { append($1, to: &$0) }
    }

    /// As it is, or such as `\u202e`, or two of these for characters beyond 16 bits (RFC 8259 section 7).
    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        if Escaped.isSafe(scalar) { return text.unicodeScalars.append(scalar) }
        for unit in String(scalar).utf16 {
            text += "\\u" + Escaped.hex([UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)])
        }
    }
}
