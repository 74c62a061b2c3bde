#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Which of many half-open intervals contain an instant, in time that depends on how many do and not on how many there are.
///
/// Sorted by start, the middle element is the root of a balanced tree, and each root knows the last end below it
/// (Cormen et al., *Introduction to Algorithms*, "Interval trees").
struct IntervalIndex: Sendable {
    struct Interval: Sendable {
        let start: TimeInterval
        let end: TimeInterval
        /// Position in the ledger.
        let row: Int
    }

    private let intervals: [Interval]
    private let lastEnds: [TimeInterval]

    init(_ unordered: [Interval]) {
        intervals = unordered.sorted { $0.start < $1.start }
        var lastEnds = intervals.map(\.end)
        _ = Self.collect(0..<intervals.count, &lastEnds)
        self.lastEnds = lastEnds
    }

    private static func collect(_ range: Range<Int>, _ lastEnds: inout [TimeInterval]) -> TimeInterval {
        guard !range.isEmpty else { return -.infinity }
        let root = range.lowerBound + range.count / 2
        let last = max(
            lastEnds[root], collect(range.lowerBound..<root, &lastEnds),
            collect(root + 1..<range.upperBound, &lastEnds))
        lastEnds[root] = last
        return last
    }

    /// The rows of all intervals that contain `instant`.
    func rows(at instant: TimeInterval) -> [Int] {
        var found: [Int] = []
        find(instant, 0..<intervals.count, &found)
        return found
    }

    private func find(_ instant: TimeInterval, _ range: Range<Int>, _ found: inout [Int]) {
        guard !range.isEmpty else { return }
        let root = range.lowerBound + range.count / 2
        guard instant < lastEnds[root] else { return }
        find(instant, range.lowerBound..<root, &found)
        guard intervals[root].start <= instant else { return }
        if instant < intervals[root].end { found.append(intervals[root].row) }
        find(instant, root + 1..<range.upperBound, &found)
    }
}

extension Date {
    /// The date as a number to compare: `Date`'s own `<=` holds for one that is not a number. No instant is at or behind the
    /// end of what is owned for good.
    var instant: TimeInterval {
        timeIntervalSinceReferenceDate == .infinity ? .greatestFiniteMagnitude : timeIntervalSinceReferenceDate
    }
}
