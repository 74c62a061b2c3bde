#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Cuts time into the stretches in which one period of a subscription counts.
///
/// At every instant it is the last row, in ledger order, of those that contain the instant and were not overtaken.
enum RunningPeriods {
    /// A period with its place in the chain: the greater place counts.
    private struct Candidate {
        let start: TimeInterval
        let end: TimeInterval
        let place: Int
    }

    /// - Parameters:
    ///   - rows: the rows of one subscription that count, in ledger order.
    ///   - positions: their positions in the ledger.
    static func stretches(
        _ rows: [RowOutline], _ positions: [Int], _ renewals: AdvanceRenewals
    ) -> [IntervalIndex.Interval] {
        var candidates: [Candidate] = []
        candidates.reserveCapacity(rows.count)
        for (place, row) in rows.enumerated() {
            let start = renewals.overtakenUntil[place] ?? row.start
            if start < row.end { candidates.append(Candidate(start: start, end: row.end, place: place)) }
        }
        if !renewals.overtakenUntil.isEmpty { candidates.sort { ($0.start, $0.place) < ($1.start, $1.place) } }
        return sweep(candidates).map { IntervalIndex.Interval(start: $0.start, end: $0.end, row: positions[$0.place]) }
    }

    private static func sweep(_ candidates: [Candidate]) -> [Candidate] {
        var stretches: [Candidate] = []
        stretches.reserveCapacity(candidates.count)
        var running = Heap<Candidate> { $0.place > $1.place }
        var next = 0
        var now = -TimeInterval.infinity
        while true {
            while let top = running.top, top.end <= now { running.removeTop() }
            if running.top == nil {
                guard next < candidates.count else { return stretches }
                now = candidates[next].start
            }
            while next < candidates.count, candidates[next].start <= now {
                running.insert(candidates[next])
                next += 1
            }
            guard let top = running.top else { continue }
            let end = next < candidates.count ? min(top.end, candidates[next].start) : top.end
            if let last = stretches.last, last.place == top.place, last.end == now {
                stretches[stretches.count - 1] = Candidate(start: last.start, end: end, place: top.place)
            } else if now < end {
                stretches.append(Candidate(start: now, end: end, place: top.place))
            }
            now = end
        }
    }
}

/// A binary heap.
private struct Heap<Element> {
    private var elements: [Element] = []
    private let isAbove: (Element, Element) -> Bool

    init(_ isAbove: @escaping (Element, Element) -> Bool) { self.isAbove = isAbove }

    var top: Element? { elements.first }

    mutating func insert(_ element: Element) {
        var place = elements.count
        elements.append(element)
        while place > 0, isAbove(elements[place], elements[(place - 1) / 2]) {
            elements.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func removeTop() {
        guard let last = elements.popLast(), !elements.isEmpty else { return }
        elements[0] = last
        var place = 0
        while 2 * place + 1 < elements.count {
            var child = 2 * place + 1
            if child + 1 < elements.count, isAbove(elements[child + 1], elements[child]) { child += 1 }
            guard isAbove(elements[child], elements[place]) else { return }
            elements.swapAt(place, child)
            place = child
        }
    }
}
