/// Sixteen characters in one step, by what every processor has for vectors: comparisons, sums and shifts.
extension Base64 {
    private typealias Octets = SIMD16<UInt8>
    /// Sixteen octets as four or two numbers, the first octet the lowest, as on all platforms of Swift's.
    private typealias Words = SIMD4<UInt32>
    private typealias Pair = SIMD2<UInt64>

    /// Decodes sixteen characters at a time, up to some that have another character among them, and says where they begin.
    static func decodeVectors(
        of text: Span<UInt8>, from start: Int, _ alphabet: Alphabet, to bytes: inout OutputSpan<UInt8>
    ) -> Int {
        // The last two of the alphabet.
        let (character62, character63): (UInt8, UInt8) = alphabet == .url ? (0x2D, 0x5F) : (0x2B, 0x2F)
        var position = start
        while text.count - position >= 16, bytes.freeCapacity >= 12 {
            let characters = text.vector(at: position)
            let isLetter = mask(((characters | all(0x20)) &- all(0x61)) .< all(26))
            let isSmall = mask(characters .> all(0x60))
            let isDigit = mask((characters &- all(0x30)) .< all(10))
            let is62 = mask(characters .== all(character62))
            let is63 = mask(characters .== all(character63))
            let areKnown = unsafe unsafeBitCast(isLetter | isDigit | is62 | is63, to: Pair.self)
            guard areKnown[0] & areKnown[1] == UInt64.max else { break }
            // What to add: A is 0, a is 26, which is 6 less than it is behind A in ASCII, and 0 is 52.
            let letters = isLetter & (all(0 &- 0x41) &- (isSmall & all(6)))
            let others = isDigit & all(4) | is62 & all(62 &- character62) | is63 & all(63 &- character63)
            let (first, second) = joined(characters &+ (letters | others))
            let end = bytes.count
            bytes.append(repeating: 0, count: 12)
            var space = bytes.mutableSpan
            var room = unsafe space.mutableBytes
            room.storeBytes(of: (first << 16 | second >> 32).bigEndian, toByteOffset: end, as: UInt64.self)
            let rest = UInt32(truncatingIfNeeded: second)
            room.storeBytes(of: rest.bigEndian, toByteOffset: end + 8, as: UInt32.self)
            position += 16
        }
        return position
    }

    /// The bits of sixteen values, 48 and 48.
    @inline(__always)
    private static func joined(_ values: Octets) -> (UInt64, UInt64) {
        let of6 = unsafe unsafeBitCast(values, to: Words.self)
        let of12 = (of6 & all(0x3F_003F)) &<< all(6) | (of6 &>> all(8)) & all(0x3F_003F)
        let of24 = (of12 & all(0xFFF)) &<< all(12) | of12 &>> all(16)
        let pair = unsafe unsafeBitCast(of24, to: Pair.self)
        let of48 = (pair &<< Pair(repeating: 24) | pair &>> Pair(repeating: 32)) & Pair(repeating: 0xFFFF_FFFF_FFFF)
        return (of48[0], of48[1])
    }

    @inline(__always)
    private static func all(_ octet: UInt8) -> Octets { Octets(repeating: octet) }

    @inline(__always)
    private static func all(_ word: UInt32) -> Words { Words(repeating: word) }

    /// All bits set where it is true.
    @inline(__always)
    private static func mask(_ mask: SIMDMask<SIMD16<Int8>>) -> Octets {
        all(0).replacing(with: all(0xFF), where: mask)
    }
}
