import ArgumentParser
import ReceiptFields

/// Standard output. A verdict that can't be written must not look like a success, so a failed write ends the command.
enum StandardOutput {
    /// The status for output that was lost: EX_IOERR of sysexits.h.
    private static let lost = ExitCode(74)

    /// Writes a text and a line break, at once: commands hand over all they say of one file.
    static func write(_ text: String) throws { try write(Array((text + "\n").utf8)) }

    /// Writes bytes, at once.
    static func write(_ bytes: [UInt8]) throws {
        guard let error = SystemCall.write(bytes, to: STDOUT_FILENO) else { return }
        // The program that closed the pipe, such as head, has seen enough and wants no complaint. Mostly SIGPIPE ends the command
        // before this; it comes here where the signal is ignored.
        if error != EPIPE { StandardError.write("receipt: standard output: \(SystemCall.message(error))") }
        throw lost
    }
}

enum StandardError {
    /// Writes a line. An error is ignored: there is no place to report it.
    static func write(_ line: String) { write(raw: Printable.text(line) + "\n") }

    /// Writes a text as it is, which may move the cursor.
    static func write(raw text: String) { _ = SystemCall.write(Array(text.utf8), to: STDERR_FILENO) }
}

package enum SystemCall {
    /// Writes all of the bytes. What stopped it, if anything did, as `errno` has it.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let (count, error) = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
            if count < 0 {
                if error == EINTR || waited(for: descriptor, Int16(POLLOUT), after: error) { continue }
                return error
            }
            if count == 0 { return EIO }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    /// Whether a call only failed because a descriptor that another program made non-blocking was not ready for `events`. Then this has
    /// waited until it is.
    static func waited(for descriptor: Int32, _ events: Int16, after error: Int32) -> Bool {
        (error == EAGAIN || error == EWOULDBLOCK) && isReady(descriptor, events, milliseconds: -1)
    }

    /// Whether one of the events has come within this time, or a signal; -1 waits for ever.
    static func isReady(_ descriptor: Int32, _ events: Int16, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: events, revents: 0)
        let count = unsafe poll(&request, 1, milliseconds)
        let error = errno
        return count > 0 || error == EINTR
    }

    /// Opens a file. A new one has these permissions, without those that the user's mask takes away, from its first instant.
    ///
    /// `errno` is read here and in `rename` before the path's memory is freed, which may change it.
    static func open(
        _ path: FileName, _ flags: Int32, permissions: mode_t = 0
    ) -> (descriptor: Int32, error: Int32) {
        withExtendedLifetime(path.cString) { path in
            let descriptor = unsafe systemOpen(path, flags, permissions)
            return (descriptor, errno)
        }
    }

    /// Puts a file in the place of another.
    ///
    /// - Returns: what went wrong, if anything did.
    static func rename(_ old: FileName, _ new: FileName) -> Int32? {
        withExtendedLifetime((old.cString, new.cString)) { old, new in
            let result = unsafe systemRename(old, new)
            let error = errno
            return result == 0 ? nil : error
        }
    }

    /// What the system says of an error.
    static func message(_ error: Int32) -> String {
        guard let message = unsafe strerror(error) else { return "error \(error)" }
        return unsafe String(cString: message)
    }
}

// Outside of the types above, where these names would mean theirs.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, error: Int32) {
    let count = unsafe write(descriptor, bytes.baseAddress, bytes.count)
    return (count, errno)
}

private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ permissions: mode_t) -> Int32 {
    unsafe open(path, flags, permissions)
}

private func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 { unsafe rename(old, new) }
