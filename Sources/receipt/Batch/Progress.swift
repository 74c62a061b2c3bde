import ReceiptEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How far a batch is, on one line of the terminal that is written over and over: lines, rate, and where the size of the input
/// is known what is left.
package struct Progress {
    private static let interval = 0.2

    /// Whether somebody watches, and sees no answers between.
    private let isShown: Bool
    private let style: Style
    /// Bytes of the input, if it is a file.
    private let size: Int?
    private let start = Self.seconds
    private var lastShown = 0.0
    private var lastLength = 0

    init() {
        isShown = isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) != 1
        style = Style.standardError
        size = isShown ? StandardInput.remainingBytes : nil
    }

    mutating func show(_ tally: Tally, inputEnd: Int) {
        guard isShown else { return }
        let now = Self.seconds
        guard now - lastShown >= Self.interval else { return }
        lastShown = now
        var text = Summary(tally: tally, seconds: now - start).text(style)
        if let size, size > 0, inputEnd > 0 {
            let done = min(1, Double(inputEnd) / Double(size))
            text += ", \(Self.whole(done * 100)) %, \(Self.duration((now - start) / done * (1 - done))) left"
        }
        write(text, end: "")
    }

    /// Leaves the last word, whoever watches.
    mutating func finish(_ tally: Tally) -> Summary {
        let summary = Summary(tally: tally, seconds: Self.seconds - start)
        let text = summary.text(style)
        if isShown { write(text, end: "\n") } else { StandardError.write(raw: "receipt: " + text + "\n") }
        return summary
    }

    /// Writes over what stands there, which spaces wipe out on every terminal.
    private mutating func write(_ text: String, end: String) {
        let spaces = String(repeating: " ", count: max(0, lastLength - text.count))
        lastLength = text.count
        StandardError.write(raw: "\r" + text + spaces + end)
    }

    /// A clock that only goes forward. Not the standard library's, which older systems of Apple's lack.
    private static var seconds: Double { ProcessInfo.processInfo.systemUptime }

    // MARK: Numbers for people

    /// Without the fraction. Numbers beyond all sense become 0.
    package static func whole(_ number: Double) -> Int { Int(exactly: number.rounded()) ?? 0 }

    /// Such as `1,234,567`.
    package static func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// Such as `7 s`, `3:07` or `2:03:07`.
    package static func duration(_ seconds: Double) -> String {
        let total = whole(seconds)
        if total < 60 { return "\(total) s" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = total / 60 % 60
        guard total >= 3_600 else { return "\(minutes):\(two(total % 60))" }
        return "\(total / 3_600):\(two(minutes)):\(two(total % 60))"
    }
}
