import ArgumentParser

struct FileOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files to read, and folders with files to read; - is standard input, and ./* is all files.",
            valueName: "file"),
        completion: .file())
    var files: [FileName] = []

    @Option(
        help: ArgumentHelp(
            """
            Also read the files and folders that are named in this file, one a line, or as find -print0 writes \
            them; - is standard input.
            """,
            valueName: "list"), completion: .file())
    var filesFrom: FileName?

    var isEmpty: Bool { files.isEmpty && filesFrom == nil }

    var list: FileList { FileList(names: files, list: filesFrom) }

    /// Rejects an output that is also an input: by name, in a list, in a folder, or as a certificate.
    func outputs(_ named: KeyValuePairs<String, FileName?>, besides demands: VerificationOptions) throws -> OutputFiles
    {
        let lists = filesFrom.map { [(option: "--files-from", path: $0)] } ?? []
        return try OutputFiles(named, besides: lists + demands.certificateOptions, reading: list)
    }

    /// Calls `body` with each file as it is found. Throws ``UnreadableFile`` for a list that can't be read.
    func forEachFile(besides outputs: OutputFiles = .none, _ body: (FileName) throws -> Void) throws {
        var list = list
        list.outputs = outputs
        var files = list.makeIterator()
        while let file = try files.next() { try body(file) }
    }

    /// Checks the arguments of commands that read only files.
    func check(besides others: [FileName] = []) throws {
        if isEmpty { throw ValidationError("Name the files to read, or a list of them with --files-from.") }
        try checkStandardInput(besides: others)
    }

    /// Allows standard input to be read only once; a second reader would find nothing.
    func checkStandardInput(besides others: [FileName]) throws {
        if (files + (filesFrom.map { [$0] } ?? []) + others).count(where: { $0 == .dash }) > 1 {
            throw ValidationError("Standard input (-) can be read only once.")
        }
    }
}
