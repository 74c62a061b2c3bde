import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The built program, started as a user would. It ends when this object is deallocated.
final class ServerProcess {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The program is in the same folder as the one that runs the tests.
    static let executable = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("receipt-server").path

    let port: UInt16
    let folder: URL
    private let process: pid_t
    private var status: Int32?

    /// Writes files to the server's folder, starts the server on a free port, and waits until it listens.
    init(_ arguments: [String], files: [String: [UInt8]] = [:], openFiles: Int? = nil) throws {
        folder = try Self.folder(files)
        process = try Self.spawn(arguments + ["--port", "0"], in: folder, openFiles: openFiles)
        var found: UInt16?
        for _ in 0..<500 where found == nil {
            found = Self.log(in: folder).firstMatch(of: /port(?:=|":")(\d+)/).flatMap { UInt16($0.1) }
            if found == nil { usleep(20_000) }
        }
        port = found ?? 0
        guard found != nil else {
            throw Failure(description: "the server did not start: \(Self.log(in: folder))")
        }
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            var ignored: Int32 = 0
            waitpid(process, &ignored, 0)
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// The contents of standard error.
    var log: String { Self.log(in: folder) }

    func terminate() { kill(process, SIGTERM) }

    func hangUp() { kill(process, SIGHUP) }

    #if os(Linux)
        /// The server's peak memory, in bytes.
        var peakMemory: Int {
            let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
            return status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) }.map { $0 * 1_024 } ?? .max
        }

        /// The server's processor time so far, in hundredths of a second.
        var ticks: Int {
            let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
            let fields = stat.split(separator: " ")
            return fields.count > 14 ? (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0) : 0
        }
    #endif

    /// Repeats a check until it succeeds, for work that a server does after it has responded.
    func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<2_400 {
            if try condition() { return true }
            usleep(25_000)
        }
        return false
    }

    /// Returns the value of a counter.
    func counter(_ name: String) throws -> String? {
        try answer("GET", "/metrics").text.split(separator: "\n").first { $0.hasPrefix(name) }?
            .split(separator: " ").last.map(String.init)
    }

    /// Returns the value of a counter with these labels.
    func counter(_ name: String, where labels: String) throws -> String? {
        let lines = try answer("GET", "/metrics").text.split(separator: "\n")
            .filter { $0.hasPrefix(name + "{") && $0.contains(labels) }
        return lines.count == 1 ? lines[0].split(separator: " ").last.map(String.init) : nil
    }

    /// Returns the exit status, or 128 plus a signal's number, or nil if the server is still running.
    func waitForEnd(seconds: Int = 60) -> Int32? {
        var status: Int32 = 0
        var polls = 0
        while waitpid(process, &status, WNOHANG) != process {
            guard polls < seconds * 50 else { return nil }
            polls += 1
            usleep(20_000)
        }
        let signal = status & 0x7F
        let result = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        self.status = result
        return result
    }

    /// Runs the program to its end, for arguments that it rejects.
    static func run(
        _ arguments: [String], files: [String: [UInt8]] = [:], openFiles: Int? = nil
    ) throws -> (status: Int32, log: String) {
        let folder = try folder(files)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = try spawn(arguments, in: folder, openFiles: openFiles)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return ((status >> 8) & 0xFF, log(in: folder))
    }

    private static func log(in folder: URL) -> String {
        (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
    }

    private static func folder(_ files: [String: [UInt8]]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "receipt-server-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
        return folder
    }

    private static func spawn(_ arguments: [String], in folder: URL, openFiles: Int?) throws -> pid_t {
        // The shell changes the folder and is then replaced by the program.
        let limit = openFiles.map { "ulimit -n \($0) && " } ?? ""
        let command = limit + "cd \"$0\" && exec \"$@\" >log 2>&1 </dev/null"
        let words = ["/bin/sh", "-c", command, folder.path, executable] + arguments
        var pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/bin/sh", nil, nil, &pointers, environ) == 0 else {
            throw Failure(description: "the server cannot be started")
        }
        return process
    }
}
