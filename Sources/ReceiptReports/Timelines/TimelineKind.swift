extension Timeline {
    /// What a mark stands for, in the order in which marks are painted: the later ones cover the earlier.
    enum Kind: Int, CaseIterable {
        case gap, revoked, overtaken, paid, promotional, introductory, trial, chargedAhead, grace, owned, nonRenewing
        case consumable, other, commitmentEnd

        /// What counts, then what does not.
        static let legend = allCases.dropFirst(3) + allCases.prefix(3).reversed()

        /// Distinguishes kinds without colour.
        var glyph: Character { Self.table[rawValue].glyph }
        var name: String { Self.table[rawValue].name }
        /// The name of its style.
        var style: String { String(name.map { $0 == " " ? "-" : $0 }) }

        /// In the order of the cases.
        private static let table: [(glyph: Character, name: String)] = [
            ("·", "gap"), ("x", "revoked"), ("-", "overtaken"), ("█", "paid"), ("▓", "offer"), ("▒", "introductory"),
            ("░", "trial"), ("»", "charged ahead"), ("≈", "grace period"), ("═", "owned"), ("╌", "non-renewing"),
            ("◆", "consumable"), ("◇", "other"), ("╡", "commitment end"),
        ]
    }
}
