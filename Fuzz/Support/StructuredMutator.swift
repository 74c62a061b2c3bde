/// Changes inputs of one syntax so that what comes out mostly has that syntax still.
protocol StructuredMutator {
    var random: SplitMix { get set }

    /// The input with one change, or nil if there is nothing in it to change.
    mutating func changed(_ input: [UInt8], from offset: Int) -> [UInt8]?
}

extension StructuredMutator {
    /// The input with one to three changes, or nil if there is nothing in it to change.
    mutating func mutate(_ input: [UInt8], from offset: Int) -> [UInt8]? {
        var output: [UInt8]?
        for _ in 0..<random.below(3) + 1 {
            guard let changed = changed(output ?? input, from: offset) else { break }
            output = changed
        }
        return output
    }
}
