#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What stands behind a name.
enum FileKind {
    case file
    case folder
    /// A pipe, a device, a socket.
    case other

    /// Nil if there is nothing, or nobody may know.
    init?(_ path: String) {
        guard let mode = Self.mode(path, flags: 0) else { return nil }
        self.init(mode)
    }

    /// The same of an entry of a folder, where a link to a folder is none: it may lead back.
    init?(entry path: String) {
        guard let mode = Self.mode(path, flags: AT_SYMLINK_NOFOLLOW) else { return nil }
        guard mode & S_IFMT == S_IFLNK else {
            self.init(mode)
            return
        }
        guard let target = FileKind(path) else { return nil }
        self = target == .folder ? .other : target
    }

    private static func mode(_ path: String, flags: CInt) -> mode_t? {
        var status = stat()
        return unsafe fstatat(AT_FDCWD, path, &status, flags) == 0 ? status.st_mode : nil
    }

    private init(_ mode: mode_t) {
        self = mode & S_IFMT == S_IFREG ? .file : mode & S_IFMT == S_IFDIR ? .folder : .other
    }
}
