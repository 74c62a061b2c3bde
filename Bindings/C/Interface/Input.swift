internal import ReceiptEssentials

/// Converts the arguments of a call to Swift values.
enum Input {
    /// The maximum size of evidence or of a request: room for 10,000 pieces of evidence of 6 KB.
    static let largest = 64 << 20
    /// The maximum size of a policy: room for a few hundred certificates.
    static let largestPolicy = 1 << 20

    /// Returns a copy of the caller's bytes, so that nothing refers to them after the call.
    static func copy(_ start: UnsafeRawPointer?, _ size: Int, atMost most: Int) throws(CallError) -> [UInt8] {
        // A size_t larger than half of the address space appears negative here.
        guard size >= 0, size <= most else { throw .tooLarge(most: most) }
        guard size > 0 else { return [] }
        guard let start = unsafe start else { throw .nullPointer }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: size))
    }

    /// Converts milliseconds since 1970 to a date in the years 1 to 9999.
    static func date(milliseconds: Int64) throws(CallError) -> Date {
        guard (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) else { throw .date }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
