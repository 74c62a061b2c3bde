extension Timeline {
    /// The meaning of a mark. Later cases are painted over earlier ones.
    enum Kind: Int, CaseIterable {
        case gap, revoked, overtaken, paid, promotional, introductory, trial, chargedAhead, grace, owned, nonRenewing
        case consumable, other, commitmentEnd

        /// The order of the legend: kinds that give access, then those that don't.
        static let legend = allCases.dropFirst(3) + allCases.prefix(3).reversed()

        /// A character that distinguishes the kinds without color.
        var glyph: Character { Self.table[rawValue].glyph }
        /// The color of the glyph, if it has one.
        var shade: LedgerTimeline.Shade? { Self.table[rawValue].shade }
        var name: String { Self.table[rawValue].name }
        /// The name of its CSS class.
        var style: String { String(name.map { $0 == " " ? "-" : $0 }) }

        /// The glyph, its color and the name of each kind, in the order of the cases.
        private static let table: [(glyph: Character, shade: LedgerTimeline.Shade?, name: String)] = [
            ("·", nil, "gap"), ("x", .bad, "revoked"), ("-", .bad, "overtaken"), ("█", .good, "paid"),
            ("▓", .warning, "offer"),
            ("▒", .warning, "introductory"), ("░", .warning, "trial"), ("»", .good, "charged ahead"),
            ("≈", .warning, "grace period"), ("═", .good, "owned"), ("╌", nil, "non-renewing"),
            ("◆", nil, "consumable"),
            ("◇", nil, "other"), ("╡", nil, "commitment end"),
        ]
    }
}
