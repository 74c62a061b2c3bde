internal import ReceiptEssentials

/// For groups of rows: which of those that have begun at an instant lasts longest, and which begins next.
///
/// The one that lasts longest answers two questions at once: if it has not ended, it is what counts; if it has, all have, and
/// it was the last.
struct Timetable: Sendable {
    struct Span: Sendable {
        let start: TimeInterval
        let end: TimeInterval
        let row: Int

        static func beginsBefore(_ a: Self, _ b: Self) -> Bool { (a.start, a.row) < (b.start, b.row) }
    }

    struct Answer {
        let instant: TimeInterval
        /// Those that have begun, by start.
        let begun: ArraySlice<Span>
        /// Of those, the one that ends last; of several the last in the ledger.
        let longest: Span?
        let next: Span?

        /// Of those that have not ended, the one that began last.
        var lastRunning: Span? { begun.last { instant < $0.end } }
    }

    /// By group, and in each group by start.
    private var spans: [Span] = []
    /// Where each group begins, and where the last one ends.
    private var bounds = [0]
    /// The place of the one that ends last, of each and those before it in its group.
    private var longest: [Int] = []

    init(capacity: Int) {
        spans.reserveCapacity(capacity)
        longest.reserveCapacity(capacity)
    }

    /// Adds to the group that is not ended yet, mostly in order.
    mutating func add(_ span: Span) { spans.append(span) }

    mutating func endGroup() {
        let group = longest.count..<spans.count
        if group.dropFirst().contains(where: { Span.beginsBefore(spans[$0], spans[$0 - 1]) }) {
            spans[group].sort(by: Span.beginsBefore)
        }
        for place in group {
            let best = place > group.lowerBound ? longest[place - 1] : place
            longest.append((spans[best].end, spans[best].row) > (spans[place].end, spans[place].row) ? best : place)
        }
        bounds.append(spans.count)
    }

    func rows(of group: Int, at instant: TimeInterval) -> Answer {
        let range = bounds[group]..<bounds[group + 1]
        let place = partitionPoint(range) { spans[$0].start <= instant }
        return Answer(
            instant: instant, begun: spans[range.lowerBound..<place],
            longest: place > range.lowerBound ? spans[longest[place - 1]] : nil,
            next: place < range.upperBound ? spans[place] : nil)
    }
}

/// The first place in `range` whose element does not satisfy `isBefore`; all that do come first.
func partitionPoint(_ range: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = low + (high - low) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
