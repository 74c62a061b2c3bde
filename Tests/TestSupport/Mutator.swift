/// SplitMix64, which gives the same numbers on every machine, from a seed in the test.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Changes bytes in ways that often break parsers.
package enum Mutator {
    /// Makes one to three changes: flips a bit, replaces, removes or inserts bytes, changes a length, or cuts the end.
    package static func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var copy = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) { change(&copy, &random) }
        return copy
    }

    private static let interesting: [UInt8] = [
        0x00, 0x01, 0x02, 0x04, 0x05, 0x06, 0x0C, 0x16, 0x1F, 0x20, 0x24, 0x30, 0x31, 0x7F, 0x80, 0x81, 0x82, 0x83,
        0x84, 0x85, 0x88, 0xA0, 0xA1, 0xFF,
    ]

    private static func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return bytes.append(UInt8.random(in: 0...255, using: &random)) }
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2, 3: bytes[place] = interesting.randomElement(using: &random) ?? 0
        case 4: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...4, using: &random)))
        case 5:
            let count = Int.random(in: 1...4, using: &random)
            bytes.insert(contentsOf: (0..<count).map { _ in interesting.randomElement(using: &random) ?? 0 }, at: place)
        case 6: bytes[place] = bytes[place] &+ (Bool.random(using: &random) ? 1 : 0xFF)
        default: if Int.random(in: 0..<4, using: &random) == 0 { bytes.removeSubrange(place...) }
        }
    }

    /// Returns a random tree of elements, mostly well-formed, with the tags of receipts and certificates.
    package static func tree(_ random: inout SeededGenerator, depth: Int = 0) -> [UInt8] {
        let isConstructed = depth < 6 && Int.random(in: 0..<3, using: &random) > 0
        if isConstructed {
            let tag: UInt8 = [0x30, 0x31, 0xA0, 0xA3, 0x24, 0x30, 0x31].randomElement(using: &random) ?? 0x30
            let children = (0..<Int.random(in: 0...4, using: &random)).map { _ in tree(&random, depth: depth + 1) }
            if Int.random(in: 0..<24, using: &random) == 0 {
                return [tag, 0x80] + TLV.concatenated(children) + [0, 0]
            }
            return TLV.element(tag, joining: children)
        }
        let tag: UInt8 = [0x02, 0x04, 0x05, 0x06, 0x0C, 0x16, 0x03, 0x80, 0x01].randomElement(using: &random) ?? 0x02
        let count = Int.random(in: 0..<40, using: &random) == 0 ? 200 : Int.random(in: 0...9, using: &random)
        let content = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        return TLV.element(tag, content)
    }
}
