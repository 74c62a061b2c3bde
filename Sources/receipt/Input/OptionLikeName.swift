/// Arguments that are meant as files and look like options: in a folder with a file `--trust-root=x`, a shell's `*` hands
/// that name to the command.
enum OptionLikeName {
    /// The first argument that begins with `-` and is the name of a file. A lone `-` is standard input.
    static var first: FileName? {
        RawArguments.ofProcess.texts.lazy.compactMap(FileName.init(argument:))
            .first { $0.bytes.first == UInt8(ascii: "-") && $0 != .dash && isThere($0) }
    }

    /// Whether there is something of this name, be it a link that leads nowhere. It is opened without following a link and without
    /// waiting for a pipe's other end. What cannot be opened is there all the same, unless the system knows no such name.
    private static func isThere(_ name: FileName) -> Bool {
        let (descriptor, error) = SystemCall.open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0 { return ![ENOENT, ENOTDIR, ENAMETOOLONG].contains(error) }
        return close(descriptor) == 0
    }
}
