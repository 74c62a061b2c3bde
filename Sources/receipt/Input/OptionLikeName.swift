#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Arguments that are meant as files and would be taken for options: in a folder with a file `--trust-root=x`, a shell's `*` hands
/// that name to the command.
enum OptionLikeName {
    /// The first argument that begins with `-` and is the name of a file. A lone `-` is standard input.
    static var first: String? {
        for place in 1..<max(1, Int(CommandLine.argc)) {
            // The system's own octets: as text, a name that is none would no longer be the name of the file.
            guard let argument = unsafe CommandLine.unsafeArgv[place], unsafe argument[0] == dash,
                unsafe argument[1] != 0
            else { continue }
            var status = stat()
            if unsafe lstat(argument, &status) == 0 { return unsafe String(cString: argument) }
        }
        return nil
    }

    private static let dash = CChar(bitPattern: UInt8(ascii: "-"))
}
