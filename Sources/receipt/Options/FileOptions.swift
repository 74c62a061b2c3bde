import ArgumentParser

struct FileOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Receipts to read; - is standard input.", valueName: "file"))
    var files: [String]

    func validate() throws { try checkStandardInput(besides: []) }

    /// Standard input ends, so that a second reader would find nothing.
    func checkStandardInput(besides others: [String]) throws {
        if (files + others).count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) can be read only once.")
        }
    }
}
