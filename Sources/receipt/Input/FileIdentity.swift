/// Device and inode: two paths with the same ones are the same file, whatever they are called.
struct FileIdentity: Hashable, Sendable {
    static let standardInput = FileIdentity(of: FileStatus(descriptor: 0))
    static let standardOutput = FileIdentity(of: FileStatus(descriptor: 1))
    static let standardError = FileIdentity(of: FileStatus(descriptor: 2))

    let device: UInt64
    let inode: UInt64

    init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }

    /// Of what the path leads to, or nil if it leads to nothing.
    init?(_ path: FileName) {
        guard let status = FileStatus(path) else { return nil }
        self = status.identity
    }

    /// The same of a file alone: writing to a device or a pipe replaces nothing.
    init?(fileAt path: FileName) { self.init(of: FileStatus(path)) }

    private init?(of status: FileStatus?) {
        guard let status, status.kind == .file else { return nil }
        self = status.identity
    }
}
