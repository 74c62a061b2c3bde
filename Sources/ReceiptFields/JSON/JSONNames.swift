/// The names of one object, to find the one that stands twice, in time that grows with their octets and not with their square.
///
/// A name is kept as the offset of its first octet alone, which is never 0, since a bracket and a quote stand before it.
struct JSONNames {
    /// Comparing names in pairs is quicker than hashing them as long as they are as few and as short as this.
    private static let most = 32
    private static let longest = 32

    /// The first names, as long as there is no table: no allocation.
    private var few = SIMD32<UInt32>()
    private var count = 0
    /// A hash table of all of them, at most half full, once there are more or longer ones. 0 is an empty place.
    private var table: [UInt32] = []

    /// Adds a name, and is false where the same name was added before. The reader sees to it that offsets have 32 bits.
    mutating func insert(_ name: JSONString, in bytes: Span<UInt8>) -> Bool {
        let start = UInt32(truncatingIfNeeded: name.contents.lowerBound)
        if table.isEmpty {
            if count < Self.most, name.contents.count <= Self.longest {
                for index in 0..<count where Self.areEqual(few[index], start, bytes) { return false }
                few[count] = start
                count += 1
                return true
            }
            table = [UInt32](repeating: 0, count: 128)
            for index in 0..<count { _ = place(few[index], bytes) }
        } else if count >= table.count / 2 {
            let old = table
            table = [UInt32](repeating: 0, count: old.count * 2)
            for start in old where start != 0 { _ = place(start, bytes) }
        }
        count += 1
        return place(start, bytes)
    }

    /// Puts a name into the first empty place from its own on, or is false where that passes over the same name.
    private mutating func place(_ start: UInt32, _ bytes: Span<UInt8>) -> Bool {
        var index = Self.hash(start, bytes) & (table.count - 1)
        while table[index] != 0 {
            if Self.areEqual(table[index], start, bytes) { return false }
            index = (index + 1) & (table.count - 1)
        }
        table[index] = start
        return true
    }

    private static func areEqual(_ a: UInt32, _ b: UInt32, _ bytes: Span<UInt8>) -> Bool {
        // As they stand there, up to the first escape in either: most names differ in the first octets, and few have any.
        var (first, second) = (Int(a), Int(b))
        while bytes[first] != UInt8(ascii: "\\"), bytes[second] != UInt8(ascii: "\\") {
            guard bytes[first] == bytes[second] else { return false }
            if bytes[first] == UInt8(ascii: "\"") { return true }
            first += 1
            second += 1
        }
        var left = UnescapedOctets(bytes, from: first)
        var right = UnescapedOctets(bytes, from: second)
        while true {
            let octet = left.next()
            guard octet == right.next() else { return false }
            if octet == nil { return true }
        }
    }

    /// Nobody outside of the process can make names that have the same hash: Swift's hashes have another seed in each.
    private static func hash(_ start: UInt32, _ bytes: Span<UInt8>) -> Int {
        var octets = UnescapedOctets(bytes, from: Int(start))
        var hasher = Hasher()
        while let octet = octets.next() { hasher.combine(octet) }
        return hasher.finalize()
    }
}
