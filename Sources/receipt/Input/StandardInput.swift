import Dispatch

/// Where a batch comes from.
enum StandardInput {
    /// What is left to read, if standard input is a file. Nothing else has a place to seek to.
    static var remainingBytes: Int? {
        let position = lseek(STDIN_FILENO, 0, SEEK_CUR)
        guard position >= 0 else { return nil }
        let end = lseek(STDIN_FILENO, 0, SEEK_END)
        guard lseek(STDIN_FILENO, position, SEEK_SET) == position, end > position else { return nil }
        return Int(exactly: end - position)
    }

    /// Waits until there is something to read, or the end. It takes a thread of its own to wait: those of tasks are as many as processors,
    /// and they may have answers to write.
    static func wait() async {
        if SystemCall.isReady(STDIN_FILENO, Int16(POLLIN), milliseconds: 0) { return }
        await withCheckedContinuation { input in
            DispatchQueue(label: "standard input").async {
                _ = SystemCall.isReady(STDIN_FILENO, Int16(POLLIN), milliseconds: -1)
                input.resume()
            }
        }
    }
}
