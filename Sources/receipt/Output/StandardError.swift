#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

enum StandardError {
    /// Writes a line. If nobody reads it, so be it.
    static func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe Self.write($0) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
            unsafe Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #else
            unsafe Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #endif
    }
}
