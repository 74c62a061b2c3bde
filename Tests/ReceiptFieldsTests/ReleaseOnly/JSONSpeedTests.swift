import ReceiptFields
import TestSupport
import Testing

/// Measures elapsed time, so CI runs it alone.
@Suite("JSON: the cost of names", .enabled(if: isReleaseBuild, "figures of a debug build say nothing"))
struct JSONSpeedTests {
    private static func read(_ text: ArraySlice<UInt8>) {
        let limits = JSONLimits(maximumSize: 1 << 26)
        do throws(JSONError) {
            _ = try JSONReader.read(text, limits: limits) { (json) throws(JSONError) in try json.skip() }
        } catch { Issue.record("\(error)") }
    }

    /// Compares the time for each text with that for one half as long, and the ratio must be about two, not four. Both
    /// are timed in turns, so that a slow machine affects both.
    @Test("costs no more than proportionally", .serialized, arguments: ["short", "long", "levels"])
    func proportion(_ kind: String) {
        func text(_ count: Int) -> ArraySlice<UInt8> {
            let members: (Int) -> String = { count in
                (0..<count).map { "\"\(kind == "long" ? String(repeating: "x", count: 60) : "")\($0)\":0" }.joined(
                    separator: ",")
            }
            guard kind == "levels" else {
                let objects = (0..<count / 1_000).map { _ in "{\(members(1_000))}" }.joined(separator: ",")
                return Array("[\(objects)]".utf8)[...]
            }
            let opened = (0..<50).map { _ in "{" + members(count / 125) + ",\"in\":" }.joined()
            return Array("\(opened)0\(String(repeating: "}", count: 50))".utf8)[...]
        }
        let (short, long) = (text(50_000), text(100_000))
        var (half, whole) = (Double.infinity, Double.infinity)
        for _ in 0..<20 {
            half = min(half, Stopwatch.microseconds(rounds: 1, iterations: 1) { Self.read(short) }.best)
            whole = min(whole, Stopwatch.microseconds(rounds: 1, iterations: 1) { Self.read(long) }.best)
        }
        print("speed: JSON, \(kind) names: \(half) µs, and \(whole) µs for twice as much")
        #expect(whole < half * 3.5)
    }
}
