/// Arguments that are meant as files and look like options: in a folder with a file `--trust-root=x`, a shell's `*` hands
/// that name to the command.
enum OptionLikeName {
    /// The first argument that begins with `-` and is the name of a file. A lone `-` is standard input.
    static var first: String? {
        for place in 1..<max(1, Int(CommandLine.argc)) {
            // The system's own bytes: as text, a name that is none would no longer be the name of the file.
            guard let argument = unsafe CommandLine.unsafeArgv[place], unsafe argument[0] == dash,
                unsafe argument[1] != 0
            else { continue }
            if unsafe isFile(argument) { return unsafe String(cString: argument) }
        }
        return nil
    }

    /// Whether there is something of this name, be it a link that leads nowhere. It is opened without following a link and without
    /// waiting for a pipe's other end. What cannot be opened is there all the same, unless the system knows no such name.
    private static func isFile(_ name: UnsafePointer<CChar>) -> Bool {
        let descriptor = unsafe open(name, flags)
        let error = errno
        if descriptor < 0 { return !missing.contains(error) }
        return close(descriptor) == 0
    }

    private static let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    private static let missing = [ENOENT, ENOTDIR, ENAMETOOLONG]

    private static let dash = CChar(bitPattern: UInt8(ascii: "-"))
}
