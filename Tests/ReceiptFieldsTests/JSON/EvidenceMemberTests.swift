import ReceiptFields
import Testing

@Suite("The evidence of a line or a request")
struct EvidenceMemberTests {
    @Test(
        "A list keeps the maximum number of elements and one more, which shows that it is too long",
        arguments: [0, 1, 5])
    func longest(_ more: Int) throws {
        let count = EvidenceMember.maximumPieces + more
        let text = Array("[\(Array(repeating: "{}", count: count).joined(separator: ","))]".utf8)
        let member = try JSONReader.read(text[...], limits: JSONLimits(maximumSize: text.count)) {
            (json) throws(JSONError) in
            try EvidenceMember(&json, in: text[...])
        }
        guard case .list(let pieces) = member else {
            Issue.record("\(member)")
            return
        }
        #expect(pieces.count == EvidenceMember.maximumPieces + min(more, 1))
    }
}
