internal import ReceiptEssentials

/// Maps an instant to a position between the left edge of a timeline, 0, and the right edge, 1.
///
/// The date asked about always has a position. If it is so far away that little room would be left for the purchases,
/// the scale has a break, with the date on the other side of it.
struct TimeScale {
    let start: Double
    let end: Double
    let asOf: Double
    private let knots: [(time: Double, place: Double)]

    /// - Parameter hasOpenEnd: True if a purchase has no end. If there are no other marks, the scale shows the time
    ///   until the date.
    init(start: Double, end: Double, asOf: Double, hasOpenEnd: Bool) {
        let isInstant = start == end
        // For a single instant, show half a day before and after it.
        var (start, end) = start < end ? (start, end) : (start - 43_200, start + 43_200)
        let span = end - start
        var isBroken = false
        if asOf >= end {
            if isInstant && hasOpenEnd || asOf - end <= 2 * span {
                end = asOf + (asOf - start) * 0.04
            } else {
                isBroken = true
            }
        } else if asOf < start {
            if start - asOf <= span / 2 { start = asOf - span * 0.02 } else { isBroken = true }
        }
        (self.start, self.end, self.asOf) = (start, end, asOf)
        knots =
            if !isBroken {
                [(start, 0), (end, 1)]
            } else if asOf < start {
                [(asOf, 0.03), (start, 0.1), (end, 1)]
            } else {
                [(start, 0), (end, 0.9), (asOf, 0.97)]
            }
    }

    func place(_ time: Double) -> Double {
        guard let next = knots.firstIndex(where: { time < $0.time }) else {
            return time == .infinity ? 1 : knots.last?.place ?? 1
        }
        guard next > 0 else { return knots[0].place }
        let (a, b) = (knots[next - 1], knots[next])
        return a.place + (time - a.time) / (b.time - a.time) * (b.place - a.place)
    }

    /// True if the axis has a break between the purchases and the date.
    var isBroken: Bool { knots.count > 2 }

    /// The date asked about, as a day, or with the time if the timeline covers less than three days.
    var asOfText: String { TimelineStatus.day(Date(timeIntervalSince1970: asOf), isShort: end - start < 3 * 86_400) }
}
