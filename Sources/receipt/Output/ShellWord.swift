import ReceiptFields

/// A word of a command line, quoted so that a shell takes it for one word (POSIX 2.2.2).
package enum ShellWord {
    package static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
        // By scalars: a quote with something combined to it is a quote for the shell.
        let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
            .map { Printable.text(String($0)) }
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// A file's name that no command takes for an option.
    static func quoted(path: FileName) -> String {
        let path = path.description
        return quoted(path.hasPrefix("-") ? "./" + path : path)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "/"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
