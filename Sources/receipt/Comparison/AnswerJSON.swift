import ReceiptFields

/// A value in a response from verifyReceipt. Strings are kept as bytes, because two different `String` values may be
/// equal in Unicode.
enum AnswerJSON: Hashable {
    case object([Member])
    case list([AnswerJSON])
    case text([UInt8])
    /// A number, `true`, `false` or `null`, as written.
    case word([UInt8])

    struct Member: Hashable {
        let name: [UInt8]
        let value: AnswerJSON
    }

    /// Reads the next value. The reader's depth limit bounds the recursion.
    private init(_ json: inout JSONReader, _ text: ArraySlice<UInt8>) throws(JSONError) {
        switch json.next() {
        case .object:
            var members: [Member] = []
            try json.object { (json, name) throws(JSONError) in
                members.append(Member(name: json.unescaped(name), value: try AnswerJSON(&json, text)))
            }
            self = .object(members)
        case .array:
            var values: [AnswerJSON] = []
            try json.array { (json) throws(JSONError) in values.append(try AnswerJSON(&json, text)) }
            self = .list(values)
        case .string: self = .text(json.unescaped(try json.string()))
        default: self = .word(Array(text.part(try json.skip())))
        }
    }

    // MARK: Files

    /// Reads a response from a file, or from standard input for `-`.
    ///
    /// - Throws: ``UnreadableFile``, also if the contents are not a response. Otherwise two error pages would compare
    ///   as equal.
    init(file: FileName, limit: Int) throws(UnreadableFile) {
        let contents = try BoundedRead.file(file, limit: limit)
        let path = file == .dash ? "standard input" : file.description
        guard contents.count <= limit else {
            throw UnreadableFile(path: path, reason: "It is larger than \(limit) bytes")
        }
        let text = WhiteSpace.withoutByteOrderMark(contents[...])
        do throws(FormatError) {
            self = try JSONReader.read(whole: text) { (json) throws(JSONError) in try AnswerJSON(&json, text) }
        } catch { throw UnreadableFile(path: path, reason: error.description) }
        guard self["status"] != nil else {
            throw UnreadableFile(path: path, reason: "It isn't an answer from verifyReceipt, which would have a status")
        }
    }

    // MARK: Values

    subscript(name: String) -> AnswerJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.elementsEqual(name.utf8) }?.value
    }

    /// The bytes of a string, a number or a literal.
    var scalar: [UInt8]? {
        switch self {
        case .text(let bytes), .word(let bytes): bytes
        case .object, .list: nil
        }
    }

    /// The value shortened to one line: the beginning of a long string, and only the type of an object or array.
    var shown: String {
        switch self {
        case .object: "{…}"
        case .list: "[…]"
        case .text(let bytes): "\"\(Self.beginning(of: bytes))\""
        case .word(let bytes): Self.beginning(of: bytes)
        }
    }

    private static func beginning(of bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let most = 60
        return JSONWriter.escaped(String(text.unicodeScalars.prefix(most)))
            + (text.unicodeScalars.count > most ? "…" : "")
    }
}
