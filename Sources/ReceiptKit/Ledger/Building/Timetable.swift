#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// For groups of rows: which of those that have begun at an instant lasts longest, and which begins next.
///
/// The one that lasts longest answers two questions at once: if it has not ended, it is what counts; if it has, all have, and
/// it was the last.
struct Timetable: Sendable {
    private let groups: Groups
    /// Positions, by group, and in each group by start.
    private let rows: [Int]
    private let starts: [TimeInterval]
    /// The row that ends last, of this one and those before it in its group; of several the last in the ledger.
    private let longest: [Int]

    init(_ groups: Groups, _ outlines: [RowOutline]) {
        var rows = groups.members
        var longest = rows
        for group in 0..<groups.count {
            let range = groups.range(group)
            // Only a restored row, which counts from an earlier date than its own, is out of order.
            let isSorted = range.dropFirst().allSatisfy { outlines[rows[$0 - 1]].start <= outlines[rows[$0]].start }
            if !isSorted { rows[range].sort { (outlines[$0].start, $0) < (outlines[$1].start, $1) } }
            var best: Int?
            for place in range {
                let row = rows[place]
                if let leader = best, (outlines[leader].end, leader) > (outlines[row].end, row) {
                    longest[place] = leader
                } else {
                    longest[place] = row
                    best = row
                }
            }
        }
        starts = rows.map { outlines[$0].start }
        (self.groups, self.rows, self.longest) = (groups, rows, longest)
    }

    /// The row that lasts longest of those begun at `instant`, and the first one that begins later.
    func rows(of group: Int, at instant: TimeInterval) -> (begun: Int?, next: Int?) {
        let range = groups.range(group)
        let place = partitionPoint(range) { starts[$0] <= instant }
        return (
            place > range.lowerBound ? longest[place - 1] : nil,
            place < range.upperBound ? rows[place] : nil
        )
    }
}
