import ArgumentParser

/// A file that an option names, to be written.
///
/// The bytes go into a temporary file beside it, which is renamed over it when it is whole. A run that fails or is killed therefore
/// leaves the old content. A device or a pipe can't be replaced and is written directly.
struct OutputFile: Sendable {
    let option: String
    /// As the option has it.
    let path: FileName
    /// The path of the file to replace, behind all links. Nil for a device, a pipe or a descriptor.
    let target: FileName?
    /// Of the file to replace, if there is one already.
    let identity: FileIdentity?
    /// The folder that the file is in, and those above.
    let folders: Set<FileIdentity>
    private var descriptor: Int32?

    /// Opens nothing yet.
    init(_ option: String, _ path: FileName) {
        (self.option, self.path) = (option, path)
        descriptor = Self.descriptor(path)
        let status = FileStatus(path)
        // What a shell or a program has opened may have no path that leads to it, and is there.
        let isStream = descriptor != nil || status.map { $0.kind == .other || path.realPath == nil } ?? false
        target = isStream ? nil : Self.behindLinks(path)
        identity = isStream ? nil : status?.identity
        folders = target.map { Self.folders(above: $0.split.folder) } ?? []
    }

    /// Whether both are one file, which need not be there yet.
    func isSame(as other: OutputFile) -> Bool {
        guard let target, let otherTarget = other.target else { return path == other.path }
        if identity != nil || other.identity != nil { return identity == other.identity }
        return !folders.isEmpty && folders == other.folders && target.split.name == otherTarget.split.name
    }

    // MARK: Writing

    /// Opens a stream; of a file, only finds out whether it can be written, so that nothing remains of a run that is killed.
    ///
    /// - Throws: status 73, like everything below.
    mutating func prepare() throws {
        guard let target else {
            if descriptor == nil { descriptor = try open(path, O_WRONLY | O_CLOEXEC) }
            return
        }
        // A file that its owner protects must not be replaced by way of its folder.
        let (existing, error) = SystemCall.open(target, O_WRONLY | O_CLOEXEC)
        if existing >= 0 { _ = close(existing) } else if error != ENOENT { throw failure(SystemCall.message(error)) }
        if target.split.name.bytes.isEmpty { throw failure(SystemCall.message(ENOENT)) }
        let (temporary, probe) = try temporaryFile(beside: target, permissions: 0o600)
        _ = close(probe)
        discard(temporary)
    }

    /// Writes a stream, or a temporary file.
    ///
    /// - Returns: the path of the temporary file, for `replace(with:)`.
    func stage(_ bytes: [UInt8]) throws -> FileName? {
        guard let target else {
            let error = descriptor.map { SystemCall.write(bytes, to: $0) } ?? EBADF
            if let error { throw failure(SystemCall.message(error)) }
            return nil
        }
        let old = FileStatus(target)
        // A new file gets the usual permissions, an old one its own when it is whole.
        let (temporary, descriptor) = try temporaryFile(beside: target, permissions: old == nil ? 0o666 : 0o600)
        var error = SystemCall.write(bytes, to: descriptor) ?? old.flatMap { keepPermissions(of: $0, descriptor) }
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

    /// An empty file of an unused name, which no user may read who may not read the file in whose place it is put.
    private func temporaryFile(
        beside target: FileName, permissions: mode_t
    ) throws -> (path: FileName, descriptor: Int32) {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        // The dot, so that a folder's readers pass over it.
        let path = target.split.folder.appending(FileName(".receipt-\(number).tmp"))
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        return (path, try open(path, flags, permissions: permissions))
    }

    private func open(_ path: FileName, _ flags: Int32, permissions: mode_t = 0) throws -> Int32 {
        let (descriptor, error) = SystemCall.open(path, flags, permissions: permissions)
        if descriptor < 0 { throw failure(SystemCall.message(error)) }
        return descriptor
    }

    /// Gives a new file the owner, where the system lets this user, and the permissions of the one that it replaces.
    ///
    /// - Returns: why not.
    private func keepPermissions(of old: FileStatus, _ descriptor: Int32) -> Int32? {
        old.giveOwner(to: descriptor)
        return fchmod(descriptor, old.permissions) == 0 ? nil : errno
    }

    private func failure(_ reason: String) -> ExitCode {
        StandardError.write("receipt: \(path) cannot be written: \(reason)")
        return ExitCode(73)
    }

    // MARK: Paths

    /// The descriptor that a path names. Opening such a path anew would begin at the first byte of a file again.
    private static func descriptor(_ path: FileName) -> Int32? {
        let path = path.description
        if path == "/dev/stdout" { return STDOUT_FILENO }
        if path == "/dev/stderr" { return STDERR_FILENO }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }

    /// Follows the links that the last component is, to where there may be nothing yet. Links that lead in a circle are left to the
    /// system, which rejects to open them.
    private static func behindLinks(_ path: FileName) -> FileName {
        var path = path
        for _ in 0..<40 {
            guard let next = path.linkTarget else { break }
            path = next.isAbsolute ? next : path.split.folder.appending(next)
        }
        return path
    }

    /// A folder and those above it: none if it isn't there.
    private static func folders(above folder: FileName) -> Set<FileIdentity> {
        guard var path = folder.realPath else { return [] }
        var folders: Set<FileIdentity> = []
        while let folder = FileStatus(path)?.identity, folders.insert(folder).inserted { path = path.split.folder }
        return folders
    }
}
