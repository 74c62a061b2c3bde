extension Span<UInt8> {
    /// Eight bytes in one reading, the first of them the lowest. Where they are not all inside it stops, like a subscript.
    @inline(__always)
    func word(at position: Int) -> UInt64 {
        let raw = unsafe bytes
        return UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
}
