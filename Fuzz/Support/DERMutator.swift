/// Changes an element somewhere in DER and repairs the enclosing lengths, so that the result is still DER and the
/// change reaches the code after the reader.
struct DERMutator: StructuredMutator {
    var random: SplitMix
    /// Mutates bytes, and may add up to the given number, with libFuzzer's own mutations and dictionary.
    let mutateBytes: (inout [UInt8], Int) -> Void

    mutating func changed(_ input: [UInt8], from offset: Int) -> [UInt8]? {
        let map = DERMap(input, from: offset)
        return map.nodes.isEmpty ? nil : change(map)
    }

    private mutating func change(_ map: DERMap) -> [UInt8] {
        var index = random.below(map.nodes.count)
        let few = min(24, map.nodes.count)
        switch random.below(6) {
        // Sometimes choose an element near the end of a receipt, where the signer is. Otherwise the many attributes and
        // certificates would be chosen almost always.
        case 0: index = map.nodes.count - 1 - random.below(few)
        case 1: index = random.below(few)
        case 2: break
        default:
            // Prefer leaves, which contain the values.
            for _ in 0..<4 where !map.isLeaf(index) { index = random.below(map.nodes.count) }
        }
        let node = map.nodes[index]
        let old = Array(map.encoding(index))
        let contents = Array(map.bytes[node.contents])
        switch random.below(12) {
        case 0: return map.replacing(index, with: [])
        case 1: return map.replacing(index, with: old + old)
        case 2: return map.replacing(index, with: Array(map.encoding(random.below(map.nodes.count))))
        case 3: return map.replacing(index, with: Array(map.encoding(random.below(map.nodes.count))) + old)
        case 4: return swapped(map, index)
        case 5: return map.replacing(index, with: DERMap.element(Self.tags[random.below(Self.tags.count)], contents))
        case 6: return map.replacing(index, with: otherLength(old[0], contents))
        case 7:
            let value = Self.values[random.below(Self.values.count)]
            return map.replacing(index, with: DERMap.element(old[0], value))
        default:
            var changed = contents
            mutateBytes(&changed, 32)
            return map.replacing(index, with: DERMap.element(old[0], changed, isIndefinite: node.isIndefinite))
        }
    }

    /// Swaps the element with the next one.
    private func swapped(_ map: DERMap, _ index: Int) -> [UInt8] {
        let node = map.nodes[index]
        guard node.parent >= 0,
            let next = map.nodes.indices.first(where: {
                map.nodes[$0].start == node.end && map.nodes[$0].parent == node.parent
            })
        else { return map.replacing(index, with: []) }
        var bytes = map.bytes
        bytes.replaceSubrange(node.start..<map.nodes[next].end, with: map.encoding(next) + map.encoding(index))
        return bytes
    }

    /// Encodes the same contents with a length that DER doesn't allow, or a wrong one.
    private mutating func otherLength(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        switch random.below(4) {
        case 0: return DERMap.element(tag, contents, isIndefinite: true)
        case 1: return DERMap.element(tag | 0x20, contents, isIndefinite: true)
        case 2:
            return [
                tag, 0x82, UInt8(truncatingIfNeeded: contents.count >> 8), UInt8(truncatingIfNeeded: contents.count),
            ] + contents
        default:
            var element = DERMap.element(tag, contents)
            element[1] = element[1] &+ (random.below(2) == 0 ? 1 : 0xFF)
            return element
        }
    }

    private static let tags: [UInt8] = [
        0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0C, 0x13, 0x16, 0x17, 0x18, 0x24, 0x30, 0x31, 0x80, 0xA0, 0xA1, 0xA3,
    ]

    private static let values: [[UInt8]] =
        [
            [], [0], [1], [2], [3], [5], [0x7F], [0x80], [0xFF], [0, 0x80], [0, 0], [0xFF, 0xFF],
            [0x06, 0xA5], [0x06, 0xA8], [0x06, 0xAC], [0x06, 0xB0], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0x80, 0, 0, 0],
            [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0],
            Array(repeating: 0x41, count: 1_025), Array(repeating: 0x30, count: 40),
        ]
        + [
            "2008-01-01T00:00:00Z", "2008-01-01T00:00:00+23:59", "4001-12-31T23:59:59.999999999-23:59",
            "2024-02-29T12:00:00Z", "2023-02-29T12:00:00Z", "2024-05-01T12:00:00.5+0300", "0", "1.0", "Production",
            "Xcode",
            "ProductionSandbox", "com.example.app",
        ].map { Array($0.utf8) }
}
