#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The result of a call: memory from malloc, which the caller frees.
enum Answer {
    /// Returns a NUL-terminated copy of the bytes, or nil if there is no memory. JSON contains no NUL.
    static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
        guard let memory = unsafe malloc(bytes.count + 1) else { return nil }
        unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
        unsafe memory.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
        return unsafe memory.assumingMemoryBound(to: CChar.self)
    }

    static func free(_ answer: UnsafeMutablePointer<CChar>?) {
        #if canImport(Darwin)
            unsafe Darwin.free(answer)
        #elseif canImport(Musl)
            unsafe Musl.free(answer)
        #else
            unsafe Glibc.free(answer)
        #endif
    }

    /// The library's version as a string that is never freed.
    static var version: UnsafePointer<CChar>? {
        let text: StaticString = "1.0.0"
        return unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
