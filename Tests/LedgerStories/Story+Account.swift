extension Story {
    /// Describes what happened, what arrived, and the ledger's answers about the violation.
    package func account<Ledger: StoryLedger>(of _: Ledger.Type, _ violations: [Violation]) -> String {
        var lines = ["story \(seed), \(customer.place.rawValue), \(loss)", "what happened:"]
        lines += customer.log.map { "  \(timestamp($0.date)) \($0.text)" }
        lines.append("what arrived (+) and what was lost (-):")
        let pieces = (kept.map { ("+", $0) } + lost.map { ("-", $0) }).sorted { $0.1.date < $1.1.date }
        lines += pieces.map { mark, piece in
            let news = piece.news.isEmpty ? "" : " (\(piece.news.sorted().joined(separator: ", ")))"
            return "  \(mark) \(timestamp(piece.date)) \(piece.kind.rawValue) \(piece.text)\(news)"
        }
        for violation in violations {
            let place = [violation.time.map(timestamp), violation.product].compactMap(\.self).joined(separator: ", ")
            lines.append("violated: \(violation.invariant.rawValue), \(place): \(violation.text)")
            guard let time = violation.time, let ledger = try? Ledger(merging: evidence, passLength: passLength) else {
                continue
            }
            for product in violation.product.map({ [$0] }) ?? products {
                lines.append("  \(product): \(ledger.access(to: product, at: time, staleAfter: 0))")
            }
            lines += ledger.subscriptions.map { "  \($0): \(String(describing: ledger.status(of: $0, at: time)))" }
        }
        return lines.joined(separator: "\n")
    }
}
