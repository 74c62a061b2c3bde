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
    /// All of them by their hashes, once there are more or longer ones.
    private var many: [UInt32: UInt32] = [:]

    /// Adds a name, and is false where the same name was added before. The reader sees to it that offsets have 32 bits.
    mutating func insert(_ name: JSONString, in bytes: Span<UInt8>) -> Bool {
        let start = UInt32(truncatingIfNeeded: name.contents.lowerBound)
        if many.isEmpty {
            if count < Self.most, name.contents.count <= Self.longest {
                for index in 0..<count where Self.areEqual(few[index], start, bytes) { return false }
                few[count] = start
                count += 1
                return true
            }
            for index in 0..<count { _ = place(few[index], bytes) }
        }
        return place(start, bytes)
    }

    /// Puts a name under the first free number from its hash on, or is false where that passes over the same name.
    private mutating func place(_ start: UInt32, _ bytes: Span<UInt8>) -> Bool {
        var hash = Self.hash(start, bytes)
        while let other = many[hash] {
            if Self.areEqual(other, start, bytes) { return false }
            hash &+= 1
        }
        many[hash] = start
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
    private static func hash(_ start: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
        var octets = UnescapedOctets(bytes, from: Int(start))
        var hasher = Hasher()
        while let octet = octets.next() { hasher.combine(octet) }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}
