/// The value of `evidence` in a request or in a line of a batch: one piece of evidence, or a list of them. A piece is a string, or one of
/// Apple's JSON bodies as an object.
package enum EvidenceMember: Sendable {
    /// The contents of a string, unescaped.
    case text(ArraySlice<UInt8>)
    /// The text of an object.
    case object(ArraySlice<UInt8>)
    /// The elements of a list. A list that is too long is truncated after the first element beyond the limit.
    case list([Element])
    case null
    /// A value of another type, and its offset.
    case other(JSONKind, offset: Int)

    package enum Element: Sendable {
        case piece(ArraySlice<UInt8>)
        case other(JSONKind, offset: Int)

        /// Returns the piece at an index of the list. Throws if it is neither a string nor a JSON body.
        package func get(at index: Int) throws(JSONError) -> ArraySlice<UInt8> {
            switch self {
            case .piece(let piece): return piece
            case .other(let kind, let offset):
                throw JSONError(
                    .shape(member: "evidence[\(index)]", expected: "a string or a JSON body", found: kind),
                    offset: offset
                )
            }
        }
    }

    package init(_ json: inout JSONReader, in text: ArraySlice<UInt8>) throws(JSONError) {
        let kind = json.next()
        if kind == .array {
            var elements: [Element] = []
            try json.array { (json) throws(JSONError) in
                // Keep one element beyond the limit, so that the excess is visible.
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
        // Many encoders write the / in base64 as \/.
        case .string: self = .piece(json.bytes(of: try json.string(), in: text))
        case .object: self = .piece(text.part(try json.skip()))
        case let kind:
            let offset = json.position
            try json.skip()
            self = .other(kind ?? .null, offset: offset)
        }
    }
}
