internal import ReceiptEssentials
internal import ReceiptFields

/// Timelines as an SVG picture, one below the other. Kinds differ in pattern as well as in colour.
struct TimelinePicture {
    private let timelines: [Timeline]
    private let title: String
    private let date: Double

    private static let margin = 24.0
    private static let width = 912.0
    private static let laneHeight = 44.0
    private static let barHeight = 18.0

    init(_ timelines: [Timeline], title: String, asOf date: Date) {
        self.timelines = timelines
        self.title = title
        self.date = date.timeIntervalSince1970
    }

    var svg: String {
        var body = ""
        var y = Self.margin + 20
        body += text(Self.margin, y, title, "title")
        y += 30
        if timelines.isEmpty { body += text(Self.margin, y, "No subscriptions", "faint") }
        for (number, timeline) in timelines.enumerated() {
            body += draw(timeline, gaps: "gaps-\(number + 1)", &y)
            y += 26
        }
        body += legend(y)
        let height = y + 40
        let size = "\(Int(Self.width + 2 * Self.margin))"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(Int(height))" \
            viewBox="0 0 \(size) \(Int(height))" font-family="system-ui, -apple-system, 'DejaVu Sans', sans-serif">
            \(Self.definitions)
            <rect class="page" width="100%" height="100%"/>
            \(body)</svg>

            """
    }

    private func draw(_ timeline: Timeline, gaps: String, _ y: inout Double) -> String {
        func x(_ time: Double) -> Double {
            Self.margin + (time - timeline.start) / (timeline.end - timeline.start) * Self.width
        }
        var body = text(Self.margin, y, "Subscription \(timeline.name)", "heading")
        y += 14
        if let intent = timeline.intent {
            body += text(Self.margin, y, intent, "faint")
            y += 14
        }
        let top = y
        if !timeline.gaps.isEmpty {
            // Drawn once and used in every lane, for lanes and gaps may both be many.
            body += "<defs><g id=\"\(gaps)\">"
            for gap in timeline.gaps {
                body += "<line class=\"gap\" x1=\"\(number(x(gap.lowerBound)))\" x2=\"\(number(x(gap.upperBound)))\"/>"
            }
            body += "</g></defs>\n"
        }
        for lane in timeline.lanes {
            body += text(Self.margin, y + 13, lane.productID, "faint")
            let barY = y + 19
            if !timeline.gaps.isEmpty {
                body += "<use href=\"#\(gaps)\" y=\"\(number(barY + Self.barHeight / 2))\"/>\n"
            }
            for bar in lane.bars {
                let width = max(1.5, x(bar.end) - x(bar.start) - 1)
                body += "<rect class=\"\(bar.kind.name)\" x=\"\(number(x(bar.start)))\" y=\"\(number(barY))\""
                body += " width=\"\(number(width))\" height=\"\(number(Self.barHeight))\" rx=\"2\"/>\n"
            }
            y += Self.laneHeight
        }
        body += "<line class=\"axis\" x1=\"\(number(Self.margin))\" x2=\"\(number(Self.margin + Self.width))\""
        body += " y1=\"\(number(y))\" y2=\"\(number(y))\"/>\n"
        var free = 0.0
        for tick in TimeAxis.ticks(from: timeline.start, to: timeline.end, atMost: 8) {
            body += vertical("axis", x(tick.time), y, y + 5)
            // At the right edge the label ends at its mark, for it would be cut off there.
            let isLast = x(tick.time) + 80 > Self.margin + Self.width
            let start = isLast ? x(tick.time) - 80 : x(tick.time)
            guard start >= free else { continue }
            body += text(x(tick.time), y + 18, tick.label, isLast ? "small end" : "small")
            free = start + 90
        }
        if date >= timeline.start, date < timeline.end {
            body += vertical("now", x(date), top + 14, y + 26)
            let label = "as of " + Timestamp.string(Date(timeIntervalSince1970: date)).prefix(10)
            let isRight = x(date) > Self.width - 90
            body += text(x(date) + (isRight ? -4 : 4), y + 32, String(label), isRight ? "mark end" : "mark")
        }
        y += 34
        return body
    }

    private func legend(_ y: Double) -> String {
        var body = ""
        var x = Self.margin
        let present = Timeline.Kind.allCases.reversed().filter { kind in timelines.contains { $0.kinds.contains(kind) }
        }
        for kind in present {
            body +=
                "<rect class=\"\(kind.name)\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"22\" height=\"12\" rx=\"2\"/>\n"
            body += text(x + 28, y + 11, kind.name, "small")
            x += 46 + Double(kind.name.count) * 8
        }
        if timelines.contains(where: { !$0.gaps.isEmpty }) {
            body +=
                "<line class=\"gap\" x1=\"\(number(x))\" x2=\"\(number(x + 22))\" y1=\"\(number(y + 6))\" y2=\"\(number(y + 6))\"/>\n"
            body += text(x + 28, y + 11, "gap", "small")
        }
        return body
    }

    private func vertical(_ name: String, _ x: Double, _ top: Double, _ bottom: Double) -> String {
        "<line class=\"\(name)\" x1=\"\(number(x))\" x2=\"\(number(x))\" y1=\"\(number(top))\" y2=\"\(number(bottom))\"/>\n"
    }

    private func text(_ x: Double, _ y: Double, _ content: String, _ name: String) -> String {
        "<text class=\"\(name)\" x=\"\(number(x))\" y=\"\(number(y))\">\(Self.escaped(content))</text>\n"
    }

    /// One decimal.
    private func number(_ value: Double) -> String { String((value * 10).rounded() / 10) }

    private static func escaped(_ text: String) -> String {
        var out = ""
        // By scalars: a character may be a bracket with something combined to it.
        for scalar in Printable.text(text).unicodeScalars {
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

    private static let definitions = """
        <style>
        .page { fill: #ffffff } text { fill: #1d1d1f; font-size: 12px } .title { font-size: 17px; font-weight: 600 }
        .heading { font-size: 13px; font-weight: 600 } .faint, .small { fill: #6e6e73 } .small { font-size: 11px }
        .mark { fill: #b3261e; font-size: 11px } .end { text-anchor: end }
        .axis { stroke: #aeaeb2; stroke-width: 1 } .now { stroke: #b3261e; stroke-width: 1.5; stroke-dasharray: 3 2 }
        .gap { stroke: #8e8e93; stroke-width: 1.5; stroke-dasharray: 2 4 }
        .paid { fill: #2f7d4f } .trial { fill: url(#trial); stroke: #2f7d4f } .introductory { fill: url(#introductory); stroke: #2f7d4f }
        .offer { fill: url(#offer); stroke: #2f7d4f } .revoked { fill: url(#revoked); stroke: #b3261e }
        .overtaken { fill: none; stroke: #8e8e93; stroke-dasharray: 3 2 }
        @media (prefers-color-scheme: dark) {
        .page { fill: #1c1c1e } text { fill: #f2f2f7 } .faint, .small { fill: #aeaeb2 } .axis { stroke: #636366 }
        .mark { fill: #ff8a80 } .now { stroke: #ff8a80 } .paid { fill: #4caf76 }
        }
        </style>
        <defs>
        <pattern id="trial" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="#e3f3e9"/>\
        <path d="M0 6 6 0" stroke="#2f7d4f"/></pattern>
        <pattern id="introductory" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="#bfe3cd"/>\
        <circle cx="2.5" cy="2.5" r="1" fill="#2f7d4f"/></pattern>
        <pattern id="offer" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="#8ccba6"/>\
        <path d="M0 2.5H5" stroke="#2f7d4f"/></pattern>
        <pattern id="revoked" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="#fdecea"/>\
        <path d="M1 1 7 7M7 1 1 7" stroke="#b3261e"/></pattern>
        </defs>
        """
}
