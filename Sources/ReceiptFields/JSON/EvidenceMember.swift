/// What a request or a line of a batch has as `evidence`: one piece, or a list of them. A piece is a text, or one of Apple's JSON bodies as an
/// object.
package enum EvidenceMember: Sendable {
    /// What the text says, without escapes.
    case text(ArraySlice<UInt8>)
    /// The object as it stands.
    case object(ArraySlice<UInt8>)
    /// The pieces, and nil for each value that is neither a text nor an object.
    case list([ArraySlice<UInt8>?])
    case null
    case neither

    /// The most pieces that a list may have.
    package static let maximumPieces = 10_000

    /// Reads the next value of a JSON text.
    package init(_ json: inout JSONReader, in text: ArraySlice<UInt8>) throws(JSONError) {
        guard json.next() == .array else {
            self = try EvidenceMember(piece: &json, in: text)
            return
        }
        var pieces: [ArraySlice<UInt8>?] = []
        try json.array { (json) throws(JSONError) in
            pieces.append(try EvidenceMember(piece: &json, in: text).piece)
        }
        self = .list(pieces)
    }

    private init(piece json: inout JSONReader, in text: ArraySlice<UInt8>) throws(JSONError) {
        let kind = json.next()
        guard kind == .string else {
            let range = try json.skip()
            self = kind == .object ? .object(Self.bytes(range, of: text)) : kind == .null ? .null : .neither
            return
        }
        let string = try json.string()
        // Many encoders write the / of base64 as \/.
        self = .text(string.hasEscapes ? json.unescaped(string)[...] : Self.bytes(string.contents, of: text))
    }

    package var isNull: Bool { if case .null = self { true } else { false } }

    /// The one piece.
    private var piece: ArraySlice<UInt8>? {
        switch self {
        case .text(let text), .object(let text): text
        case .list, .null, .neither: nil
        }
    }

    /// Ranges of the reader count from the beginning of the text.
    package static func bytes(_ range: Range<Int>, of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.dropFirst(range.lowerBound).prefix(range.count)
    }
}
