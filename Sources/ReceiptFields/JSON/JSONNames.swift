/// The names of one object, to find the one that stands twice, in time that grows with their octets and not with their square.
///
/// A name is kept as the offset of its first octet, which is never 0, since a bracket and a quote stand before it, and as its
/// hash, so that the names themselves are compared only where the hashes are equal.
struct JSONNames {
    /// Passing over hashes is quicker than a table as long as they are as few as this.
    private static let most = 32

    /// The first names and a part of their hashes, as long as there is no table: no allocation.
    private var few = SIMD32<UInt32>()
    private var marks = SIMD32<UInt8>()
    private var count = 0
    /// All of them once there are more: the hash in the upper half, the offset in the lower, each at the first free place from
    /// its hash on. A quarter of the places or more are free, which are 0.
    private var many: [UInt64] = []

    /// Adds a name, and is false where the same name was added before. The reader sees to it that offsets have 32 bits.
    @inline(__always)
    mutating func insert(_ name: JSONString, in bytes: Span<UInt8>) -> Bool {
        let hash = Self.hash(name, bytes)
        let start = UInt32(truncatingIfNeeded: name.contents.lowerBound)
        guard count < Self.most else { return insertIntoTable(hash, start, bytes) }
        let mark = UInt8(truncatingIfNeeded: hash)
        for index in 0..<count where marks[index] == mark {
            if Self.areEqual(few[index], start, bytes) { return false }
        }
        few[count] = start
        marks[count] = mark
        count += 1
        return true
    }

    // MARK: The table

    @inline(never)
    private mutating func insertIntoTable(_ hash: UInt32, _ start: UInt32, _ bytes: Span<UInt8>) -> Bool {
        if many.isEmpty {
            many = [UInt64](repeating: 0, count: 4 * Self.most)
            for index in 0..<Self.most {
                place(Self.entry(Self.hash(from: few[index], bytes), few[index]))
            }
        } else if count >= many.count / 4 * 3 {
            let entries = many
            many = [UInt64](repeating: 0, count: 4 * entries.count)
            for entry in entries where entry != 0 { place(entry) }
        }
        var slot = first(hash)
        while many[slot] != 0 {
            if UInt32(many[slot] >> 32) == hash,
                Self.areEqual(UInt32(truncatingIfNeeded: many[slot]), start, bytes)
            {
                return false
            }
            slot = next(slot)
        }
        many[slot] = Self.entry(hash, start)
        count += 1
        return true
    }

    /// Puts a name that is known to be a new one at its place.
    private mutating func place(_ entry: UInt64) {
        var slot = first(UInt32(entry >> 32))
        while many[slot] != 0 { slot = next(slot) }
        many[slot] = entry
    }

    private static func entry(_ hash: UInt32, _ start: UInt32) -> UInt64 { UInt64(hash) << 32 | UInt64(start) }

    /// The table's size is a power of two.
    private func first(_ hash: UInt32) -> Int { Int(hash) & (many.count &- 1) }

    private func next(_ slot: Int) -> Int { (slot &+ 1) & (many.count &- 1) }

    // MARK: Names

    @inline(never)
    private static func areEqual(_ a: UInt32, _ b: UInt32, _ bytes: Span<UInt8>) -> Bool {
        var left = UnescapedOctets(bytes, from: Int(a))
        var right = UnescapedOctets(bytes, from: Int(b))
        while true {
            let octet = left.next()
            guard octet == right.next() else { return false }
            if octet == nil { return true }
        }
    }

    @inline(__always)
    private static func hash(_ name: JSONString, _ bytes: Span<UInt8>) -> UInt32 {
        if name.hasEscapes { return hash(from: UInt32(truncatingIfNeeded: name.contents.lowerBound), bytes) }
        var hash = NameHash()
        for index in name.contents { hash.add(bytes[index]) }
        return hash.value
    }

    @inline(never)
    private static func hash(from start: UInt32, _ bytes: Span<UInt8>) -> UInt32 {
        var octets = UnescapedOctets(bytes, from: Int(start))
        var hash = NameHash()
        while let octet = octets.next() { hash.add(octet) }
        return hash.value
    }
}

/// The value of a polynomial modulo 2^61 - 1, whose coefficients are a name's octets, six at a time, at a point that is another in
/// each process: whoever does not know the point cannot make names that have the same hash.
private struct NameHash {
    private static let prime: UInt64 = 1 << 61 - 1
    /// Swift seeds its hashes from chance, or as the environment says.
    private static let point = UInt64(bitPattern: Int64(Hasher().finalize())) & prime

    private let point = Self.point
    private var sum: UInt64 = 0
    /// The octets of the coefficient that is not complete, behind a 1 that tells how many they are.
    private var octets: UInt64 = 1

    @inline(__always)
    mutating func add(_ octet: UInt8) {
        octets = octets << 8 | UInt64(octet)
        if octets >= 1 << 48 {
            sum = sumWithOctets
            octets = 1
        }
    }

    private var sumWithOctets: UInt64 {
        let product = (sum &+ octets).multipliedFullWidth(by: point)
        // 2^61 is 1 here: what stands above the 61 lowest bits is added to them.
        let folded = (product.low & Self.prime) &+ (product.low >> 61 | product.high << 3)
        return (folded & Self.prime) &+ folded >> 61
    }

    var value: UInt32 {
        let sum = sumWithOctets
        return UInt32(truncatingIfNeeded: sum) ^ UInt32(truncatingIfNeeded: sum >> 32)
    }
}
