/// What the parser makes of a command's help. A discussion ends with examples, for the manual too.
enum Help {
    /// The help with its examples behind the options, where a terminal shows them last. The parser writes them before.
    static func examplesLast(_ help: String) -> String {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        guard let examples = lines.firstIndex(of: "EXAMPLES:"),
            let usage = lines[examples...].firstIndex(where: { $0.hasPrefix("USAGE: ") })
        else { return help }
        return [lines[..<examples], lines[usage...], lines[examples..<usage]].map(trimmed).joined(separator: "\n\n")
    }

    /// Without empty lines at the end.
    private static func trimmed(_ lines: ArraySlice<Substring>) -> String {
        let last = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
        return lines.prefix(through: last).joined(separator: "\n")
    }
}
