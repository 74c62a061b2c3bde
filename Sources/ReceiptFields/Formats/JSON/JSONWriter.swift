package import ReceiptEssentials

/// Writes JSON into bytes on one line, in the order of the calls. It adds the commas.
package struct JSONWriter: JSONSink {
    package private(set) var bytes: [UInt8] = []
    /// True if something precedes the next value in the same object or array.
    private var needsComma = false

    package init() {}

    /// Ends one JSON text, so that another can follow.
    package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// If at least `piece` bytes have been written, passes them to `write` and discards them.
    package mutating func drain(piece: Int = 1 << 16, _ write: ([UInt8]) throws -> Void) rethrows {
        guard bytes.count >= piece else { return }
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    // MARK: Objects and arrays

    package mutating func object(_ write: (inout JSONWriter) throws -> Void) rethrows {
        begin("{")
        try write(&self)
        end("}")
    }

    package mutating func object(_ value: consuming some JSONObject) {
        begin("{")
        value.write(into: &self)
        end("}")
    }

    package mutating func array<Elements: Sequence>(
        _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) throws -> Void
    ) rethrows {
        try array { writer in
            for element in elements { try write(&writer, element) }
        }
    }

    package mutating func array(_ write: (inout JSONWriter) throws -> Void) rethrows {
        begin("[")
        try write(&self)
        end("]")
    }

    private mutating func begin(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func end(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    /// Writes the name of the next value. Names are constants of this project and need no escapes.
    package mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name of the next value, with escapes if necessary.
    package mutating func name(escaping name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    // MARK: Values

    package mutating func string(_ string: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        let isPlain = unsafe string.utf8.withContiguousStorageIfAvailable { text in unsafe UTF8Check.isPlain(text.span)
        }
        bytes.append(contentsOf: isPlain == true ? string.utf8 : Self.escaped(string).utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes bytes as a string of hexadecimal digits. `drain` may pass on some of them before the rest is written.
    package mutating func hex(
        _ value: ArraySlice<UInt8>, _ drain: (inout JSONWriter) throws -> Void
    ) rethrows {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var rest = value
        while !rest.isEmpty {
            SafeText.append(hex: rest.prefix(1 << 15), to: &bytes)
            rest = rest.dropFirst(1 << 15)
            try drain(&self)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a value that is JSON already.
    package mutating func raw(_ json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
    }

    // MARK: Members, omitted if they have no value

    package mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        self.name(name)
        string(value)
    }

    package mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        self.name(name)
        separate()
        bytes.append(decimal: Int64(value))
    }

    package mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        self.name(name)
        separate()
        bytes.append(value ? "true" : "false")
    }

    package mutating func member(_ name: StaticString, _ value: Date?) {
        guard let value, Timestamp.isWritable(value) else { return }
        quoted(name) { bytes in Timestamp.append(value, to: &bytes) }
    }

    package mutating func member(_ name: StaticString, identifier: Int64) {
        quoted(name) { bytes in bytes.append(decimal: identifier) }
    }

    package mutating func member(_ name: StaticString, hex value: ArraySlice<UInt8>) {
        quoted(name) { bytes in SafeText.append(hex: value, to: &bytes) }
    }

    /// Writes a member whose value is a string without escapes.
    private mutating func quoted(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
        self.name(name)
        separate()
        bytes.append(UInt8(ascii: "\""))
        write(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

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
        begin("[")
        for value in values { object(value) }
        end("]")
    }

    package mutating func list(_ name: StaticString, _ texts: [String]) {
        self.name(name)
        array(texts) { json, text in json.string(text) }
    }

    package mutating func member(_ name: StaticString, json: ArraySlice<UInt8>) {
        member(name, raw: Self.printable(Self.withoutWhiteSpace(json)))
    }

    package mutating func object<Value: JSONObject>(
        _ name: StaticString, _ members: some Sequence<(name: String, value: Value?)>
    ) {
        object(name, members) { json, value in
            if let value { json.object(value) } else { json.raw("null") }
        }
    }

    package mutating func object(_ name: StaticString, texts: some Sequence<(name: String, value: String)>) {
        object(name, texts) { json, text in json.string(text) }
    }

    private mutating func object<Value>(
        _ name: StaticString, _ members: some Sequence<(name: String, value: Value)>,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        self.name(name)
        begin("{")
        for (name, value) in members {
            self.name(escaping: name)
            write(&self, value)
        }
        end("}")
    }

    // MARK: Escapes

    /// Returns a string escaped for use between quotation marks.
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

    /// Returns JSON on one line. White space outside strings is insignificant.
    package static func withoutWhiteSpace(_ json: ArraySlice<UInt8>) -> String {
        var isText = false
        var isEscaped = false
        let bytes = json.filter { byte in
            if isText {
                if !isEscaped, byte == UInt8(ascii: "\"") { isText = false }
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                return true
            }
            isText = byte == UInt8(ascii: "\"")
            return !WhiteSpace.contains(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns JSON with the characters escaped that ``escaped(_:)`` escapes. Such characters occur only in strings.
    package static func printable(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { append($1, to: &$0) }
    }

    /// Appends a character as it is, or as an escape such as `\u202e`, or as two escapes for a character beyond 16 bits (RFC 8259 section
    /// 7).
    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        if SafeText.isSafe(scalar) { return text.unicodeScalars.append(scalar) }
        for unit in String(scalar).utf16 {
            text += "\\u" + SafeText.hex([UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)])
        }
    }
}
