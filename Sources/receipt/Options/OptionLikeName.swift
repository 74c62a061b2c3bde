/// Finds file names that look like options. In a folder with a file called `--trust-root=x`, the shell's `*` expands to that name, and the
/// command would treat this name as an option.
enum OptionLikeName {
    /// The first argument that begins with `-` and is the name of a file. A lone `-` is standard input.
    static var first: FileName? {
        RawArguments.ofProcess.lazy.compactMap(FileName.init(argument:))
            .first { $0.bytes.first == UInt8(ascii: "-") && $0 != .dash && isThere($0) }
    }

    /// True if an entry with this name exists, even a dangling link. Opens it without following links and without blocking on a pipe. If
    /// the entry can't be opened, it counts as existing unless the error says that there is no such name.
    private static func isThere(_ name: FileName) -> Bool {
        let (descriptor, error) = SystemCall.open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0 { return ![ENOENT, ENOTDIR, ENAMETOOLONG].contains(error) }
        _ = close(descriptor)
        return true
    }
}
