extension Timeline {
    /// What a mark stands for, in the order in which marks are painted: the later ones cover the earlier.
    enum Kind: Int, CaseIterable {
        case gap, revoked, overtaken, paid, promotional, introductory, trial, owned, nonRenewing, consumable, other

        /// What counts, then what does not.
        static let legend = allCases.dropFirst(3) + allCases.prefix(3).reversed()

        /// Told apart without colour.
        var glyph: Character { Self.table[rawValue].glyph }
        var name: String { Self.table[rawValue].name }

        /// In the order of the cases.
        private static let table: [(glyph: Character, name: String)] = [
            ("·", "gap"), ("x", "revoked"), ("-", "overtaken"), ("█", "paid"), ("▓", "offer"), ("▒", "introductory"),
            ("░", "trial"), ("═", "owned"), ("╌", "non-renewing"), ("◆", "consumable"), ("◇", "other"),
        ]
    }
}
