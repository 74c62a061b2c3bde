extension ArraySlice {
    /// The elements of a range that counts from the slice's beginning, as readers count.
    package func part(_ range: Range<Int>) -> ArraySlice { dropFirst(range.lowerBound).prefix(range.count) }
}
