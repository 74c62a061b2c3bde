extension Timeline {
    /// The meaning of a mark. Later cases are painted over earlier ones.
    enum Kind: Int, CaseIterable {
        case gap, revoked, overtaken, paid, promotional, introductory, trial, chargedAhead, grace, owned, nonRenewing
        case consumable, other, commitmentEnd

        /// The order of the legend: kinds that give access, then those that don't.
        static let legend = allCases.dropFirst(3) + allCases.prefix(3).reversed()

        /// A character that distinguishes the kinds without colour.
        var glyph: Character { Self.table[rawValue].glyph }
        var name: String { Self.table[rawValue].name }
        /// The name of its CSS class.
        var style: String { String(name.map { $0 == " " ? "-" : $0 }) }

        /// The glyph and name of each kind, in the order of the cases.
        private static let table: [(glyph: Character, name: String)] = [
            ("·", "gap"), ("x", "revoked"), ("-", "overtaken"), ("█", "paid"), ("▓", "offer"), ("▒", "introductory"),
            ("░", "trial"), ("»", "charged ahead"), ("≈", "grace period"), ("═", "owned"), ("╌", "non-renewing"),
            ("◆", "consumable"), ("◇", "other"), ("╡", "commitment end"),
        ]
    }
}
