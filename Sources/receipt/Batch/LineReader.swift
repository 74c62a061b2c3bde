/// Reads standard input in blocks of whole lines, each as soon as it is there.
struct LineReader {
    /// Bytes to read at once.
    private static let portion = 64 << 10
    /// Bytes of a line from which on it is a long one.
    private static let longLine = 1 << 20
    /// Lines in a block, so that short lines with long answers do not fill the memory.
    private static let mostLines = 1_024

    /// The most bytes of a line, without its break.
    private let longestLine: Int
    private var buffer: [UInt8] = []
    /// Where the lines begin that were not handed out yet.
    private var start = 0
    /// Up to where there is no line break.
    private var searched = 0
    /// Bytes of the input before the buffer.
    private var discarded = 0
    private var nextLine = 1
    /// The last line to pass over.
    private let lastSkipped: Int
    private var isAtEnd = false
    /// Whether the buffer begins inside a line that is too long.
    private var isSkipping = false

    /// - Parameter count: how many lines to pass over first.
    init(longestLine: Int, skipping count: Int) {
        self.longestLine = longestLine
        lastSkipped = count
    }

    /// The next block, or nil at the end of the input.
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

    /// Passes over the lines that were answered before, however long they are.
    private mutating func skipLines() async throws(UnreadableFile) {
        while nextLine <= lastSkipped {
            if let newline = Newline.first(in: buffer[...], from: start) {
                start = newline + 1
            } else {
                let isLine = start < buffer.count
                start = buffer.count
                if isAtEnd, !isLine {
                    let reason = "There are \(nextLine - 1) lines, and \(lastSkipped) were to be answered already"
                    throw UnreadableFile(path: "standard input", reason: reason)
                }
                try await fill()
                // Of a line that goes on, the beginning is gone; it is counted at its end.
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

    /// The last line, if no line break ends it.
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

    /// Reads more behind what is left.
    private mutating func fill() async throws(UnreadableFile) {
        if start > 0 {
            // Blocks that were handed out keep the buffer they are in. What is left is the beginning of a line, and all of it
            // came with the last reading, so that a byte is moved once and not at every reading.
            var next: [UInt8] = []
            next.reserveCapacity(buffer.count - start + Self.portion)
            next += buffer[start...]
            buffer = next
            discarded += start
            searched -= min(searched, start)
            start = 0
        }
        // Of a line that is long, the rest may be as long as any: growing in steps would hold it twice at each. Memory that isn't written takes
        // none.
        if buffer.count > Self.longLine { buffer.reserveCapacity(longestLine + 2 * Self.portion) }
        await StandardInput.wait()
        isAtEnd = try BoundedRead.append(Self.portion, of: STDIN_FILENO, "standard input", to: &buffer) == 0
    }
}
