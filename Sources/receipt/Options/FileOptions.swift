import ArgumentParser

struct FileOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Files to read; - is standard input, ./* all files.", valueName: "file"))
    var files: [String]

    func validate() throws { try Self.checkStandardInput(files) }

    /// Standard input ends, so that a second reader would find nothing.
    static func checkStandardInput(_ files: [String]) throws {
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) can be read only once.")
        }
    }
}
