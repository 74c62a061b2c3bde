/// The first place in `range` whose element does not satisfy `isBefore`; all that do come first.
func partitionPoint(_ range: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = low + (high - low) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
