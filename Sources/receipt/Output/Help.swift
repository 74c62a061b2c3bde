#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the parser makes of a command's help. A discussion ends with examples, for the manual too.
enum Help {
    private static let examples = "\n\nEXAMPLES:\n"
    private static let usage = "\n\nUSAGE: "

    /// The help with its examples behind the options, where a terminal shows them last. The parser writes them before.
    static func examplesLast(_ help: String) -> String {
        let parts = help.components(separatedBy: examples)
        guard parts.count == 2 else { return help }
        let rest = parts[1].components(separatedBy: usage)
        let lines = rest.dropFirst().joined(separator: usage).split(separator: "\n", omittingEmptySubsequences: false)
        let options = lines.reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
        return parts[0] + usage + options + examples + rest[0]
    }
}
