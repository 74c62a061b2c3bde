/// Returns the first index in `range` whose element doesn't satisfy `isBefore`. All elements that satisfy it must come first.
func partitionPoint(_ range: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = low + (high - low) / 2
        if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
