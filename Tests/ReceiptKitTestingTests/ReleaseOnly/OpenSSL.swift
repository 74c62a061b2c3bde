import Foundation
import TestSupport

/// OpenSSL's command line, as a second opinion.
enum OpenSSL {
    static let isAvailable = (try? run(["version"]))?.status == 0

    /// Runs `openssl` with its arguments. Names of files are found in a folder that holds these files, made for the run.
    static func run(_ arguments: [String], files: [String: [UInt8]] = [:]) throws -> Program.Result {
        try Program.run(URL(fileURLWithPath: "/usr/bin/env"), ["openssl"] + arguments, files: files)
    }
}
