import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Starts a process and waits for it. Foundation's `Process` sometimes waits forever if several are started at once: on
/// Linux it learns of an exit from a run loop that may miss it. `waitpid` doesn't miss any.
enum ChildProcess {
    struct Failure: Error, CustomStringConvertible {
        let call: String
        let number: Int32

        var description: String { "\(call): \(unsafe String(cString: strerror(number)))" }
    }

    /// - Parameter streams: The files for standard input, output and error.
    /// - Returns: The exit status, or 128 plus the number of the signal that ended it, as in a shell.
    static func run(
        _ executable: String, _ arguments: [String], environment: [String: String], folder: String, streams: [String]
    ) throws(Failure) -> Int32 {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        try check("file actions", unsafe posix_spawn_file_actions_init(&actions))
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, file) in streams.enumerated() {
            let mode = descriptor == 0 ? O_RDONLY : O_WRONLY
            try check(
                file, unsafe posix_spawn_file_actions_addopen(&actions, Int32(descriptor), file, mode, 0))
        }

        // Reset signals in the child: none is blocked, and a broken pipe ends it, whatever the tests' process does with
        // both.
        try check("attributes", unsafe posix_spawnattr_init(&attributes))
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        try check("mask", unsafe posix_spawnattr_setsigmask(&attributes, &signals))
        unsafe sigaddset(&signals, SIGPIPE)
        try check("signals", unsafe posix_spawnattr_setsigdefault(&attributes, &signals))
        try check(
            "flags",
            unsafe posix_spawnattr_setflags(
                &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)))

        // Let the shell change the folder, because the function for it is not declared on all systems.
        let shell = "/bin/sh"
        let words = [shell, "-c", "cd \"$0\" && exec \"$@\"", folder, executable] + arguments
        var child: pid_t = 0
        var started: Int32 = 0
        unsafe withCStrings(words) { words in
            unsafe withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                started = unsafe posix_spawn(&child, shell, &actions, &attributes, words, environment)
            }
        }
        try check(executable, started)

        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure(call: "waitpid", number: errno) }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func check(_ call: String, _ number: Int32) throws(Failure) {
        if number != 0 { throw Failure(call: call, number: number) }
    }

    private static func withCStrings(
        _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Void
    ) {
        var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { unsafe body(start) }
        }
    }
}
