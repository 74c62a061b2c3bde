import ArgumentParser

struct FileOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Receipts to read; - is standard input.", valueName: "file"))
    var files: [String]

    func validate() throws {
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) can be read only once.")
        }
    }
}
