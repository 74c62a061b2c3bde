/// What a request or a line of a batch has as `evidence`: one piece, or a list of them. A piece is a text, or one of Apple's JSON bodies as an
/// object.
package enum EvidenceMember: Sendable {
    /// What the text says, without escapes.
    case text(ArraySlice<UInt8>)
    /// The object as it stands.
    case object(ArraySlice<UInt8>)
    /// The elements. A list that is too long ends with its first element too many: what follows is kept nowhere.
    case list([Element])
    case null
    /// A value that is none of these, and where it stands.
    case other(JSONKind, offset: Int)

    package enum Element: Sendable {
        case piece(ArraySlice<UInt8>)
        case other(JSONKind, offset: Int)

        /// The piece at this place of the list, or throws that it is neither a text nor a JSON body.
        package func get(at index: Int) throws(JSONError) -> ArraySlice<UInt8> {
            switch self {
            case .piece(let piece): return piece
            case .other(let kind, let offset):
                throw JSONError(
                    .shape(member: "evidence[\(index)]", expected: "a text or a JSON body", found: kind), offset: offset
                )
            }
        }
    }

    package init(_ json: inout JSONReader, in text: ArraySlice<UInt8>) throws(JSONError) {
        let kind = json.next()
        if kind == .array {
            var elements: [Element] = []
            try json.array { (json) throws(JSONError) in
                // The first one too many is kept, the others are not.
                if elements.count <= Self.maximumPieces { elements.append(try Element(&json, in: text)) }
            }
            self = .list(elements)
            return
        }
        switch try Element(&json, in: text) {
        case .piece(let piece): self = kind == .string ? .text(piece) : .object(piece)
        case .other(.null, _): self = .null
        case .other(let kind, let offset): self = .other(kind, offset: offset)
        }
    }

    package var isNull: Bool { if case .null = self { true } else { false } }
}

extension EvidenceMember.Element {
    fileprivate init(_ json: inout JSONReader, in text: ArraySlice<UInt8>) throws(JSONError) {
        switch json.next() {
        // Many encoders write the / of base64 as \/.
        case .string: self = .piece(json.bytes(of: try json.string(), in: text))
        case .object: self = .piece(text.part(try json.skip()))
        case let kind:
            let offset = json.position
            try json.skip()
            self = .other(kind ?? .null, offset: offset)
        }
    }
}
