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
        var text = "  " + ink(.strong, SafeText.printable(timeline.name)) + "\n"
        for sentence in timeline.status { text += "  " + ink(.sentence, SafeText.printable(sentence)) + "\n" }
        var drawn: Set<Timeline.Kind> = []
        for lane in timeline.lanes {
            let cells = cells(lane)
            drawn.formUnion(cells.compactMap(\.kind))
            text += "  " + ink(.faint, SafeText.printable(lane.productID)) + "\n"
            for (_, note) in lane.notes { text += "  " + ink(.sentence, note) + "\n" }
            text += "  " + coloured(cells) + "\n"
        }
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

    /// One column of a lane.
    private struct Cell {
        var kind: Timeline.Kind?
        var glyph: Character = " "
        /// True for the first column of a paid period, which is drawn with a thin gap.
        var beginsPeriod = false
    }

    private func cells(_ lane: Timeline.Lane) -> [Cell] {
        var cells = [Cell](repeating: Cell(), count: width)
        cells[column(scale.asOf)].glyph = "│"
        for mark in lane.marks {
            let columns = columns(mark.start, mark.end)
            for column in columns { cells[column] = Cell(kind: mark.kind, glyph: mark.kind.glyph) }
            // In a narrow period, the thin gap would look like a break in service.
            cells[columns.lowerBound].beginsPeriod = mark.kind == .paid && columns.count >= 4
        }
        return cells
    }

    private func coloured(_ cells: [Cell]) -> String {
        var (text, rest) = ("", cells[...])
        while let shade = rest.first.map({ $0.kind?.shade }) {
            let run = rest.prefix { $0.kind?.shade == shade && $0.glyph == rest.first?.glyph }
            rest = rest.dropFirst(run.count)
            var glyphs = run.first.map { String($0.glyph) } ?? ""
            for cell in run.dropFirst() { glyphs.append(cell.beginsPeriod ? "▐" : cell.glyph) }
            text += shade.map { ink($0, glyphs) } ?? glyphs
        }
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

    /// Lists the kinds that were drawn. A narrow mark may be hidden behind others; then its kind is left out.
    private func legend(_ drawn: Set<Timeline.Kind>) -> String {
        ink(
            .faint,
            timeline.kinds.filter(drawn.contains).map { "\($0.glyph) \($0.name)" }.joined(separator: "   ")
        )
    }
}
