/// What a request or a line of a batch has as `evidence`: one piece, or a list of them. A piece is a text, or one of Apple's JSON bodies as an
/// object.
package enum EvidenceMember: Sendable {
    /// What the text says, without escapes.
    case text(ArraySlice<UInt8>)
    /// The object as it stands.
    case object(ArraySlice<UInt8>)
    /// The pieces, and nil for each value that is neither a text nor an object. A list that is too long ends with its first piece too many,
    /// as nil: what follows is kept nowhere.
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
            guard pieces.count < Self.maximumPieces else {
                if pieces.count == Self.maximumPieces { pieces.append(nil) }
                return
            }
            pieces.append(try EvidenceMember(piece: &json, in: text).piece)
        }
        self = .list(pieces)
    }

    private init(piece json: inout JSONReader, in text: ArraySlice<UInt8>) throws(JSONError) {
        switch json.next() {
        // Many encoders write the / of base64 as \/.
        case .string: self = .text(json.bytes(of: try json.string(), in: text))
        case .object: self = .object(text.part(try json.skip()))
        case let kind:
            try json.skip()
            self = kind == .null ? .null : .neither
        }
    }

    package var isNull: Bool { if case .null = self { true } else { false } }

    /// The one piece.
    private var piece: ArraySlice<UInt8>? {
        switch self {
        case .text(let text), .object(let text): text
        case .list, .null, .neither: nil
        }
    }
}
