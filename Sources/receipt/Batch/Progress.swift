import ReceiptEssentials

/// The progress of a batch, shown on one line of the terminal and updated at most four times a second: counts, rate,
/// and, if the size of the input is known, the time left.
package struct Progress {
    private static let interval = 0.25

    /// True if standard error is a terminal.
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// True if standard error is a terminal and standard output is not.
    private let isShown: Bool
    /// The size of the input in bytes, if it is a file.
    private let size: Int?
    private let start = Self.seconds
    private var lastShown = 0.0
    private var lastLength = 0
    private var heartbeat = Heartbeat()

    /// Writes a line once a minute during a run that has no terminal.
    package struct Heartbeat {
        private static let interval = 60.0
        private var last = 0.0

        package init() {}

        /// True if a progress line is due this many seconds after the start.
        package mutating func isDue(at seconds: Double) -> Bool {
            guard seconds - last >= Self.interval else { return false }
            last = seconds
            return true
        }
    }

    init() {
        isShown = isTerminal && isatty(STDOUT_FILENO) != 1
        size = isShown ? StandardInput.remainingBytes : nil
    }

    mutating func show(_ tally: VerdictCounts, inputEnd: Int) {
        let now = Self.seconds
        if !isTerminal, heartbeat.isDue(at: now - start) {
            let pieces = Summary(tally: tally, seconds: now - start).pieces
            StandardError.write(raw: "receipt: so far " + pieces.joined(separator: ", ") + "\n")
        }
        guard isShown else { return }
        guard now - lastShown >= Self.interval else { return }
        lastShown = now
        var pieces = Summary(tally: tally, seconds: now - start).pieces
        if let size, size > 0, inputEnd > 0 {
            let done = min(1, Double(inputEnd) / Double(size))
            pieces += ["\(Self.whole(done * 100)) %", "\(Self.duration((now - start) / done * (1 - done))) left"]
        }
        write(pieces)
    }

    /// Clears the line.
    mutating func clear() { if lastLength > 0 { write([]) } }

    /// Replaces the progress with the summary: on a terminal a table, otherwise one line.
    mutating func finish(_ tally: VerdictCounts) -> Summary {
        let summary = Summary(tally: tally, seconds: Self.seconds - start)
        let style = Style.standardError
        if isTerminal {
            clear()
            let size = Self.terminal
            StandardError.write(raw: summary.table(style, columns: size.columns, rows: size.rows) + "\n")
        } else {
            StandardError.write(raw: "receipt: " + summary.text(style) + "\n")
        }
        return summary
    }

    /// Overwrites the line with as many pieces as fit. Spaces erase the old text, which works on every terminal. The
    /// last column stays free, because some terminals wrap the line after writing to it.
    private mutating func write(_ pieces: [String]) {
        let room = Self.terminal.columns - 1
        var text = ""
        for piece in pieces {
            let longer = text.isEmpty ? piece : text + ", " + piece
            if longer.count > room { break }
            text = longer
        }
        let spaces = String(repeating: " ", count: max(0, min(lastLength, room) - text.count))
        lastLength = text.count
        StandardError.write(raw: "\r" + text + spaces + (text.isEmpty ? "\r" : ""))
    }

    private static var terminal: (columns: Int, rows: Int) { Style.terminal(STDERR_FILENO) ?? (80, 24) }

    /// A monotonic clock. The standard library's is not available on Apple's older systems.
    private static var seconds: Double { ProcessInfo.processInfo.systemUptime }

    // MARK: Formatting numbers

    /// Rounds to a whole number, or returns 0 if it doesn't fit.
    package static func whole(_ number: Double) -> Int { Int(exactly: number.rounded()) ?? 0 }

    /// Formats a number such as `1,234,567`.
    package static func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// Formats a duration such as `7 s`, `3:07` or `2:03:07`.
    package static func duration(_ seconds: Double) -> String {
        let total = whole(seconds)
        if total < 60 { return "\(total) s" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = total / 60 % 60
        guard total >= 3_600 else { return "\(minutes):\(two(total % 60))" }
        return "\(total / 3_600):\(two(minutes)):\(two(total % 60))"
    }
}
