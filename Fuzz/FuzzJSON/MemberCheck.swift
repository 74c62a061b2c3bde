import FuzzSupport
import JSONSupport
import ReceiptFields

/// The `evidence` of a batch line or a request must be a string, an object, or an array of them.
enum MemberCheck {
    static func check(_ input: [UInt8], _ value: JSONTree) {
        let member: EvidenceMember
        do throws(JSONError) {
            member = try JSONReader.read(input[...], limits: JSONTree.limits) { (json) throws(JSONError) in
                try EvidenceMember(&json, in: input[...])
            }
        } catch { failed("read, but not as a member: \(error)") }
        require(member.isNull == (value == .null), "null, or not")
        switch (member, value) {
        case (.text(let piece), .string), (.object(let piece), .object): require(isSame(piece, value), "another piece")
        case (.list(let found), .array(let elements)):
            require(found.count == min(elements.count, EvidenceMember.maximumPieces + 1), "another number of elements")
            require(zip(found, elements).allSatisfy(isSame), "other elements")
        case (.null, .null): break
        case (.other(let kind, let offset), _):
            require(isOf(kind, value) && input.indices.contains(offset), "\(value) as \(kind) at \(offset)")
        default: failed("\(value) as \(member)")
        }
    }

    private static func isSame(_ element: EvidenceMember.Element, _ value: JSONTree) -> Bool {
        switch element {
        case .piece(let piece): isSame(piece, value)
        case .other(let kind, _): isOf(kind, value)
        }
    }

    private static func isSame(_ piece: ArraySlice<UInt8>, _ value: JSONTree) -> Bool {
        switch value {
        case .string(let text): piece.elementsEqual(text)
        case .object: (try? JSONTree(Array(piece))) == value
        default: false
        }
    }

    /// True if the value is of this kind, which can't contain evidence.
    private static func isOf(_ kind: JSONKind, _ value: JSONTree) -> Bool {
        switch (kind, value) {
        case (.boolean, .bool), (.number, .number), (.null, .null), (.array, .array): true
        default: false
        }
    }
}

extension EvidenceMember.Element {
    fileprivate var slice: ArraySlice<UInt8>? { if case .piece(let piece) = self { piece } else { nil } }
}
