/// Changes inputs of one syntax so that most results still have that syntax.
protocol StructuredMutator {
    var random: SplitMix { get set }

    /// Returns the input with one change, or nil if it contains nothing to change.
    mutating func changed(_ input: [UInt8], from offset: Int) -> [UInt8]?
}

extension StructuredMutator {
    /// Returns the input with one to three changes, or nil if it contains nothing to change.
    mutating func mutate(_ input: [UInt8], from offset: Int) -> [UInt8]? {
        var output: [UInt8]?
        for _ in 0..<random.below(3) + 1 {
            guard let changed = changed(output ?? input, from: offset) else { break }
            output = changed
        }
        return output
    }
}
