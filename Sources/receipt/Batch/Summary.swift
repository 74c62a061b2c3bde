import ReceiptFields

/// What a run over many lines or files has to say in the end: how many answers there were, of which kind, and how fast.
struct Summary {
    let tally: Tally
    let seconds: Double

    /// Answers a second.
    private var rate: Int { seconds > 0 ? Progress.whole(Double(tally.answers) / seconds) : 0 }

    /// One line, such as `17 verified, 2 refused (der.truncated 2), 1 unreadable (line.empty 1), 24,814/s, 7 s`.
    func text(_ style: Style) -> String {
        var parts = [style.good("\(Progress.grouped(tally.verified)) verified")]
        if tally.refused > 0 {
            parts.append(style.bad("\(Progress.grouped(tally.refused)) refused") + Self.codes(tally.refusals))
        }
        if tally.unreadable > 0 {
            parts.append(
                style.warning("\(Progress.grouped(tally.unreadable)) unreadable") + Self.codes(tally.unreadables))
        }
        parts += ["\(Progress.grouped(rate))/s", Progress.duration(seconds)]
        return parts.joined(separator: ", ")
    }

    private static func codes(_ counts: [String: Int]) -> String {
        " (" + sorted(counts).map { "\($0.key) \(Progress.grouped($0.value))" }.joined(separator: ", ") + ")"
    }

    /// The most frequent first.
    private static func sorted(_ counts: [String: Int]) -> [(key: String, value: Int)] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    }

    /// One JSON object on a line, for `--summary`.
    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("answers", tally.answers)
            json.member("verified", tally.verified)
            json.member("refused", tally.refused)
            json.member("unreadable", tally.unreadable)
            json.name("codes")
            let codes = Self.sorted(tally.refusals.merging(tally.unreadables, uniquingKeysWith: +))
            json.raw("{" + codes.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}")
            json.member("seconds", raw: "\((seconds * 1_000).rounded() / 1_000)")
            json.member("perSecond", rate)
        }
        json.endLine()
        return json.bytes
    }
}
