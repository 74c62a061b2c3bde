internal import ReceiptEssentials
internal import ReceiptFields
internal import ReceiptKit

/// Timelines as an SVG picture, one below the other.
///
/// Horizontal positions are in percent, so that the picture fills the width of its container while text keeps its size.
/// Text is wrapped once for a screen of 390 pixels and once for one of 700 or more; if the wide version has fewer
/// lines, everything below moves up. The height is always that of the narrow version, because an image in a page has
/// the same height at every width.
struct TimelinePicture {
    private let ledger: PurchaseLedger
    private let question: LedgerQuestion
    private var date: Date { question.asOf }
    private let sections: [(timeline: Timeline, scale: TimeScale)]
    private var body = ""
    private var y = 8.0
    /// The height saved in a wide picture so far: everything below moves up by this much.
    private var saved = 0.0

    /// The margin in percent of the width.
    private static let margin = 3.0
    private static let barHeight = 18.0
    init(_ timeline: LedgerTimeline) {
        (ledger, question, sections) = (timeline.ledger, timeline.question, timeline.sections)
        heading()
        for section in sections { draw(section.timeline, section.scale) }
        legend()
        if saved > 0 { body += "</g>\n" }
    }

    var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="100%" height="\(Int(y))" role="graphics-document" \
        aria-label="\(Self.escaped("Purchases of \(ledger.bundleIdentifier) as of \(Timestamp.string(date))"))">
        \(TimelineStyle.definitions)
        <rect class="page" width="100%" height="100%"/>
        \(body)</svg>

        """
    }

    /// Draws the app, and the products that the customer has access to.
    private mutating func heading() {
        lines(ledger.bundleIdentifier, "title", columns: 34, step: 22)
        lines("\(ledger.environment.rawValue), as of \(TimelineStatus.day(date, isShort: true))", "faint")
        let answers = question.access(question.dated(ledger))
        let sentences = (answers.filter(\.value.isGranted) + answers.filter { !$0.value.isGranted }).compactMap {
            AccessWords($0, $1).sentence { TimelineStatus.day($0, isShort: $0.timeIntervalSince(date) < 3 * 86_400) }
        }
        for sentence in sentences.prefix(8) { lines(sentence, "fact") }
        if sentences.count > 8 { lines("And \(sentences.count - 8) more.", "fact") }
        if sentences.isEmpty { lines(ledger.isEmpty ? "No purchases." : "Entitled to nothing.", "fact") }
    }

    private mutating func draw(_ timeline: Timeline, _ scale: TimeScale) {
        y += 14
        lines(timeline.name, "heading", columns: 42)
        for sentence in timeline.status { lines(sentence, "fact") }
        for lane in timeline.lanes {
            y += 4
            lines(lane.productID, "fact")
            for (note, text) in lane.notes { lines(text, note == .revoked ? "alarm" : "faint") }
            y += 5
            for mark in lane.marks { draw(mark, scale) }
            asOfLine(scale, from: y - 1, to: y + Self.barHeight + 4)
            y += Self.barHeight
        }
        y += 8
        axis(scale)
    }

    /// Draws a segment of the line that marks the date. Segments leave out areas with labels.
    private mutating func asOfLine(_ scale: TimeScale, from top: Double, to bottom: Double) {
        let place = scale.place(scale.asOf)
        let title = "As of \(Timestamp.string(date))"
        body += line("as-of", x1: place, x2: place, y1: top, y2: bottom, title: title) + "\n"
    }

    private mutating func draw(_ mark: Timeline.Mark, _ scale: TimeScale) {
        let (start, end) = (scale.place(mark.start), scale.place(mark.end))
        let middle = y + Self.barHeight / 2
        let (name, title) = (mark.kind.style, mark.title)
        switch mark.kind {
        case .gap: body += line(name, x1: start, x2: end, y1: middle, y2: middle, title: title) + "\n"
        case .nonRenewing:
            body += "<g>\(Self.title(title))" + line(name, x1: start, x2: end, y1: middle, y2: middle)
            body += circle(name, start, middle) + "</g>\n"
        case .commitmentEnd:
            let (top, bottom) = (y - 2, y + Self.barHeight + 2)
            body += line(name, x1: start, x2: start, y1: top, y2: bottom, title: title) + "\n"
        case _ where mark.start == mark.end: body += circle(name, start, middle, title: title) + "\n"
        default:
            // No edges for the narrowest marks; the edges would cover them.
            let width = max(0.003, end - start)
            body += "<rect class=\"\(name)\(width < 0.012 ? " thin" : "")\" x=\"\(Self.percent(start))\""
            body += " y=\"\(Self.number(y))\" width=\"\(Self.number(width * (100 - 2 * Self.margin)))%\""
            body += " height=\"\(Self.number(Self.barHeight))\" rx=\"2\">\(Self.title(title))</rect>\n"
        }
    }

    private mutating func axis(_ scale: TimeScale) {
        let (start, end) = (scale.place(scale.start), scale.place(scale.end))
        body += line("axis", x1: start, x2: end, y1: y, y2: y) + "\n"
        if scale.isBroken {
            body += line("axis break", x1: start > 0 ? 0 : end, x2: start > 0 ? start : 1, y1: y, y2: y) + "\n"
        }
        // A narrow screen has room for fewer labels. Draw both versions; a media query chooses one.
        for (name, count, room) in [("narrow", 4, 0.2), ("wide", 9, 0.11)] {
            body += "<g class=\"\(name)\">\n"
            var free = -1.0
            for tick in TimeAxis.ticks(from: scale.start, to: scale.end, atMost: count) {
                let place = scale.place(tick.time)
                body += line("axis", x1: place, x2: place, y1: y, y2: y + 5) + "\n"
                let left = place < room / 2 ? place : place > 1 - room / 2 ? place - room : place - room / 2
                guard left >= free else { continue }
                body += text(place, y + 18, tick.label, "small", room: room)
                free = left + room
            }
            body += "</g>\n"
        }
        asOfLine(scale, from: y - 4, to: y + 6)
        body += text(scale.place(scale.asOf), y + 35, "as of \(scale.asOfText)", "alarm", room: 0.46)
        y += 44
    }

    private mutating func legend() {
        let present = Set(sections.flatMap(\.timeline.kinds))
        var (x, row) = (0, 0)
        var items = ""
        for kind in Timeline.Kind.legend where present.contains(kind) {
            let width = 44 + kind.name.count * 7
            if x > 0, x + width > 350 { (x, row) = (0, row + 20) }
            items += Self.sample(kind, x, row)
            items += "<text class=\"small\" x=\"\(x + 28)\" y=\"\(row + 11)\">\(kind.name)</text>\n"
            x += width
        }
        guard !items.isEmpty else {
            y += 10
            return
        }
        y += 8
        body +=
            "<svg x=\"\(Self.number(Self.margin))%\" y=\"\(Self.number(y))\" overflow=\"visible\">\n\(items)</svg>\n"
        y += Double(row) + 28
    }

    private static func sample(_ kind: Timeline.Kind, _ x: Int, _ y: Int) -> String {
        func line(_ x1: Int, _ x2: Int, _ y1: Int, _ y2: Int) -> String {
            "<line class=\"\(kind.style)\" x1=\"\(x + x1)\" x2=\"\(x + x2)\" y1=\"\(y + y1)\" y2=\"\(y + y2)\"/>\n"
        }
        func dot(_ x1: Int) -> String {
            "<circle class=\"\(kind.style)\" cx=\"\(x + x1)\" cy=\"\(y + 6)\" r=\"6\"/>\n"
        }
        return switch kind {
        case .gap: line(0, 22, 6, 6)
        case .nonRenewing: line(0, 22, 6, 6) + dot(6)
        case .consumable, .other: dot(11)
        case .commitmentEnd: line(11, 11, -1, 13)
        default: "<rect class=\"\(kind.style)\" x=\"\(x)\" y=\"\(y)\" width=\"22\" height=\"12\" rx=\"2\"/>\n"
        }
    }

    // MARK: Elements

    /// Draws text at the left edge in two versions: wrapped for a screen of 390 pixels, with a frame, and wrapped for a screen of 700.
    private mutating func lines(_ text: String, _ name: String, columns: Int = 50, step: Double = 17) {
        let text = SafeText.printable(text)
        let narrow = Self.lines(text, columns)
        let wide = Self.lines(text, columns * 9 / 5)
        if narrow == wide {
            body += elements(narrow, name, step)
        } else {
            body += elements(narrow, name + " narrow", step) + elements(wide, name + " wide", step)
        }
        y += Double(narrow.count) * step
        guard wide.count < narrow.count else { return }
        if saved > 0 { body += "</g>\n" }
        saved += Double(narrow.count - wide.count) * step
        body += "<g class=\"up\" style=\"--up: -\(Self.number(saved))px\">\n"
    }

    private func elements(_ lines: [Substring], _ name: String, _ step: Double) -> String {
        zip(1..., lines).map { number, line in
            "<text class=\"\(name)\" x=\"\(Self.number(Self.margin))%\" y=\"\(Self.number(y + Double(number) * step))\">"
                + "\(Self.escaped(line))</text>\n"
        }.joined()
    }

    /// Wraps text at spaces, and inside words that are longer than a line.
    private static func lines(_ text: String, _ columns: Int) -> [Substring] {
        var lines: [Substring] = []
        var rest = text[...]
        while let edge = rest.index(rest.startIndex, offsetBy: columns, limitedBy: rest.endIndex), edge < rest.endIndex
        {
            let space = rest[...edge].lastIndex(of: " ")
            lines.append(rest[..<(space ?? edge)])
            rest = rest[(space.map(rest.index(after:)) ?? edge)...]
        }
        return lines + [rest]
    }

    /// Draws text centered on a position, or aligned with the edge if that is near. `room` is the width it may take up.
    private func text(_ place: Double, _ y: Double, _ content: String, _ name: String, room: Double) -> String {
        let anchor = place < room / 2 ? "" : place > 1 - room / 2 ? " end" : " middle"
        return
            "<text class=\"\(name)\(anchor)\" x=\"\(Self.percent(place))\" y=\"\(Self.number(y))\">\(Self.escaped(content))</text>\n"
    }

    private func line(
        _ name: String, x1: Double, x2: Double, y1: Double, y2: Double, title: String? = nil
    ) -> String {
        "<line class=\"\(name)\" x1=\"\(Self.percent(x1))\" x2=\"\(Self.percent(x2))\""
            + " y1=\"\(Self.number(y1))\" y2=\"\(Self.number(y2))\"" + Self.end("line", title)
    }

    private func circle(_ name: String, _ x: Double, _ y: Double, title: String? = nil) -> String {
        "<circle class=\"\(name)\" cx=\"\(Self.percent(x))\" cy=\"\(Self.number(y))\" r=\"6\""
            + Self.end("circle", title)
    }

    private static func end(_ element: String, _ title: String?) -> String {
        title.map { ">\(Self.title($0))</\(element)>" } ?? "/>"
    }

    private static func title(_ text: String) -> String { "<title>\(escaped(text))</title>" }

    private static func percent(_ place: Double) -> String { number(margin + place * (100 - 2 * margin)) + "%" }

    /// Formats a number with at most two decimals.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        var out = ""
        // Iterate over scalars: a `Character` may be a bracket with a combining mark.
        for scalar in SafeText.printable(String(text)).unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
