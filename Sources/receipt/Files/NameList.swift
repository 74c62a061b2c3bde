/// The names in the file given to `--files-from`, read incrementally: one per line, or each terminated by NUL as `find
/// -print0` writes them. A name can't contain NUL.
struct NameList {
    /// No system allows longer paths.
    private static let longest = 1 << 16

    private let path: FileName
    private var descriptor: Int32?
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var hasLines = true

    init(_ path: FileName) { self.path = path }

    /// Returns the next name, or nil at the end. Skips empty lines.
    mutating func next() throws(UnreadableFile) -> FileName? {
        while true {
            guard var name = try nextPiece() else { return nil }
            if hasLines, name.last == UInt8(ascii: "\r") { name.removeLast() }
            if !name.isEmpty { return FileName(name) }
        }
    }

    private mutating func nextPiece() throws(UnreadableFile) -> ArraySlice<UInt8>? {
        while true {
            if let end = hasLines ? Newline.first(in: buffer[...], from: start) : buffer[start...].firstIndex(of: 0) {
                defer { start = end + 1 }
                return buffer[start..<end]
            }
            if isAtEnd {
                defer { start = buffer.count }
                return start < buffer.count ? buffer[start...] : nil
            }
            guard buffer.count - start <= Self.longest else {
                throw UnreadableFile(
                    path: name, reason: "A line is longer than \(Self.longest) bytes, expected a file's name")
            }
            buffer.removeFirst(start)
            start = 0
            let descriptor = try open()
            isAtEnd = try BoundedRead.append(Self.longest, of: descriptor, name, to: &buffer) == 0
            if buffer.contains(0) { hasLines = false }
            if isAtEnd, path != .dash { _ = close(descriptor) }
        }
    }

    private var name: String { path == .dash ? "standard input" : path.description }

    private mutating func open() throws(UnreadableFile) -> Int32 {
        if let descriptor { return descriptor }
        let opened = path == .dash ? STDIN_FILENO : try BoundedRead.open(path)
        descriptor = opened
        return opened
    }
}
