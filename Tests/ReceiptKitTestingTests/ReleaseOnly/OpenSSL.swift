import Foundation
import TestSupport

/// OpenSSL's command line, as an independent implementation.
enum OpenSSL {
    static let isAvailable = (try? run(["version"]))?.status == 0

    /// Runs `openssl` in a temporary folder with these files.
    static func run(_ arguments: [String], files: [String: [UInt8]] = [:]) throws -> Program.Result {
        try Program.run(URL(fileURLWithPath: "/usr/bin/env"), ["openssl"] + arguments, files: files)
    }
}
