enum Newline {
    static let byte = UInt8(ascii: "\n")

    /// Returns the index of the first line break from `start` on. Uses memchr, which is faster than a loop.
    static func first(in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        guard start >= bytes.startIndex, start < bytes.endIndex else { return nil }
        return unsafe bytes.withUnsafeBytes { buffer -> Int? in
            let skipped = start - bytes.startIndex
            guard let base = buffer.baseAddress,
                let found = unsafe memchr(base + skipped, Int32(byte), buffer.count - skipped)
            else { return nil }
            return unsafe bytes.startIndex + (UnsafeRawPointer(found) - base)
        }
    }
}
