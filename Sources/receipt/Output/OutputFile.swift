import ArgumentParser

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

enum OutputFile {
    /// Writes a file, or ends the command with status 73.
    static func write(_ bytes: [UInt8], to path: String) throws {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        } catch {
            StandardError.write("receipt: \(Printable.text(path)) cannot be written")
            throw ExitCode(73)
        }
    }
}
