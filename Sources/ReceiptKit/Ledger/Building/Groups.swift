/// Numbers sorted into groups, all in one array: group `g` is `members[ranges[g]]`.
struct Groups: Sendable {
    let members: [Int]
    private let starts: [Int]

    /// Sorts the places of `groupOf` by the group that stands there; places whose group is nil are left out.
    init(_ groupOf: [Int?], count: Int) {
        var starts = [Int](repeating: 0, count: count + 1)
        for case let group? in groupOf { starts[group + 1] += 1 }
        for group in 0..<count { starts[group + 1] += starts[group] }
        var next = starts
        var members = [Int](repeating: 0, count: starts[count])
        for (place, group) in groupOf.enumerated() {
            guard let group else { continue }
            members[next[group]] = place
            next[group] += 1
        }
        (self.members, self.starts) = (members, starts)
    }

    var count: Int { starts.count - 1 }

    func range(_ group: Int) -> Range<Int> { starts[group]..<starts[group + 1] }
}

/// The first place in `range` whose element does not satisfy `isBefore`; all that do come first.
func partitionPoint(_ range: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = low + (high - low) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
