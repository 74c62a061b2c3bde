import ReceiptFields

/// The summary of a run over many lines or files: the number of answers of each kind, and the rate.
struct Summary {
    let tally: VerdictCounts
    let seconds: Double

    /// The number of answers per second.
    private var rate: Int { seconds > 0 ? Progress.whole(Double(tally.answers) / seconds) : 0 }

    /// The verdicts, each with its codes.
    private var groups:
        [(word: String, count: Int, codes: [String: VerdictCounts.Count], ink: (Style, String) -> String)]
    {
        [
            ("verified", tally.verified, [:], { $0.good($1) }),
            ("refused", tally.refused, tally.refusals, { $0.bad($1) }),
            ("unreadable", tally.unreadable, tally.unreadables, { $0.warning($1) }),
        ]
    }

    private var pace: [String] { ["\(Progress.grouped(rate))/s", Progress.duration(seconds)] }

    /// Returns one line, such as `17 verified, 2 refused (der.truncated 2), 1 unreadable (line.empty 1), 24,814/s, 7
    /// s`.
    func text(_ style: Style) -> String {
        let parts = groups.filter { $0.count > 0 || $0.word == "verified" }.map { group in
            group.ink(style, "\(Progress.grouped(group.count)) \(group.word)") + Self.codes(group.codes)
        }
        return (parts + skipped(style) + pace).joined(separator: ", ")
    }

    /// The same summary as a list of parts, without codes, for a progress line.
    var pieces: [String] {
        groups.map { "\(Progress.grouped($0.count)) \($0.word)" } + pace
    }

    /// The pieces that the ledgers leave out, one of which may be a refund.
    private func skipped(_ style: Style) -> [String] {
        tally.skipped == 0 ? [] : [style.warning("\(Progress.grouped(tally.skipped)) skipped")]
    }

    private static func codes(_ counts: [String: VerdictCounts.Count]) -> String {
        let words = sorted(counts).map { "\($0.key) \(Progress.grouped($0.value.count))" }
        return words.isEmpty ? "" : " (" + words.joined(separator: ", ") + ")"
    }

    /// Sorts counts, the most frequent first.
    private static func sorted(_ counts: [String: VerdictCounts.Count]) -> [(key: String, value: VerdictCounts.Count)] {
        counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    }

    /// Returns lines for a terminal: each kind of verdict, and below it the error codes, the most frequent first. Each code has the first
    /// file, line or key with that code. The table is at most as tall as the terminal, so that nothing scrolls away.
    func table(_ style: Style, columns: Int, rows: Int) -> String {
        let groups = groups
        // Leave the last line for the cursor.
        let room = max(1, rows - 2 - groups.count)
        let codes = groups.flatMap { group in group.codes.map { (word: group.word, code: $0.key, count: $0.value) } }
            .sorted { ($1.count.count, $0.code, $0.word) < ($0.count.count, $1.code, $1.word) }
        let shown = codes.count <= room ? codes : Array(codes.prefix(room - 1))
        let width = max(10, shown.map { $0.code.count + 2 }.max() ?? 0)
        let digits = groups.map { Progress.grouped($0.count).count }.max() ?? 0
        func line(_ name: String, _ count: Int) -> String {
            let number = Progress.grouped(count)
            return TextColumns.padded(name, width) + TextColumns.padded("", 2 + digits - number.count) + number
        }
        var lines: [String] = []
        for group in groups {
            lines.append(group.ink(style, line(group.word, group.count)))
            for (word, code, count) in shown where word == group.word {
                let start = line("  " + code, count.count) + "  "
                let first = SafeText.printable(count.first)
                lines.append(start + TextColumns.end(of: first, columns: columns - 1 - start.count))
            }
        }
        let rest = codes.count - shown.count
        if rest > 0 { lines.append("  and \(rest) more codes, which --summary FILE writes") }
        lines += skipped(style)
        let end = "\(Progress.grouped(tally.answers)) in \(Progress.duration(seconds)), \(Progress.grouped(rate))/s"
        return (lines + [end]).joined(separator: "\n")
    }

    /// One JSON object on one line, for `--summary`.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("answers", tally.answers)
            json.member("verified", tally.verified)
            json.member("refused", tally.refused)
            json.member("unreadable", tally.unreadable)
            if tally.skipped > 0 { json.member("skippedPieces", tally.skipped) }
            json.name("codes")
            let codes = Self.sorted(tally.refusals.merging(tally.unreadables, uniquingKeysWith: VerdictCounts.sum))
            json.raw("{" + codes.map { "\"\($0.key)\":\($0.value.count)" }.joined(separator: ",") + "}")
            json.member("seconds", raw: "\((seconds * 1_000).rounded() / 1_000)")
            json.member("perSecond", rate)
        }
        json.endLine()
        return json.bytes
    }
}
