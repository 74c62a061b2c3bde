import ReceiptEssentials
import ReceiptFields
import ReceiptReports

/// Text styles. Colour is used only on a terminal, and never if `NO_COLOR` is set; the text is complete without it.
struct Style {
    let isColoured: Bool
    /// The width of text in columns: the width of the terminal, within limits. Nil for a pipe, where lines may have any length.
    let width: Int?
    /// The number of columns of a picture.
    var columns: Int { width ?? 80 }

    static var standardOutput: Style { Style(STDOUT_FILENO) }
    static var standardError: Style { Style(STDERR_FILENO) }

    private init(_ descriptor: Int32) {
        let environment = ProcessInfo.processInfo.environment
        let isWanted = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        isColoured = isWanted && isatty(descriptor) == 1
        let columns = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
        width = (columns ?? Self.terminal(descriptor)?.columns).map { min(160, max(60, $0)) }
    }

    /// Wraps sentences at spaces. Words such as identifiers are never broken, because programs may read them: a word
    /// longer than a line extends past its end.
    ///
    /// Examines each line once, so that the time for a large text is proportional to its size.
    ///
    /// - Parameter indent: The number of columns before the text, and before each further line.
    func wrapped(_ text: String, indent: Int) -> String {
        guard let width else { return text }
        let room = max(20, width - indent)
        var lines: [Substring] = []
        var rest = text[...]
        while let edge = rest.index(rest.startIndex, offsetBy: room, limitedBy: rest.endIndex), edge < rest.endIndex {
            let last = rest[...edge].lastIndex(of: " ") ?? rest[edge...].firstIndex(of: " ")
            guard let space = last else { break }
            lines.append(rest[..<space])
            rest = rest[rest.index(after: space)...]
        }
        lines.append(rest)
        return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    /// The size of a terminal, or nil if the descriptor is not a terminal or doesn't report a size.
    static func terminal(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        let status = unsafe withUnsafeMutablePointer(to: &size) { size in
            unsafe ioctl(descriptor, UInt(TIOCGWINSZ), size)
        }
        guard status == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : 24)
    }

    func good(_ text: String) -> String { wrap(text, "1;32") }
    func bad(_ text: String) -> String { wrap(text, "1;31") }
    func warning(_ text: String) -> String { wrap(text, "1;33") }
    func strong(_ text: String) -> String { wrap(text, "1") }
    func faint(_ text: String) -> String { wrap(text, "2") }

    /// Styles a timeline, which is indented by two columns.
    func ink(_ shade: LedgerTimeline.Shade, _ text: String) -> String {
        switch shade {
        case .strong: strong(text)
        case .faint: faint(text)
        case .good: good(text)
        case .warning: warning(text)
        case .bad: bad(text)
        case .sentence: wrapped(text, indent: 2)
        }
    }

    private func wrap(_ text: String, _ code: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Strings in columns of a terminal.
enum TextColumns {
    /// Fills a string up with spaces.
    static func padded(_ string: String, _ width: Int) -> String {
        string + String(repeating: " ", count: max(0, width - string.count))
    }

    /// An upper bound for the number of terminal columns that a string takes. Characters from the Hangul consonants on
    /// count as wide.
    static func columns(_ string: some StringProtocol) -> Int {
        string.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
    }

    /// Returns a string, or its end after … if it is too long.
    static func end(of string: String, columns: Int) -> String {
        if Self.columns(string) <= columns { return string }
        var end = string.suffix(max(0, columns))
        while !end.isEmpty, Self.columns(end) >= columns { end = end.dropFirst() }
        return "…" + end
    }
}
