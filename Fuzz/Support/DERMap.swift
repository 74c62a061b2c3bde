/// The positions of elements in DER or BER, as far as it can be read. The map includes the elements in OCTET STRINGs,
/// and stops at bytes that are not an element. It uses none of the library's code, because fuzzing changes inputs by
/// means of it.
package struct DERMap {
    package struct Node {
        /// The index of the enclosing element, or -1.
        package let parent: Int
        package let start: Int
        package let contents: Range<Int>
        /// The position after the contents, and after the end-of-contents bytes if there are any.
        package let end: Int
        package var isIndefinite: Bool { end != contents.upperBound }
    }

    package let bytes: [UInt8]
    package private(set) var nodes: [Node] = []
    private let mostNodes: Int

    package init(_ bytes: [UInt8], from offset: Int = 0, mostNodes: Int = 3_000) {
        self.bytes = bytes
        self.mostNodes = mostNodes
        _ = read(offset, bytes.count, parent: -1, depth: 0)
    }

    /// Returns the children of an element.
    package func children(_ parent: Int) -> [Int] { nodes.indices.filter { nodes[$0].parent == parent } }

    package func isLeaf(_ node: Int) -> Bool { node + 1 == nodes.count || nodes[node + 1].parent != node }

    /// Returns the whole encoding of an element.
    package func encoding(_ node: Int) -> ArraySlice<UInt8> { bytes[nodes[node].start..<nodes[node].end] }

    /// Returns the bytes with an element replaced, and the enclosing lengths repaired.
    package func replacing(_ node: Int, with octets: [UInt8]) -> [UInt8] {
        var (start, end, piece) = (nodes[node].start, nodes[node].end, octets)
        var parent = nodes[node].parent
        while parent >= 0 {
            let around = nodes[parent]
            let contents = bytes[around.contents.lowerBound..<start] + piece + bytes[end..<around.contents.upperBound]
            piece = Self.element(bytes[around.start], Array(contents), isIndefinite: around.isIndefinite)
            (start, end, parent) = (around.start, around.end, around.parent)
        }
        return bytes[..<start] + piece + bytes[end...]
    }

    /// Encodes an element with the shortest length, or an indefinite one.
    package static func element(_ tag: UInt8, _ contents: [UInt8], isIndefinite: Bool = false) -> [UInt8] {
        if isIndefinite { return [tag, 0x80] + contents + [0, 0] }
        if contents.count < 0x80 { return [tag, UInt8(contents.count)] + contents }
        var octets: [UInt8] = []
        var rest = contents.count
        while rest > 0 {
            octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(octets.count)] + octets + contents
    }

    /// Reads elements up to `end`, or up to end-of-contents bytes if `end` is nil for an indefinite length. Returns the
    /// position where reading stopped.
    private mutating func read(
        _ start: Int, _ end: Int, parent: Int, depth: Int, stopsAtEndOfContents: Bool = false
    ) -> Int {
        var position = start
        while end - position >= 2, nodes.count < mostNodes, depth < 40 {
            let tag = bytes[position]
            if stopsAtEndOfContents, tag == 0, bytes[position + 1] == 0 { return position }
            let isConstructed = tag & 0x20 != 0
            if bytes[position + 1] == 0x80, isConstructed {
                let index = nodes.count
                nodes.append(Node(parent: parent, start: position, contents: position..<position, end: position))
                let stop = read(position + 2, end, parent: index, depth: depth + 1, stopsAtEndOfContents: true)
                // Reading may stop anywhere if the map is full.
                guard nodes.count < mostNodes, end - stop >= 2, bytes[stop] == 0, bytes[stop + 1] == 0 else {
                    nodes.removeLast(nodes.count - index)
                    return position
                }
                nodes[index] = Node(parent: parent, start: position, contents: position + 2..<stop, end: stop + 2)
                position = stop + 2
                continue
            }
            guard let contents = contents(at: position, before: end) else { return position }
            nodes.append(Node(parent: parent, start: position, contents: contents, end: contents.upperBound))
            if isConstructed || tag == 0x04 && holdsElement(contents) {
                _ = read(contents.lowerBound, contents.upperBound, parent: nodes.count - 1, depth: depth + 1)
            }
            position = contents.upperBound
        }
        return position
    }

    private func holdsElement(_ contents: Range<Int>) -> Bool {
        guard contents.count >= 2, [0x02, 0x0C, 0x16, 0x30, 0x31].contains(bytes[contents.lowerBound]) else {
            return false
        }
        return self.contents(at: contents.lowerBound, before: contents.upperBound)?.upperBound == contents.upperBound
    }

    private func contents(at start: Int, before end: Int) -> Range<Int>? {
        let first = Int(bytes[start + 1])
        var length = first
        var position = start + 2
        if first >= 0x80 {
            let count = first & 0x7F
            guard (1...3).contains(count), count <= end - position else { return nil }
            length = bytes[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
            position += count
        }
        return length <= end - position ? position..<position + length : nil
    }
}
