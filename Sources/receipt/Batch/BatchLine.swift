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
            try readObject(line, longest)
        } catch { self.error = error }
    }

    /// What is wrong with a member is only said of a line that is JSON throughout.
    private mutating func readObject(_ line: ArraySlice<UInt8>, _ longest: Int) throws(LineError) {
        var id: Identifier?
        var receipt: ReceiptText?
        do throws(JSONError) {
            try JSONReader.read(line, limits: JSONLimits(maximumSize: longest)) { (json) throws(JSONError) in
                try json.object { (json, name) throws(JSONError) in
                    if json.string(name, is: "id") {
                        id = try Identifier(&json, line)
                        self.id = id?.text
                    } else if json.string(name, is: "receipt") {
                        receipt = try ReceiptText(&json, line)
                    }
                }
            }
        } catch { throw LineError(error) }
        if case .neither? = id { throw .invalidID }
        guard let receipt else { throw .missingReceipt }
        guard case .text(let text) = receipt else { throw .receiptNotText }
        self.receipt = text
    }

    /// The member `id`, as it is given back.
    private enum Identifier {
        case given(JSONText)
        case neither

        init(_ json: inout JSONReader, _ line: ArraySlice<UInt8>) throws(JSONError) {
            switch json.next() {
            case .string:
                let raw = String(decoding: octets(try json.string().contents, of: line), as: UTF8.self)
                self = .given(JSONText(text: "\"" + JSONWriter.printable(raw) + "\""))
            case .number:
                self = .given(JSONText(text: String(decoding: octets(try json.number(), of: line), as: UTF8.self)))
            case .null:
                try json.null()
                self = .given(JSONText(text: "null"))
            default:
                try json.skip()
                self = .neither
            }
        }

        var text: JSONText? { if case .given(let text) = self { text } else { nil } }
    }

    /// The member `receipt`.
    private enum ReceiptText {
        case text(ArraySlice<UInt8>)
        case notText

        init(_ json: inout JSONReader, _ line: ArraySlice<UInt8>) throws(JSONError) {
            guard json.next() == .string else {
                try json.skip()
                self = .notText
                return
            }
            let text = try json.string()
            // Many encoders write the / of base64 as \/.
            self = .text(text.hasEscapes ? json.unescaped(text)[...] : octets(text.contents, of: line))
        }
    }
}

/// Ranges of the reader count from the beginning of the line.
private func octets(_ range: Range<Int>, of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.dropFirst(range.lowerBound).prefix(range.count)
}
