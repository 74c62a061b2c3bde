/// The process's arguments as bytes. The parser accepts only strings, and a file name may not be valid UTF-8.
///
/// An argument that isn't UTF-8 is passed to the parser with replacement characters, and with a number appended if
/// another argument would look the same. The strings are therefore unique, and each can be mapped back to its bytes.
struct RawArguments: Sendable {
    /// The arguments of this process, without the program's name.
    static let ofProcess = RawArguments(
        (1..<max(1, Int(CommandLine.argc))).compactMap { place in
            guard let argument = unsafe CommandLine.unsafeArgv[place] else { return nil }
            return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
        })

    /// The strings for the parser.
    let texts: [String]
    /// The bytes of what isn't UTF-8, by its string: whole arguments, and the values after the `=` of an option.
    private var changed: [String: [UInt8]] = [:]

    init(_ arguments: [[UInt8]]) {
        let repaired = arguments.map { String(decoding: $0, as: UTF8.self) }
        var taken = Set(zip(arguments, repaired).filter { Self.isText($0.0) }.flatMap { Self.parts($0.1) })
        var (texts, number) = (repaired, 0)
        for (place, argument) in arguments.enumerated() where !Self.isText(argument) {
            while Self.parts(texts[place]).contains(where: taken.contains) {
                number += 1
                texts[place] = repaired[place] + "\u{FFFD}\(number)"
            }
            taken.formUnion(Self.parts(texts[place]))
            for (text, bytes) in zip(Self.parts(texts[place]), Self.parts(argument)) { changed[text] = bytes }
        }
        self.texts = texts
    }

    /// Returns the original bytes of one of the strings.
    func bytes(of text: String) -> [UInt8] { changed[text] ?? Array(text.utf8) }

    private static func isText(_ argument: [UInt8]) -> Bool {
        String(decoding: argument, as: UTF8.self).utf8.elementsEqual(argument)
    }

    /// Splits an argument into an option and its value.
    private static func parts(_ argument: [UInt8]) -> [[UInt8]] {
        guard argument.first == UInt8(ascii: "-"), let sign = argument.firstIndex(of: UInt8(ascii: "=")) else {
            return [argument]
        }
        return [argument, Array(argument[(sign + 1)...])]
    }

    private static func parts(_ text: String) -> [String] {
        parts(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
}
