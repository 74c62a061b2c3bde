/// Text in lines of the page's width.
enum Paragraph {
    /// Columns of a page. Terminals are at least this wide, and what is piped reads well.
    static let width = 80

    /// Breaks a text where it would pass the page's edge: behind a comma, at a space, or, where there is neither, anywhere.
    ///
    /// - Parameter indent: columns before the text, and before each further line. Each line is looked at once, so that
    ///   a text of megabytes, which a receipt may hold, takes no longer than its size asks for.
    static func wrapped(_ text: String, indent: Int, width: Int = Self.width) -> String {
        let room = max(20, width - indent)
        var lines: [Substring] = []
        var rest = text[...]
        while let edge = rest.index(rest.startIndex, offsetBy: room, limitedBy: rest.endIndex), edge < rest.endIndex {
            let line = rest[..<breakingPoint(rest, edge)]
            rest = rest[line.endIndex...].drop { $0 == " " }
            lines.append(line.trimmingSpacesAtEnd)
        }
        lines.append(rest)
        return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    private static func breakingPoint(_ text: Substring, _ edge: String.Index) -> String.Index {
        if text[edge] == " " { return edge }
        let full = text[..<edge]
        let last = full.lastIndex { $0 == " " || $0 == "," }
        guard let last, last > text.startIndex else { return edge }
        return text.index(after: last)
    }
}

extension Substring {
    fileprivate var trimmingSpacesAtEnd: Substring {
        lastIndex { $0 != " " }.map { self[...$0] } ?? prefix(0)
    }
}
