import ReceiptFields
import ReceiptKit

/// One line of a batch, as far as it was understood: base64 of a receipt, or a JSON object with a `receipt` and an `id`.
struct BatchLine {
    /// The identifier as it stood there, to be given back.
    private(set) var id: JSONText?
    /// The base64 text of the receipt.
    private(set) var receipt: ArraySlice<UInt8>?
    /// Why there is none.
    private(set) var error: LineError?

    init(_ line: ArraySlice<UInt8>, longest: Int) {
        guard line.count <= longest else {
            error = .tooLong(allowed: longest)
            return
        }
        guard let first = line.first(where: { !WhiteSpace.contains($0) }) else {
            error = .empty
            return
        }
        guard first == UInt8(ascii: "{") else {
            receipt = line
            return
        }
        do throws(LineError) {
            try readObject(line)
        } catch { self.error = error }
    }

    private mutating func readObject(_ line: ArraySlice<UInt8>) throws(LineError) {
        var scanner = JSONScanner(line.span)
        var receipt: ArraySlice<UInt8>?
        var hasReceipt = false
        try scanner.expect("{", "an object")
        if !scanner.accept("}") {
            repeat {
                let name = try scanner.string()
                try scanner.expect(":", "a colon")
                switch Self.name(name, in: line) {
                case .id:
                    if id != nil { throw .repeatedMember("id") }
                    id = try Self.identifier(&scanner, line)
                case .receipt:
                    if hasReceipt { throw .repeatedMember("receipt") }
                    hasReceipt = true
                    receipt = try Self.text(&scanner, line)
                case .other: _ = try scanner.value(depth: 1)
                }
            } while scanner.accept(",")
            try scanner.expect("}", "a comma or }")
        }
        guard scanner.peek() == nil else {
            throw .invalidJSON(expected: "the end of the line", offset: scanner.position)
        }
        guard hasReceipt else { throw .missingReceipt }
        guard let receipt else { throw .receiptNotText }
        self.receipt = receipt
    }

    private enum Member {
        case id
        case receipt
        case other
    }

    private static func name(_ name: JSONString, in line: ArraySlice<UInt8>) -> Member {
        let raw = bytes(name.contents, of: line)
        let text = name.hasEscapes ? JSONString.unescaped(raw)[...] : raw
        if text.elementsEqual("receipt".utf8) { return .receipt }
        return text.elementsEqual("id".utf8) ? .id : .other
    }

    /// A text's bytes, or nil for another value.
    private static func text(
        _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
    ) throws(LineError) -> ArraySlice<UInt8>? {
        guard scanner.peek() == UInt8(ascii: "\"") else {
            _ = try scanner.value(depth: 1)
            return nil
        }
        let text = try scanner.string()
        let raw = bytes(text.contents, of: line)
        // Many encoders write the / of base64 as \/.
        return text.hasEscapes ? JSONString.unescaped(raw)[...] : raw
    }

    private static func identifier(
        _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
    ) throws(LineError) -> JSONText {
        switch scanner.peek() {
        case UInt8(ascii: "\""):
            let text = try scanner.string()
            let raw = String(decoding: bytes(text.contents, of: line), as: UTF8.self)
            return JSONText(text: "\"" + JSONText.printable(raw) + "\"")
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            return JSONText(text: String(decoding: bytes(try scanner.value(), of: line), as: UTF8.self))
        default:
            let value = bytes(try scanner.value(depth: 1), of: line)
            guard value.elementsEqual("null".utf8) else { throw .invalidID }
            return .null
        }
    }

    /// Ranges of the scanner count from the beginning of the line.
    private static func bytes(_ range: Range<Int>, of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.dropFirst(range.lowerBound).prefix(range.count)
    }
}
