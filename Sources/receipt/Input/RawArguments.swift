/// The arguments as the system has them. The parser takes texts, and the name of a file need not be one.
///
/// An argument that isn't UTF-8 goes to the parser with replacement characters, and with a number behind them if another argument reads the same.
/// So no two have one text, and the text leads back to the bytes.
struct RawArguments: Sendable {
    /// Those of this process, without the name of the program.
    static let ofProcess = RawArguments(
        (1..<max(1, Int(CommandLine.argc))).compactMap { place in
            guard let argument = unsafe CommandLine.unsafeArgv[place] else { return nil }
            return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
        })

    /// For the parser.
    let texts: [String]
    /// What isn't UTF-8, by its text: arguments, and what stands behind the = of an option.
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

    /// What the parser found in one of the texts, as the system has it.
    func bytes(of text: String) -> [UInt8] { changed[text] ?? Array(text.utf8) }

    private static func isText(_ argument: [UInt8]) -> Bool {
        String(decoding: argument, as: UTF8.self).utf8.elementsEqual(argument)
    }

    /// The argument, and the value that an option has in it.
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
