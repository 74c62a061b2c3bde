extension ArraySlice {
    /// Returns the elements of a range whose bounds are relative to the start of the slice, like the ranges from readers.
    package func part(_ range: Range<Int>) -> ArraySlice { dropFirst(range.lowerBound).prefix(range.count) }
}
