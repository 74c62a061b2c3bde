import Dispatch

/// Standard input, as the source of a batch.
enum StandardInput {
    /// The number of bytes left to read if standard input is a file, or nil if it can't seek.
    static var remainingBytes: Int? {
        let position = lseek(STDIN_FILENO, 0, SEEK_CUR)
        guard position >= 0 else { return nil }
        let end = lseek(STDIN_FILENO, 0, SEEK_END)
        guard lseek(STDIN_FILENO, position, SEEK_SET) == position, end > position else { return nil }
        return Int(exactly: end - position)
    }

    /// Waits until there is input to read, or its end. This blocks a separate thread, because there are only as many task threads as
    /// processors, and those threads may have answers to write.
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
