import ReceiptFields

/// An argument that is quoted so that a shell reads it as one word (POSIX 2.2.2).
package enum ShellWord {
    package static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.allSatisfy(isPlain) { return word }
        // Split at scalars: a quotation mark with a combining character is still one for the shell.
        let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
            .map { SafeText.printable(String($0)) }
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// Returns a quoted file name that no command treats as an option.
    static func quoted(path: FileName) -> String {
        let path = path.description
        return quoted(path.hasPrefix("-") ? "./" + path : path)
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._-/:".contains(character))
    }
}
