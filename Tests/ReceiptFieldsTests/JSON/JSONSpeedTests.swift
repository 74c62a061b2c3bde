import ReceiptFields
import TestSupport
import Testing

/// By the clock, so CI runs it alone.
@Suite("JSON: what names cost")
struct JSONSpeedTests {
    private static func cost(_ text: String) -> Double {
        let bytes = Array(text.utf8)[...]
        let limits = JSONLimits(maximumSize: 1 << 26)
        return Stopwatch.microseconds(rounds: 3, iterations: 1) {
            do throws(JSONError) {
                _ = try JSONReader.read(bytes, limits: limits) { (json) throws(JSONError) in try json.skip() }
            } catch { Issue.record("\(error)") }
        }.best
    }

    /// Each text is read for what it costs to read one half as long, twice, and not four times.
    @Test("costs no more than in proportion", .serialized, arguments: ["short", "long", "levels"])
    func proportion(_ kind: String) {
        func text(_ count: Int) -> String {
            let members: (Int) -> String = { count in
                (0..<count).map { "\"\(kind == "long" ? String(repeating: "x", count: 60) : "")\($0)\":0" }.joined(
                    separator: ",")
            }
            guard kind == "levels" else { return "{" + members(count) + "}" }
            let opened = (0..<50).map { _ in "{" + members(count / 50) + ",\"in\":" }.joined()
            return opened + "0" + String(repeating: "}", count: 50)
        }
        let (half, whole) = (Self.cost(text(50_000)), Self.cost(text(100_000)))
        #expect(whole < half * 3.5, "\(half) µs, and \(whole) µs for twice as much")
    }
}
