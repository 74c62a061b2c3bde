internal import ReceiptEssentials
internal import ReceiptFields

/// A timeline drawn with characters, as wide as the terminal: a lane for each product above an axis.
struct TimelineText {
    private let timeline: Timeline
    private let scale: TimeScale
    private let width: Int
    private let ink: LedgerTimeline.Ink

    init(_ timeline: Timeline, scale: TimeScale, columns: Int, _ ink: @escaping LedgerTimeline.Ink) {
        (self.timeline, self.scale, self.ink) = (timeline, scale, ink)
        width = columns - 4
    }

    var text: String {
        var text = "  " + ink(.strong, Printable.text(timeline.name)) + "\n"
        for sentence in timeline.status { text += "  " + ink(.sentence, Printable.text(sentence)) + "\n" }
        var drawn: Set<Character> = []
        for lane in timeline.lanes {
            let cells = cells(lane)
            drawn.formUnion(cells)
            text += "  " + ink(.faint, Printable.text(lane.productID)) + "\n"
            for (_, note) in lane.notes { text += "  " + ink(.sentence, note) + "\n" }
            text += "  " + coloured(cells) + "\n"
        }
        if drawn.contains("▐") { drawn.insert("█") }
        text += "  " + ink(.faint, axis()) + "\n"
        text += "  " + ink(.strong, mark()) + "\n"
        return text + "  " + legend(drawn) + "\n"
    }

    private func column(_ time: Double) -> Int { min(width - 1, Int(scale.place(time) * Double(width))) }

    /// Returns the columns that an interval covers: at least one.
    private func columns(_ start: Double, _ end: Double) -> Range<Int> {
        let first = column(start)
        return first..<max(first + 1, min(width, Int((scale.place(end) * Double(width)).rounded(.up))))
    }

    private func cells(_ lane: Timeline.Lane) -> [Character] {
        var cells = [Character](repeating: " ", count: width)
        cells[column(scale.asOf)] = "│"
        for mark in lane.marks {
            let columns = columns(mark.start, mark.end)
            for column in columns { cells[column] = mark.kind.glyph }
            // Mark the start of a paid period with a thin gap. If the period is too narrow, leave the gap out; it would
            // look like a break in service.
            if mark.kind == .paid, columns.count >= 4 { cells[columns.lowerBound] = "▐" }
        }
        return cells
    }

    private func coloured(_ cells: [Character]) -> String {
        var text = ""
        var run = ""
        func flush() {
            switch run.first {
            case "x", "-": text += ink(.bad, run)
            case "░", "▒", "▓", "≈": text += ink(.warning, run)
            case "█", "═", "»": text += ink(.good, run)
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
        // The date is beyond the break, where time isn't to scale.
        if scale.isBroken {
            let known = column(scale.start)...column(scale.end)
            for place in 0..<width where !known.contains(place) { line[place] = "┄" }
        }
        var labels = [Character](repeating: " ", count: width)
        var free = 0
        for tick in TimeAxis.ticks(from: scale.start, to: scale.end, atMost: width / 12) {
            let column = column(tick.time)
            line[column] = "┬"
            let start = min(max(0, column - tick.label.count / 2), width - tick.label.count)
            guard start >= free else { continue }
            for (offset, character) in tick.label.enumerated() { labels[start + offset] = character }
            free = start + tick.label.count + 1
        }
        while labels.last == " " { labels.removeLast() }
        return String(line) + "\n  " + String(labels)
    }

    /// Returns the line that marks the date asked about.
    private func mark() -> String {
        let column = column(scale.asOf)
        let label = "as of " + scale.asOfText
        let isRight = column + 2 + label.count > width
        let text = isRight ? label + " ▲" : "▲ " + label
        return String(repeating: " ", count: isRight ? column + 1 - text.count : column) + text
    }

    /// Lists the kinds that were drawn, including those hidden behind others.
    private func legend(_ drawn: Set<Character>) -> String {
        ink(
            .faint,
            timeline.kinds.filter { drawn.contains($0.glyph) }.map { "\($0.glyph) \($0.name)" }.joined(separator: "   ")
        )
    }
}
