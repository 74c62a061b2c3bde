#if !canImport(Darwin)
    /// A file's attributes. Uses C functions, because the functions of Foundation take names as strings.
    struct FileStatus {
        let kind: FileKind
        let identity: FileIdentity
        let permissions: mode_t

        /// Follows links. Returns nil if nothing is there or the system denies access.
        init?(_ path: FileName) {
            var status = stat()
            guard unsafe stat(path.cString, &status) == 0 else { return nil }
            self.init(status)
        }

        /// Returns the attributes of a link itself.
        init?(link path: FileName) {
            var status = stat()
            guard unsafe lstat(path.cString, &status) == 0 else { return nil }
            self.init(status)
        }

        init?(descriptor: Int32) {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { return nil }
            self.init(status)
        }

        private init(_ status: stat) {
            kind =
                switch status.st_mode & S_IFMT {
                case S_IFREG: .file
                case S_IFDIR: .folder
                case S_IFLNK: .link
                default: .other
                }
            identity = FileIdentity(
                device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
            permissions = status.st_mode & 0o7777
        }
    }

    extension FileName {
        /// The target of the link, or nil if this is not a link.
        var linkTarget: FileName? {
            // No system allows longer paths.
            var target = [CChar](repeating: 0, count: 1 << 16)
            let count = unsafe readlink(cString, &target, target.count)
            return count < 0 ? nil : FileName(target.prefix(count).map { UInt8(bitPattern: $0) })
        }

        /// The names of all entries of the folder, in no order, or nil if it can't be read.
        var entries: [FileName]? {
            guard let folder = unsafe opendir(cString) else { return nil }
            defer { _ = unsafe closedir(folder) }
            // The record of a long name extends beyond `dirent`, whose array for the name is shorter.
            guard let start = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
            var names: [FileName] = []
            while true {
                errno = 0
                guard let entry = unsafe readdir(folder) else { return errno == 0 ? names : nil }
                let name = unsafe UnsafeRawPointer(entry) + start
                let length = unsafe strlen(name.assumingMemoryBound(to: CChar.self))
                unsafe names.append(FileName(UnsafeRawBufferPointer(start: name, count: length)))
            }
        }
    }
#endif

/// The kind of a directory entry.
enum FileKind {
    case file
    case folder
    case link
    /// A pipe, a device or a socket.
    case other
}

/// Device and inode. Two paths with the same identity lead to the same file.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}

extension FileName {
    /// The path with links resolved, or nil if nothing is there.
    var realPath: FileName? {
        guard let real = unsafe realpath(cString, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe FileName(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}
