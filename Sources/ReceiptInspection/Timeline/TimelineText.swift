internal import ReceiptEssentials
internal import ReceiptFields

/// A timeline drawn with characters: a bar for each product over a common axis, as wide as the terminal.
struct TimelineText {
    private let timeline: Timeline
    private let date: Double
    private let width: Int
    private let ink: LedgerTimeline.Ink

    init(_ timeline: Timeline, asOf date: Date, columns: Int, _ ink: @escaping LedgerTimeline.Ink) {
        self.timeline = timeline
        self.date = date.timeIntervalSince1970
        self.ink = ink
        width = columns - 4
    }

    var text: String {
        var text = "  " + ink(.strong, "Subscription \(Printable.text(timeline.name))") + "\n"
        if let intent = timeline.intent { text += "  " + ink(.sentence, Printable.text(intent)) + "\n" }
        let gaps = gapCells()
        var drawn: Set<Character> = []
        for lane in timeline.lanes {
            let cells = cells(lane, over: gaps)
            drawn.formUnion(cells)
            text += "  " + ink(.faint, Printable.text(lane.productID)) + "\n"
            text += "  " + coloured(cells) + "\n"
        }
        if drawn.contains("▐") { drawn.insert("█") }
        text += "  " + ink(.faint, axis()) + "\n"
        if let mark = mark() { text += "  " + ink(.strong, mark) + "\n" }
        return text + "  " + legend(drawn) + "\n"
    }

    /// Columns for a second.
    private var scale: Double { Double(width) / (timeline.end - timeline.start) }

    /// The columns that a stretch of time covers: at least one.
    private func columns(_ start: Double, _ end: Double) -> Range<Int> {
        let first = min(width - 1, max(0, Int((start - timeline.start) * scale)))
        let last = Int(((end - timeline.start) * scale).rounded(.up))
        return first..<min(width, max(first + 1, last))
    }

    /// The gaps, which are the same in every lane.
    private func gapCells() -> [Character] {
        var cells = [Character](repeating: " ", count: width)
        for gap in timeline.gaps {
            for column in columns(gap.lowerBound, gap.upperBound) { cells[column] = "·" }
        }
        return cells
    }

    private func cells(_ lane: Timeline.Lane, over gaps: [Character]) -> [Character] {
        var cells = gaps
        for bar in lane.bars {
            let columns = columns(bar.start, bar.end)
            for column in columns { cells[column] = bar.kind.glyph }
            // A sliver of space where a paid period begins. Among periods too narrow for it, it would look like a gap.
            if bar.kind == .paid, (bar.end - bar.start) * scale >= 3 { cells[columns.lowerBound] = "▐" }
        }
        return cells
    }

    private func coloured(_ cells: [Character]) -> String {
        var text = ""
        var run = ""
        func flush() {
            switch run.first {
            case "x", "-": text += ink(.bad, run)
            case "░", "▒", "▓": text += ink(.warning, run)
            case "█": text += ink(.good, run)
            default: text += run
            }
            run = ""
        }
        for cell in cells {
            let shown: Character = cell == "▐" ? "█" : cell
            if let last = run.last, (last == "▐" ? "█" : last) != shown { flush() }
            run.append(run.isEmpty && cell == "▐" ? "█" : cell)
        }
        flush()
        while text.last == " " { text.removeLast() }
        return text
    }

    private func axis() -> String {
        var line = [Character](repeating: "─", count: width)
        var labels = [Character](repeating: " ", count: width)
        var free = 0
        for tick in TimeAxis.ticks(from: timeline.start, to: timeline.end, atMost: width / 12) {
            let column = columns(tick.time, tick.time).lowerBound
            line[column] = "┬"
            let start = min(max(0, column - tick.label.count / 2), width - tick.label.count)
            guard start >= free else { continue }
            for (offset, character) in tick.label.enumerated() { labels[start + offset] = character }
            free = start + tick.label.count + 1
        }
        while labels.last == " " { labels.removeLast() }
        return String(line) + "\n  " + String(labels)
    }

    /// Where the date asked about lies.
    private func mark() -> String? {
        guard date >= timeline.start, date < timeline.end else { return nil }
        let column = columns(date, date).lowerBound
        let label = "as of " + Timestamp.string(Date(timeIntervalSince1970: date)).prefix(10)
        let isRight = column + 2 + label.count > width
        let text = isRight ? label + " ▲" : "▲ " + label
        return String(repeating: " ", count: isRight ? column + 1 - text.count : column) + text
    }

    /// Names what was drawn: the narrowest bars and gaps may be hidden behind others.
    private func legend(_ drawn: Set<Character>) -> String {
        var parts = timeline.kinds.filter { drawn.contains($0.glyph) }.map { "\($0.glyph) \($0.name)" }
        if drawn.contains("·") { parts.append("· gap") }
        return ink(.faint, parts.joined(separator: "   "))
    }
}
