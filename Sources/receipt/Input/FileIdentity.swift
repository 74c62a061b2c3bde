import ReceiptEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Device and inode: two paths with the same ones are the same file, whatever they are called.
///
/// Foundation reads them, because C's `stat` is of another module in every build.
struct FileIdentity: Hashable, Sendable {
    static let standardInput = FileIdentity(fileAt: "/dev/fd/0")
    static let standardOutput = FileIdentity(fileAt: "/dev/fd/1")
    static let standardError = FileIdentity(fileAt: "/dev/fd/2")

    private let device: String
    private let inode: String

    /// Of what the path leads to, or nil if it leads to nothing.
    init?(_ path: String) {
        guard let path = Self.realPath(path) else { return nil }
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            // As texts, because each Foundation has a number type of its own here.
            guard let device = attributes[.systemNumber], let inode = attributes[.systemFileNumber] else { return nil }
            (self.device, self.inode) = ("\(device)", "\(inode)")
        } catch {
            return nil
        }
    }

    /// The same of a file alone: writing to a device or a pipe replaces nothing.
    init?(fileAt path: String) {
        guard FileKind(path) == .file else { return nil }
        self.init(path)
    }

    /// The path without links, or nil if it leads to nothing.
    static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
