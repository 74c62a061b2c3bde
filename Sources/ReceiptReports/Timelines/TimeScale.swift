internal import ReceiptEssentials

/// Where an instant stands between the left edge of a timeline, 0, and the right one, 1.
///
/// The date asked about always has a place. If it is so far away that little room would be left for the purchases, the scale is broken: the
/// date stands beyond the break.
struct TimeScale {
    let start: Double
    let end: Double
    let asOf: Double
    private let knots: [(time: Double, place: Double)]

    /// - Parameter hasOpenEnd: whether something lasts from its start on: if there is nothing else, the time until the date is all there is.
    init(start: Double, end: Double, asOf: Double, hasOpenEnd: Bool) {
        let isInstant = start == end
        // A single instant has half a day on both sides.
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

    /// What the axis has between the date and the purchases, if the scale is broken.
    var isBroken: Bool { knots.count > 2 }

    /// The date asked about: a day, or a time where days are too long.
    var asOfText: String { TimelineStatus.day(Date(timeIntervalSince1970: asOf), isShort: end - start < 3 * 86_400) }
}
