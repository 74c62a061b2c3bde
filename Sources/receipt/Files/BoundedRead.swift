package import ReceiptFields

/// A file that cannot be read, with the system's reason. A command that throws it exits with status 66.
package struct UnreadableFile: CodedError, CustomStringConvertible {
    let path: String
    let reason: String

    package var words: (code: ErrorCode, text: String) { (.fileUnreadable, reason) }

    package var description: String { "\(path): \(reason)" }
}

/// Reads a file, or standard input for `-`, up to a limit, so that an endless device can't fill the memory.
package enum BoundedRead {
    /// Returns the file's bytes, or only `limit` + 1 bytes if the file is longer.
    static func file(_ path: FileName, limit: Int) throws(UnreadableFile) -> [UInt8] {
        if path == .dash { return try bytes(STDIN_FILENO, path.description, limit) }
        let descriptor = try open(path)
        defer { _ = close(descriptor) }
        return try bytes(descriptor, path.description, limit)
    }

    /// Opens a file. The caller closes the descriptor.
    static func open(_ path: FileName) throws(UnreadableFile) -> Int32 {
        let (descriptor, error) = SystemCall.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw UnreadableFile(path: path.description, reason: SystemCall.message(error)) }
        return descriptor
    }

    package static func bytes(_ descriptor: Int32, _ path: String, _ limit: Int) throws(UnreadableFile) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit, try append(1 << 16, of: descriptor, path, to: &bytes) > 0 {}
        if bytes.count > limit + 1 { bytes.removeLast(bytes.count - limit - 1) }
        return bytes
    }

    /// Reads the available bytes, at most `most`, and appends them. Returns their number, which is 0 at the end.
    static func append(
        _ most: Int, of descriptor: Int32, _ path: String, to bytes: inout [UInt8]
    ) throws(UnreadableFile) -> Int {
        while true {
            var (count, error): (Int, Int32) = (0, 0)
            bytes.append(addingCapacity: most) { added in
                unsafe added.withUnsafeMutableBufferPointer { space, length in
                    count = unsafe read(descriptor, space.baseAddress, space.count)
                    // Save `errno` immediately; the array's cleanup may change it.
                    error = errno
                    length = max(0, count)
                }
            }
            if count >= 0 { return count }
            if error == EINTR || SystemCall.waited(for: descriptor, Int16(POLLIN), after: error) { continue }
            throw UnreadableFile(path: path, reason: SystemCall.message(error))
        }
    }
}
