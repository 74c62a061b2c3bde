/// Reads standard input in blocks of whole lines, each as soon as it is available.
struct LineReader {
    /// The number of bytes to read at once.
    private static let portion = 64 << 10
    /// The size in bytes from which on a line is treated as long.
    private static let longLine = 1 << 20
    /// The maximum number of lines in a block, so that short lines with long answers don't fill the memory.
    private static let mostLines = 1_024

    /// The maximum size of a line, in bytes, without its line break.
    private let longestLine: Int
    private var buffer: [UInt8] = []
    /// The offset of the first line that wasn't returned yet.
    private var start = 0
    /// The offset up to which the buffer contains no line break.
    private var searched = 0
    /// The number of input bytes before the buffer.
    private var discarded = 0
    private var nextLine = 1
    /// The number of the last line to skip.
    private let lastSkipped: Int
    private var isAtEnd = false
    /// True if the buffer begins inside a line above the size limit.
    private var isSkipping = false

    /// - Parameter count: The number of lines to skip first.
    init(longestLine: Int, skipping count: Int) {
        self.longestLine = longestLine
        lastSkipped = count
    }

    /// Returns the next block, or nil at the end of the input.
    mutating func next() async throws(UnreadableFile) -> LineBlock? {
        if nextLine <= lastSkipped { try await skipLines() }
        while true {
            if let block = isSkipping ? endOfLongLine() : wholeLines() { return block }
            if isAtEnd { return last() }
            if !isSkipping, buffer.count - start > longestLine { isSkipping = true }
            try await fill()
        }
    }

    private mutating func wholeLines() -> LineBlock? {
        let from = start
        var lines = 0
        while lines < Self.mostLines, let newline = Newline.first(in: buffer[...], from: searched) {
            lines += 1
            start = newline + 1
            searched = start
        }
        if lines == 0 {
            searched = buffer.count
            return nil
        }
        return block(.lines(buffer[from..<start]), lines: lines)
    }

    /// Skips the lines that an earlier run answered, however long they are.
    private mutating func skipLines() async throws(UnreadableFile) {
        while nextLine <= lastSkipped {
            if let newline = Newline.first(in: buffer[...], from: start) {
                start = newline + 1
            } else {
                let isLine = start < buffer.count
                start = buffer.count
                if isAtEnd, !isLine {
                    let reason = "The input has \(nextLine - 1) lines, but \(lastSkipped) were answered before"
                    throw UnreadableFile(path: "standard input", reason: reason)
                }
                try await fill()
                // The line continues, and its beginning was discarded. Count it when it ends.
                if !(isAtEnd && isLine) { continue }
            }
            nextLine += 1
        }
        searched = start
    }

    private mutating func endOfLongLine() -> LineBlock? {
        guard let newline = Newline.first(in: buffer[...], from: start) else {
            start = buffer.count
            return nil
        }
        start = newline + 1
        searched = start
        isSkipping = false
        return block(.tooLong, lines: 1)
    }

    /// Returns the last line if it has no line break, or nil.
    private mutating func last() -> LineBlock? {
        if isSkipping {
            isSkipping = false
            return block(.tooLong, lines: 1)
        }
        guard start < buffer.count else { return nil }
        let rest = buffer[start...]
        start = buffer.count
        return block(.lines(rest), lines: 1)
    }

    private mutating func block(_ contents: LineBlock.Contents, lines: Int) -> LineBlock {
        defer { nextLine += lines }
        return LineBlock(contents: contents, firstLine: nextLine, inputEnd: discarded + start)
    }

    /// Reads more input after the unused bytes.
    private mutating func fill() async throws(UnreadableFile) {
        if start > 0 {
            // Start a new buffer, because earlier blocks share the old one. Only the beginning of a line is left, and all of that beginning
            // came with the latest read, so each byte is moved at most once.
            var next: [UInt8] = []
            next.reserveCapacity(buffer.count - start + Self.portion)
            next += buffer[start...]
            buffer = next
            discarded += start
            searched -= min(searched, start)
            start = 0
        }
        // Reserve the maximum for a long line; if the buffer grew in steps, each step would hold the line twice. Reserved memory that isn't
        // written costs nothing.
        if buffer.count > Self.longLine { buffer.reserveCapacity(longestLine + 2 * Self.portion) }
        await StandardInput.wait()
        isAtEnd = try BoundedRead.append(Self.portion, of: STDIN_FILENO, "standard input", to: &buffer) == 0
    }
}
