import ArgumentParser
import ReceiptFields

/// Finds arguments that look like options but aren't options of the command. The parser reports an unknown option only if there is no other
/// error. But a misspelled option usually causes another error, because the correct option is then missing.
enum UnknownOption {
    /// Returns a message about the first unknown option, with the option that may have been meant, or nil if there is
    /// none.
    static func message(in arguments: [String], of command: any ParsableCommand.Type) -> String? {
        let known = names(of: command)
        let options = arguments.prefix { $0 != "--" }.filter(isOption).map { String($0.prefix { $0 != "=" }) }
        guard let name = options.first(where: { !known.contains($0) }) else { return nil }
        let near = known.map { ($0, Misspelling.distance(name, $0)) }.filter { 2 * $0.1 < name.count - 2 }
        let nearest =
            near.min { $0.1 < $1.1 }?.0
            ?? known.first { $0.count > 2 && name.count > 3 && ($0.hasPrefix(name) || name.hasPrefix($0)) }
        return "Unknown option '\(SafeText.printable(name))'." + Misspelling.question(nearest)
    }

    /// True if the parser takes the argument for an option, and not for standard input or a negative number.
    private static func isOption(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument.count > 1 && argument.dropFirst().first?.isNumber == false
    }

    /// Returns the options in a command's usage, and those that every command has.
    private static func names(of command: any ParsableCommand.Type) -> [String] {
        let words = command.configuration.usage?.split { !$0.isLetter && $0 != "-" } ?? []
        return words.filter { $0.hasPrefix("--") }.map(String.init) + ["--help", "--version", "-h"]
    }
}
