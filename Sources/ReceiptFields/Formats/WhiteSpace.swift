/// The white space that is ignored around text, wherever text is read: base64, PEM, JSON.
package enum WhiteSpace {
    /// Returns true for space, tab, line feed and carriage return, the white space of JSON (RFC 8259 section 2) and around base64 (RFC 7468
    /// section 2).
    package static func contains(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    package static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let last = text.lastIndex(where: { !contains($0) }) else { return text.suffix(0) }
        return text[...last].drop(while: contains)
    }

    /// Returns the text of a file without the byte order mark that Windows programs put before UTF-8. Anywhere else, the mark isn't white
    /// space.
    package static func withoutByteOrderMark(_ file: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        file.starts(with: [0xEF, 0xBB, 0xBF]) ? file.dropFirst(3) : file
    }
}
