import ArgumentParser
import ReceiptEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that an option names, to be written.
///
/// The bytes go into a temporary file beside it, which is renamed over it when it is whole. A run that fails or is killed therefore
/// leaves the old content. A device or a pipe can't be replaced and is written directly.
struct OutputFile: Sendable {
    let option: String
    /// As the option has it.
    let path: String
    /// The path of the file to replace, behind all links. Nil for a device, a pipe or a descriptor.
    let target: String?
    /// Of the file to replace, if there is one already.
    let identity: FileIdentity?
    /// The folder that the file is in, and those above.
    let folders: Set<FileIdentity>
    private var descriptor: Int32?

    /// Opens nothing yet.
    init(_ option: String, _ path: String) {
        (self.option, self.path) = (option, path)
        descriptor = Self.descriptor(path)
        let kind = FileKind(path)
        // A pipe that the shell made has no path that leads to it, and is there.
        let isStream =
            descriptor != nil || kind == .other || kind == nil && FileManager.default.fileExists(atPath: path)
        target = isStream ? nil : Self.behindLinks(path)
        identity = isStream ? nil : FileIdentity(path)
        folders = target.map { Self.folders(above: String(Self.split($0).folder)) } ?? []
    }

    /// Whether both are one file, which need not be there yet.
    func isSame(as other: OutputFile) -> Bool {
        guard let target, let otherTarget = other.target else { return path == other.path }
        if identity != nil || other.identity != nil { return identity == other.identity }
        return !folders.isEmpty && folders == other.folders
            && Self.split(target).name == Self.split(otherTarget).name
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
        if Self.split(target).name.isEmpty { throw failure(SystemCall.message(ENOENT)) }
        let (temporary, probe) = try temporaryFile(beside: target)
        _ = close(probe)
        discard(temporary)
    }

    /// Writes a stream, or a temporary file.
    ///
    /// - Returns: the path of the temporary file, for `replace(with:)`.
    func stage(_ bytes: [UInt8]) throws -> String? {
        guard let target else {
            let error = descriptor.map { SystemCall.write(bytes, to: $0) } ?? EBADF
            if let error { throw failure(SystemCall.message(error)) }
            return nil
        }
        let (temporary, descriptor) = try temporaryFile(beside: target)
        var error = SystemCall.write(bytes, to: descriptor)
        if close(descriptor) != 0, error == nil { error = errno }
        let reason = error.map(SystemCall.message) ?? keepPermissions(of: target, temporary)
        guard let reason else { return temporary }
        discard(temporary)
        throw failure(reason)
    }

    /// Renames the temporary file over the target.
    func replace(with temporary: String) throws {
        guard let target else { return }
        if let error = SystemCall.rename(temporary, target) { throw failure(SystemCall.message(error)) }
    }

    func discard(_ temporary: String) { _ = unsafe unlink(temporary) }

    /// An empty file of an unused name, with the permissions of every new file.
    private func temporaryFile(beside target: String) throws -> (path: String, descriptor: Int32) {
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        // The dot, so that a folder's readers pass over it.
        let path = "\(Self.split(target).folder)/.receipt-\(number).tmp"
        return (path, try open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC))
    }

    private func open(_ path: String, _ flags: Int32) throws -> Int32 {
        let (descriptor, error) = SystemCall.open(path, flags)
        if descriptor < 0 { throw failure(SystemCall.message(error)) }
        return descriptor
    }

    /// Gives a new file the owner, where the system lets this user, and the permissions of the one that it replaces.
    ///
    /// - Returns: why not.
    private func keepPermissions(of target: String, _ temporary: String) -> String? {
        // It may have gone while the command worked.
        guard FileIdentity(target) != nil else { return nil }
        let files = FileManager.default
        do {
            let old = try files.attributesOfItem(atPath: target)
            let owner = old.filter { [.ownerAccountID, .groupOwnerAccountID].contains($0.key) }
            do { try files.setAttributes(owner, ofItemAtPath: temporary) } catch {}
            try files.setAttributes(old.filter { $0.key == .posixPermissions }, ofItemAtPath: temporary)
            return nil
        } catch {
            return "The permissions of the file cannot be kept"
        }
    }

    private func failure(_ reason: String) -> ExitCode {
        StandardError.write("receipt: \(path) cannot be written: \(reason)")
        return ExitCode(73)
    }

    // MARK: Paths

    /// The descriptor that a path names. Opening such a path anew would begin at the first byte of a file again.
    private static func descriptor(_ path: String) -> Int32? {
        if path == "/dev/stdout" { return STDOUT_FILENO }
        if path == "/dev/stderr" { return STDERR_FILENO }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.count))
        }
        return nil
    }

    /// Follows the links that the last component is, to where there may be nothing yet. Links that lead in a circle are left to the
    /// system, which rejects to open them.
    private static func behindLinks(_ path: String) -> String {
        var path = path
        for _ in 0..<40 {
            do {
                let next = try FileManager.default.destinationOfSymbolicLink(atPath: path)
                path = next.hasPrefix("/") ? next : split(path).folder + "/" + next
            } catch { break }
        }
        return path
    }

    /// A folder and those above it: none if it isn't there.
    private static func folders(above folder: String) -> Set<FileIdentity> {
        guard let components = FileIdentity.realPath(folder)?.split(separator: "/") else { return [] }
        return Set(
            (0...components.count).compactMap { FileIdentity("/" + components.prefix($0).joined(separator: "/")) })
    }

    private static func split(_ path: String) -> (folder: Substring, name: Substring) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path[...]) }
        return (slash == path.startIndex ? "/" : path[..<slash], path[path.index(after: slash)...])
    }
}
