internal import ReceiptEssentials
internal import ReceiptFields

/// The labelled marks of a time axis: a few round times.
enum TimeAxis {
    struct Tick {
        let time: Double
        let label: String
    }

    private static let seconds: [Int64] = [
        60, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
    ]
    private static let months: [Int64] = [1, 2, 3, 6, 12, 24, 60, 120, 600]

    static func ticks(from start: Double, to end: Double, atMost count: Int) -> [Tick] {
        let span = end - start
        guard span > 0, let step = seconds.first(where: { span / Double($0) <= Double(count) }) else {
            return monthTicks(from: start, to: end, atMost: count)
        }
        let first = Int64((start / Double(step)).rounded(.up))
        let last = Int64((end / Double(step)).rounded(.down))
        guard first <= last else { return [] }
        return (first...last).map { index in
            let time = Double(index * step)
            let text = Timestamp.string(Date(timeIntervalSince1970: time))
            return Tick(
                time: time,
                label: step < 86_400
                    ? text.dropFirst(5).prefix(5) + " " + text.dropFirst(11).prefix(5) : String(text.prefix(10)))
        }
    }

    private static func monthTicks(from start: Double, to end: Double, atMost count: Int) -> [Tick] {
        let first = month(start)
        let last = month(end)
        let step =
            months.first { (last - first) / $0 < Int64(count) } ?? ((last - first) / Int64(count) / 1_200 + 1) * 1_200
        return stride(from: (first + step - 1) / step * step, through: last, by: Int64.Stride(step)).compactMap {
            month in
            let (year, index) = (month / 12, month % 12 + 1)
            let time = Double(CivilCalendar.day(year, index, 1) * 86_400)
            guard time >= start, time <= end else { return nil }
            return Tick(time: time, label: "\(year)-\(index < 10 ? "0" : "")\(index)")
        }
    }

    /// Returns the number of months since the year 0.
    private static func month(_ time: Double) -> Int64 {
        let date = CivilCalendar.date(ofDay: Int64((time / 86_400).rounded(.down)))
        return date.year * 12 + date.month - 1
    }
}
