/// Whether the texts of each pair have the same octets, as a receipt compares them. `String` asks for canonical equivalence.
func haveSameOctets(_ pairs: (String?, String?)...) -> Bool {
    pairs.allSatisfy { first, second in
        guard let first, let second else { return first == nil && second == nil }
        return first.utf8.elementsEqual(second.utf8)
    }
}
