import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A child process. Foundation's `Process` also waits for programs that the child leaves running, as PostgreSQL's
/// launcher does.
struct Child: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let id: pid_t

    /// Starts a program in a folder. Its output is written to a file.
    init(_ words: [String], in folder: String, output: String) throws {
        // With `exec` the program replaces the shell.
        let script = #"cd "$1" && exec >"$2" 2>&1 </dev/null && shift 2 && exec "$@""#
        let words = ["/bin/sh", "-c", script, "sh", folder, output] + words
        var pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var id: pid_t = 0
        guard posix_spawn(&id, "/bin/sh", nil, nil, &pointers, environ) == 0 else {
            throw Failure(description: "\(words) cannot be started")
        }
        self.id = id
    }

    /// Kills the program, whatever it is doing.
    func kill() {
        #if canImport(Glibc)
            _ = Glibc.kill(id, SIGKILL)
        #else
            _ = Darwin.kill(id, SIGKILL)
        #endif
    }

    /// Returns the exit status, or 128 plus a signal's number.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

/// Runs shell scripts.
enum Shell {
    /// Returns the output without its last line break. If the script fails, throws with its output.
    @discardableResult
    static func run(_ script: String, _ arguments: [String], in folder: String = "/") throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("output-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let status = try Child(["/bin/sh", "-c", script, "sh"] + arguments, in: folder, output: file.path).wait()
        let text = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
        guard status == 0 else { throw Child.Failure(description: text.isEmpty ? "status \(status)" : text) }
        return text
    }
}
