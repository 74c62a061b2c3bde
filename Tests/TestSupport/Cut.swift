/// Finds the missing part of a truncated receipt, without the reader under test.
package enum Cut {
    /// Finds the first incomplete element, from the outermost inwards: how many bytes it needs, how many there are, and
    /// where it begins. Descends into elements of indefinite length; skips complete elements of definite length.
    package static func missing(in bytes: [UInt8]) -> (needed: Int, available: Int, offset: Int) {
        var place = 0
        while true {
            let available = bytes.count - place
            guard available >= 2 else { return (2, available, place) }
            let first = Int(bytes[place + 1])
            if first == 0x80 || (bytes[place] == 0 && first == 0) {
                place += 2
                continue
            }
            let octets = first < 0x80 ? 0 : first & 0x7F
            guard available >= 2 + octets else { return (2 + octets, available, place) }
            let length = bytes[(place + 2)..<(place + 2 + octets)].reduce(octets == 0 ? first : 0) { $0 << 8 | Int($1) }
            let needed = 2 + octets + length
            guard available >= needed else { return (needed, available, place) }
            place += needed
        }
    }
}
