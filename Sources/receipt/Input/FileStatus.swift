#if !canImport(Darwin)
    /// What the file system says of a file. Asked for by C's functions, because Foundation's take names as texts.
    struct FileStatus {
        let kind: FileKind
        let identity: FileIdentity
        let permissions: mode_t
        private let owner: uid_t
        private let group: gid_t

        /// Of what the path leads to. Nil if it leads to nothing, or the system doesn't permit looking.
        init?(_ path: FileName) {
            var status = stat()
            guard unsafe stat(path.cString, &status) == 0 else { return nil }
            self.init(status)
        }

        /// The same of a link itself.
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
            (owner, group) = (status.st_uid, status.st_gid)
        }

        /// Gives an open file the same owner and group, where the system lets this user.
        func giveOwner(to descriptor: Int32) { _ = fchown(descriptor, owner, group) }
    }

    extension FileName {
        /// Where a link leads, or nil if this is none.
        var linkTarget: FileName? {
            // No path is longer on any system.
            var target = [CChar](repeating: 0, count: 1 << 16)
            let count = unsafe readlink(cString, &target, target.count)
            return count < 0 ? nil : FileName(target.prefix(count).map { UInt8(bitPattern: $0) })
        }

        /// The names of all that is in a folder, in no order, or nil if it can't be read.
        var entries: [FileName]? {
            guard let folder = unsafe opendir(cString) else { return nil }
            defer { _ = unsafe closedir(folder) }
            // The bytes of a name end where it does, and not where those of its type do.
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

/// What stands behind a name.
enum FileKind {
    case file
    case folder
    case link
    /// A pipe, a device, a socket.
    case other
}

/// Device and inode: two paths with the same ones are the same file, whatever they are called.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}

extension FileName {
    /// The path without links, or nil if it leads to nothing.
    var realPath: FileName? {
        guard let real = unsafe realpath(cString, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe FileName(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
}
