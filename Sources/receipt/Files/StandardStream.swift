import ArgumentParser
import ReceiptFields

/// Standard output. If a write fails, the command ends, so that a lost verdict doesn't look like success.
enum StandardOutput {
    /// The exit status for lost output: EX_IOERR of sysexits.h.
    private static let lost = ExitCode(74)

    /// Writes a string and a line break in one call. Commands pass the whole report on a file at once.
    static func write(_ text: String) throws { try write(Array((text + "\n").utf8)) }

    /// Writes bytes in one call.
    static func write(_ bytes: [UInt8]) throws {
        guard let error = SystemCall.write(bytes, to: STDOUT_FILENO) else { return }
        // If a program such as head closed the pipe, it has read enough and needs no error message. SIGPIPE usually
        // ends the command before this point, unless the signal is ignored.
        if error != EPIPE { StandardError.write("receipt: standard output: \(SystemCall.message(error))") }
        throw lost
    }
}

enum StandardError {
    /// Writes a line. Ignores errors, because there is nowhere to report them.
    static func write(_ line: String) { write(raw: SafeText.printable(line) + "\n") }

    /// Writes a string unchanged; it may contain sequences that move the cursor.
    static func write(raw text: String) { _ = SystemCall.write(Array(text.utf8), to: STDERR_FILENO) }
}

package enum SystemCall {
    /// Writes all bytes. Returns the `errno` of a failed write, or nil.
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

    /// Waits if a call failed only because another program made the descriptor non-blocking and it wasn't ready for
    /// `events`. Returns true if the call should be repeated.
    static func waited(for descriptor: Int32, _ events: Int16, after error: Int32) -> Bool {
        (error == EAGAIN || error == EWOULDBLOCK) && isReady(descriptor, events, milliseconds: -1)
    }

    /// Waits until one of the events or a signal arrives, for at most this time; -1 waits forever. Returns true if an event or a signal
    /// arrived.
    static func isReady(_ descriptor: Int32, _ events: Int16, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: events, revents: 0)
        let count = unsafe poll(&request, 1, milliseconds)
        let error = errno
        return count > 0 || error == EINTR
    }

    /// Opens a file. A new file has these permissions, minus the user's umask, from the moment it exists.
    ///
    /// Here and in `rename`, `errno` is read before the path's memory is freed, because freeing memory may change `errno`.
    static func open(
        _ path: FileName, _ flags: Int32, permissions: mode_t = 0
    ) -> (descriptor: Int32, error: Int32) {
        withExtendedLifetime(path.cString) { path in
            let descriptor = unsafe systemOpen(path, flags, permissions)
            return (descriptor, errno)
        }
    }

    /// Moves a file over another one.
    ///
    /// - Returns: The error number, or nil if it succeeded.
    static func rename(_ old: FileName, _ new: FileName) -> Int32? {
        withExtendedLifetime((old.cString, new.cString)) { old, new in
            let result = unsafe systemRename(old, new)
            let error = errno
            return result == 0 ? nil : error
        }
    }

    /// Returns the system's description of an error.
    static func message(_ error: Int32) -> String {
        guard let message = unsafe strerror(error) else { return "error \(error)" }
        return unsafe String(cString: message)
    }
}

// Defined outside the types above, where these names would mean the types' own methods.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> (count: Int, error: Int32) {
    let count = unsafe write(descriptor, bytes.baseAddress, bytes.count)
    return (count, errno)
}

private func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ permissions: mode_t) -> Int32 {
    unsafe open(path, flags, permissions)
}

private func systemRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 { unsafe rename(old, new) }
