/// The process's arguments, which are bytes, converted to the strings that the parser takes.
///
/// An argument that isn't UTF-8 becomes a string in which a private-use character replaces each byte outside ASCII. No two arguments share
/// a string, and each string leads back to the bytes.
enum RawArguments {
    /// The arguments without the name of the program.
    static let ofProcess: [String] = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
        guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
        return unsafe string(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }

    static func string(_ bytes: some Collection<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes), !text.unicodeScalars.contains(where: isStandIn) { return text }
        return String(String.UnicodeScalarView(bytes.map(standIn)))
    }

    static func bytes(_ string: String) -> [UInt8] {
        guard string.unicodeScalars.contains(where: isStandIn) else { return Array(string.utf8) }
        return string.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// U+10FF80 to U+10FFFF stand for the bytes 80 to FF.
    private static func standIn(_ byte: UInt8) -> Unicode.Scalar {
        byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(0x10_FF00 | UInt32(byte)) ?? "\u{FFFD}"
    }

    private static func isStandIn(_ character: Unicode.Scalar) -> Bool { character.value >= 0x10_FF80 }
}
