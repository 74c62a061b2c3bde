import ArgumentParser
import ReceiptFields

/// The files that a command writes.
///
/// None of them may be a file that the command reads, or another file that it writes. Files are compared by device and inode, because one
/// file may have many names.
struct OutputFiles: Sendable {
    private var files: [OutputFile] = []

    static let none = OutputFiles()

    private init() {}

    /// Compares the outputs with each other and with the inputs, and then checks that they can be written.
    ///
    /// - Parameters:
    ///   - named: Each option that names a file to write, with the path if it was given.
    ///   - inputs: Each option that names a file to read, with the path.
    ///   - evidence: The files with evidence.
    /// - Throws: A usage error for an output that is one of the inputs or another output; ``UnreadableFile`` for a list
    ///   that can't be read; exit status 73 for an output that can't be written.
    init(
        _ named: KeyValuePairs<String, FileName?>, besides inputs: [(option: String, path: FileName)] = [],
        reading evidence: FileList? = nil
    ) throws {
        files = named.compactMap { option, path in path.map { OutputFile(option, $0) } }
        if files.isEmpty { return }
        for (place, file) in files.enumerated() {
            if let other = files[..<place].first(where: file.isSame) {
                throw Self.clash(other, "\(file.option) \(file.path.printable)")
            }
        }
        var others = [
            (FileStatus(descriptor: STDIN_FILENO), "standard input"),
            (FileStatus(descriptor: STDOUT_FILENO), "standard output"),
            (FileStatus(descriptor: STDERR_FILENO), "standard error"),
        ]
        for input in inputs where input.path != .dash {
            others.append((FileStatus(input.path), "\(input.option) \(input.path.printable)"))
        }
        // Check files only; writing to a device or a pipe replaces nothing.
        for (status, name) in others where status?.kind == .file { try check(status?.identity, name) }
        try evidence?.check(self)
        for place in files.indices { try files[place].prepare() }
    }

    // MARK: Inputs

    /// True if one of the outputs exists already, so that it might also be an input.
    var mayBeRead: Bool { files.contains { $0.identity != nil } }

    /// Rejects an output that is this input file.
    func check(input path: FileName) throws {
        if mayBeRead { try check(FileStatus(path)?.identity, "the input \(path.printable)") }
    }

    /// Rejects an output that is in this folder or below it, even if it doesn't exist yet.
    func check(folder path: FileName) throws {
        guard !files.isEmpty, let folder = FileStatus(path)?.identity else { return }
        if let file = files.first(where: { $0.folders.contains(folder) }) {
            throw ValidationError(
                "\(file.option) \(file.path.printable) is in the folder \(path.printable), of which all "
                    + "files are read; nothing was overwritten.")
        }
    }

    private func check(_ identity: FileIdentity?, _ name: String) throws {
        guard let identity, let file = files.first(where: { $0.identity == identity }) else { return }
        throw Self.clash(file, name)
    }

    private static func clash(_ file: OutputFile, _ other: String) -> ValidationError {
        ValidationError(
            "\(file.option) \(file.path.printable) and \(other) are the same file; nothing was overwritten.")
    }

    // MARK: Writing

    /// Writes the contents of each option that was given. If one can't be written, writes none, except to devices and
    /// pipes.
    ///
    /// - Throws: Exit status 73.
    func write(_ contents: KeyValuePairs<String, [UInt8]>) throws {
        var staged: [(file: OutputFile, temporary: FileName)] = []
        defer { for (file, temporary) in staged { file.discard(temporary) } }
        for (option, bytes) in contents {
            guard let file = files.first(where: { $0.option == option }) else { continue }
            if let temporary = try file.stage(bytes) { staged.append((file, temporary)) }
        }
        while let (file, temporary) = staged.first {
            try file.replace(with: temporary)
            staged.removeFirst()
        }
    }
}
