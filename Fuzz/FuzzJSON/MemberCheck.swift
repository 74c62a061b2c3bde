import FuzzSupport
import JSONSupport
import ReceiptFields

/// The `evidence` of a batch's line or a request is a text, an object, or a list of them.
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
        case (.text, .string), (.object, .object): require(isSame(member.slice, value), "another piece")
        case (.list(let pieces), .array(let elements)):
            let kept = elements.prefix(EvidenceMember.maximumPieces)
            require(pieces.count == min(elements.count, kept.count + 1), "another number of pieces")
            require(zip(pieces, kept).allSatisfy(isSame), "other pieces")
        case (.null, .null), (.neither, .bool), (.neither, .number): break
        default: failed("\(value) as \(member)")
        }
    }

    private static func isSame(_ piece: ArraySlice<UInt8>?, _ value: JSONTree) -> Bool {
        switch value {
        case .string(let text): piece.map { $0.elementsEqual(text) } ?? false
        case .object: piece.flatMap { try? JSONTree(Array($0)) } == value
        default: piece == nil
        }
    }
}

extension EvidenceMember {
    fileprivate var slice: ArraySlice<UInt8>? {
        switch self {
        case .text(let text), .object(let text): text
        case .list, .null, .neither: nil
        }
    }
}
