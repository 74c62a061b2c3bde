#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that cannot be read, with the system's reason.
struct UnreadableFile: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason)" }
}

/// Reads a file, or standard input for `-`, up to a limit: an endless device must not fill the memory.
enum BoundedRead {
    /// The bytes of the file, and one more than `limit` if it is longer.
    static func file(_ path: String, limit: Int) throws(UnreadableFile) -> [UInt8] {
        if path == "-" { return try bytes(STDIN_FILENO, path, limit) }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableFile(path: path, reason: SystemCall.message(errno)) }
        defer { _ = close(descriptor) }
        return try bytes(descriptor, path, limit)
    }

    static func bytes(_ descriptor: Int32, _ path: String, _ limit: Int) throws(UnreadableFile) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = try piece(descriptor, path, into: &buffer)
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        if bytes.count > limit + 1 { bytes.removeLast(bytes.count - limit - 1) }
        return bytes
    }

    /// Reads what there is, up to the size of `buffer`, and says how many bytes: none at the end.
    static func piece(
        _ descriptor: Int32, _ path: String, into buffer: inout [UInt8]
    ) throws(UnreadableFile) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno == EINTR || SystemCall.waited(for: descriptor, Int16(POLLIN)) { continue }
            throw UnreadableFile(path: path, reason: SystemCall.message(errno))
        }
    }
}
