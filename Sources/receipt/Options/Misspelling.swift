/// Finds the word that was meant by a misspelled one.
enum Misspelling {
    /// Returns the most similar of the known words, regardless of case, or nil if none is similar enough.
    static func nearest(to word: String, in known: [String]) -> String? {
        let nearest = known.map { ($0, distance($0.lowercased(), word.lowercased())) }.min { $0.1 < $1.1 }
        return nearest.flatMap { 2 * $0.1 < word.count ? $0.0 : nil }
    }

    /// Returns the question to append to a message, or nothing if no word is given.
    static func question(_ nearest: String?) -> String { nearest.map { " Did you mean '\($0)'?" } ?? "" }

    /// Returns the number of insertions, deletions and substitutions between two strings.
    static func distance(_ a: String, _ b: String) -> Int {
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = i
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let replaced = diagonal + (x == y ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
            }
        }
        return row[b.count]
    }
}
