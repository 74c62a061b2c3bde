/// The pieces that are lost.
struct Loss {
    let text: String
    /// The indexes in the pieces, ordered by date.
    private(set) var lost: Set<Int> = []

    init(of pieces: [StoryPiece], start: Seconds, horizon: Seconds, _ dice: inout StoryDice) {
        func lose(_ percent: Int64, where isMeant: (StoryPiece) -> Bool = { _ in true }) -> Set<Int> {
            Set(pieces.indices.filter { isMeant(pieces[$0]) && dice.chance(percent) })
        }
        let date = dice.between(start, horizon)
        switch dice.pick(weighted: [(30, 0), (30, 1), (13, 2), (9, 3), (9, 4), (9, 5)]) ?? 0 {
        case 1:
            let percent = dice.between(5, 60)
            text = "\(percent) % lost"
            lost = lose(percent)
        case 2:
            let percent = dice.chance(50) ? 0 : dice.between(20, 100)
            text = "no notification from \(timestamp(date)) on, and \(percent) % of all else"
            lost = lose(100) { $0.kind == .notification && $0.date >= date }.union(
                lose(percent) { $0.kind != .notification })
        case 3:
            let end = date + (horizon - start) / 4
            text = "nothing from \(timestamp(date)) to \(timestamp(end))"
            lost = lose(100) { $0.date >= date && $0.date < end }
        case 4:
            let kind = dice.pick(Array(Set(pieces.map(\.kind))).sorted { $0.rawValue < $1.rawValue })
            let percent = dice.chance(50) ? 0 : Int64(30)
            text = "every kind but \(kind?.rawValue ?? ""), and \(percent) % of that"
            lost = lose(100) { $0.kind != kind }.union(lose(percent))
        case 5:
            // An upgrade is lost, until Apple signs something about its renewal.
            let words: Set<String> = ["upgrade"]
            let upgraded = Set(pieces.flatMap(\.copies).filter(\.isUpgraded).map(\.purchase))
            text = "everything of what took a product's place"
            lost = lose(100) { piece in
                piece.copies.contains { upgraded.contains($0.purchase - 1) || $0.isUpgraded }
                    || !piece.news.isDisjoint(with: words)
            }
        default: text = "nothing lost"
        }
        // A ledger must have at least one piece.
        if lost.count == pieces.count, let first = pieces.indices.first { lost.remove(first) }
    }
}
