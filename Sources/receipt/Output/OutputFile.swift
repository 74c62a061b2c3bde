import ArgumentParser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

enum OutputFile {
    /// Writes a file, or ends the command with status 73.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path, errno) }
        let error = SystemCall.write(bytes, to: descriptor)
        let closing = close(descriptor) == 0 ? nil : errno
        if let error = error ?? closing { throw failure(path, error) }
    }

    private static func failure(_ path: String, _ error: Int32) -> ExitCode {
        StandardError.write("receipt: \(path) cannot be written: \(SystemCall.message(error))")
        return ExitCode(73)
    }
}
