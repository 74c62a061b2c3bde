import ReceiptFields

/// Writes JSON into bytes, on one line, in the order in which it is told what to write. Commas come by themselves.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether something stands before what comes next, in the same object or array.
    private var needsComma = false

    var text: JSONText { JSONText(text: String(decoding: bytes, as: UTF8.self)) }

    /// Ends one JSON text, so that another can follow.
    mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Hands out what was written so far and forgets it, if that is at least a piece.
    mutating func drain(piece: Int = 1 << 16, _ write: ([UInt8]) throws -> Void) rethrows {
        guard bytes.count >= piece else { return }
        try write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    // MARK: Objects and arrays

    mutating func object(_ write: (inout JSONWriter) throws -> Void) rethrows { try enclosed("{", "}", write) }

    mutating func array<Elements: Sequence>(
        _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) throws -> Void
    ) rethrows {
        try array { writer in
            for element in elements { try write(&writer, element) }
        }
    }

    /// An array of whatever `write` writes.
    mutating func array(_ write: (inout JSONWriter) throws -> Void) rethrows { try enclosed("[", "]", write) }

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
    mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.description.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    // MARK: Values

    mutating func string(_ string: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: string.utf8)
        // By index: a slice would hold on to the buffer, and all that was written so far be copied when it changes.
        if (start..<bytes.count).contains(where: { Self.mayNeedEscape(bytes[$0]) }) {
            bytes.removeLast(bytes.count - start)
            bytes.append(contentsOf: JSONText.escaped(string).utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Octets as a text of hexadecimal digits, some of which `drain` may hand out before the others are written.
    mutating func hex(
        _ octets: ArraySlice<UInt8>, _ drain: (inout JSONWriter) throws -> Void
    ) rethrows {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var rest = octets
        while !rest.isEmpty {
            bytes.append(contentsOf: Escaped.hex(rest.prefix(1 << 15)).utf8)
            rest = rest.dropFirst(1 << 15)
            try drain(&self)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func raw(_ json: JSONText) {
        separate()
        bytes.append(contentsOf: json.text.utf8)
    }

    // MARK: Members. Those without a value are left out

    mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        self.name(name)
        string(value)
    }

    mutating func member(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        self.name(name)
        raw(.number(Int64(value)))
    }

    mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        self.name(name)
        raw(.bool(value))
    }

    mutating func member(_ name: StaticString, _ value: JSONText?) {
        guard let value else { return }
        self.name(name)
        raw(value)
    }
}
