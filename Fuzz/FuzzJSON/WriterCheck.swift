import FuzzSupport
import JSONSupport
import ReceiptFields

/// Values that are written as the command line and the server write them must be read as the same values.
enum WriterCheck {
    static func check(_ value: JSONTree) {
        var (writer, drained): (JSONWriter, [UInt8]) = (JSONWriter(), [])
        write(value, &writer, &drained)
        writer.endLine()
        let text = drained + writer.bytes
        let again: JSONTree?
        do throws(JSONError) {
            again = try JSONTree(text, limits: JSONLimits(maximumSize: 1 << 26, maximumDepth: 66))
        } catch { failed("written: \(error)") }
        require(again == expected(value), "written, and read as \(String(describing: again))")
        require(
            String(decoding: text.dropLast(), as: UTF8.self).unicodeScalars.allSatisfy(SafeText.isSafe), "unsafe text")
        let printable = JSONWriter.printable(String(decoding: value.text(escapes: false), as: UTF8.self))
        require((try? JSONTree(Array(printable.utf8))) == value, "not the same as before it was printable")
    }

    /// Writes an object as an array of names and values, because the writer accepts no names from outside.
    private static func write(_ value: JSONTree, _ json: inout JSONWriter, _ drained: inout [UInt8]) {
        switch value {
        case .null: json.raw("null")
        case .bool(let flag): json.object { $0.member("flag", flag) }
        case .number(let digits): number(String(decoding: digits, as: UTF8.self), &json)
        case .string(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            json.object { json in
                json.member("text", text)
                json.list("texts", [text, ""])
                json.member("raw", raw: "\"" + JSONWriter.escaped(text) + "\"")
                json.name("hex")
                json.hex(bytes[...]) { json in json.drain(piece: 64) { drained += $0 } }
            }
        case .array(let elements): json.array(elements) { json, element in write(element, &json, &drained) }
        case .object(let members):
            json.array { json in
                for member in members {
                    json.string(String(decoding: member.name, as: UTF8.self))
                    write(member.value, &json, &drained)
                }
            }
        }
    }

    private static func number(_ digits: String, _ json: inout JSONWriter) {
        json.raw(digits)
        guard let number = Int64(digits) else { return }
        var bytes: [UInt8] = []
        bytes.append(decimal: number)
        require(bytes.elementsEqual(String(number).utf8), "\(number) is written as \(bytes)")
    }

    private static func expected(_ value: JSONTree) -> JSONTree {
        func member(_ name: String, _ value: JSONTree) -> JSONTree.Member {
            JSONTree.Member(name: Array(name.utf8), value: value)
        }
        switch value {
        case .bool: return .object([member("flag", value)])
        case .string(let bytes):
            let digits = bytes.flatMap { [hex[Int($0 >> 4)], hex[Int($0 & 15)]] }
            return .object([
                member("text", value), member("texts", .array([value, .string([])])), member("raw", value),
                member("hex", .string(digits)),
            ])
        case .array(let elements): return .array(elements.map(expected))
        case .object(let members): return .array(members.flatMap { [.string($0.name), expected($0.value)] })
        case .null, .number: return value
        }
    }

    private static let hex = Array("0123456789abcdef".utf8)
}
