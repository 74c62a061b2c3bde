import ArgumentParser

/// An output file that was named by an option.
///
/// The bytes are written to a temporary file in the same folder, which replaces the target once it is complete. If a
/// run fails or is killed, the old contents therefore remain. A device or a pipe can't be replaced and is written
/// directly.
struct OutputFile: Sendable {
    let option: String
    /// The path as given to the option.
    let path: FileName
    /// The path of the file to replace, with links resolved, or nil for a device, a pipe or a descriptor.
    let target: FileName?
    /// The identity of the file to replace, if it exists.
    let identity: FileIdentity?
    /// The folder of the file, and all folders above.
    let folders: Set<FileIdentity>
    private var descriptor: Int32?

    /// Creates the output without opening it.
    init(_ option: String, _ path: FileName) {
        (self.option, self.path) = (option, path)
        descriptor = Self.descriptor(path)
        let status = FileStatus(path)
        // A descriptor opened by the shell or another program exists even if no path leads to it.
        let isStream = descriptor != nil || status.map { $0.kind == .other || path.realPath == nil } ?? false
        target = isStream ? nil : Self.behindLinks(path)
        identity = isStream ? nil : status?.identity
        folders = target.map { Self.folders(above: $0.split.folder) } ?? []
    }

    /// True if both are the same file, which may not exist yet.
    func isSame(as other: OutputFile) -> Bool {
        guard let target, let otherTarget = other.target else { return path == other.path }
        if identity != nil || other.identity != nil { return identity == other.identity }
        return !folders.isEmpty && folders == other.folders && target.split.name == otherTarget.split.name
    }

    // MARK: Writing

    /// Opens a stream. For a file, this only checks that the file can be written, so that a killed run leaves nothing behind.
    ///
    /// - Throws: Exit status 73, like all functions below.
    mutating func prepare() throws {
        guard let target else {
            if descriptor == nil { descriptor = try open(path, O_WRONLY | O_CLOEXEC) }
            return
        }
        // Don't replace a write-protected file, even if its folder allows that.
        let (existing, error) = SystemCall.open(target, O_WRONLY | O_CLOEXEC)
        if existing >= 0 { _ = close(existing) } else if error != ENOENT { throw failure(SystemCall.message(error)) }
        if target.split.name.bytes.isEmpty { throw failure(SystemCall.message(ENOENT)) }
        let (temporary, probe) = try temporaryFile(beside: target, permissions: 0o600)
        _ = close(probe)
        discard(temporary)
    }

    /// Writes a stream, or a temporary file.
    ///
    /// - Returns: The path of the temporary file, for `replace(with:)`.
    func stage(_ bytes: [UInt8]) throws -> FileName? {
        guard let target else {
            let error = descriptor.map { SystemCall.write(bytes, to: $0) } ?? EBADF
            if let error { throw failure(SystemCall.message(error)) }
            return nil
        }
        let old = FileStatus(target)
        // A new file has the default permissions. A replacement stays private until it is complete, and then gets the permissions of the
        // old file.
        let (temporary, descriptor) = try temporaryFile(beside: target, permissions: old == nil ? 0o666 : 0o600)
        var error = SystemCall.write(bytes, to: descriptor)
        if error == nil, let old, fchmod(descriptor, old.permissions) != 0 { error = errno }
        if close(descriptor) != 0, error == nil { error = errno }
        guard let error else { return temporary }
        discard(temporary)
        throw failure(SystemCall.message(error))
    }

    func replace(with temporary: FileName) throws {
        guard let target else { return }
        if let error = SystemCall.rename(temporary, target) { throw failure(SystemCall.message(error)) }
    }

    func discard(_ temporary: FileName) { _ = unsafe unlink(temporary.cString) }

    /// Creates an empty file with an unused name. Users who may not read the file to replace can't read it either.
    private func temporaryFile(
        beside target: FileName, permissions: mode_t
    ) throws -> (path: FileName, descriptor: Int32) {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        // Begin with a dot, so that programs that read the folder skip it.
        let path = target.split.folder.appending(FileName(".receipt-\(number).tmp"))
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        return (path, try open(path, flags, permissions: permissions))
    }

    private func open(_ path: FileName, _ flags: Int32, permissions: mode_t = 0) throws -> Int32 {
        let (descriptor, error) = SystemCall.open(path, flags, permissions: permissions)
        if descriptor < 0 { throw failure(SystemCall.message(error)) }
        return descriptor
    }

    private func failure(_ reason: String) -> ExitCode {
        StandardError.write("receipt: \(path) cannot be written: \(reason)")
        return ExitCode(73)
    }

    // MARK: Paths

    /// Returns the descriptor that a path such as `/dev/fd/3` names. Opening the path again would start at the file's
    /// first byte.
    private static func descriptor(_ path: FileName) -> Int32? {
        let path = path.description
        if path == "/dev/stdout" { return STDOUT_FILENO }
        if path == "/dev/stderr" { return STDERR_FILENO }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }

    /// Follows links in the last component, even to a file that doesn't exist yet. Links that form a cycle are left for
    /// the system to reject.
    private static func behindLinks(_ path: FileName) -> FileName {
        var path = path
        for _ in 0..<40 {
            guard let next = path.linkTarget else { break }
            path = next.isAbsolute ? next : path.split.folder.appending(next)
        }
        return path
    }

    /// Returns a folder and those above it, or none if it doesn't exist.
    private static func folders(above folder: FileName) -> Set<FileIdentity> {
        guard var path = folder.realPath else { return [] }
        var folders: Set<FileIdentity> = []
        while let folder = FileStatus(path)?.identity, folders.insert(folder).inserted { path = path.split.folder }
        return folders
    }
}
