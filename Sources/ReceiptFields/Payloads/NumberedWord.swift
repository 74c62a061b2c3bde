/// A value that receipts encode as a number and StoreKit 2 as a string.
package protocol NumberedWord {
    init(number: Int)
    init(word: String)
    var number: Int? { get }
    var word: String? { get }
    /// The value as in JSON: StoreKit 2's string, or the number as a string if there is none.
    var text: String { get }
}

extension NumberedWord {
    package var text: String { word ?? number.map(String.init) ?? "" }
}

/// The representation of a value that receipts encode as a number and StoreKit 2 as a string: the number if it has one, otherwise the
/// string.
enum NumberOrWord: Hashable, Sendable {
    case number(Int)
    case word(String)

    /// Creates a value from StoreKit 2's string, whose number is its index in `words`.
    init(_ word: String, among words: [String]) {
        self = words.firstIndex { ByteString($0) == ByteString(word) }.map { .number($0) } ?? .word(word)
    }

    var number: Int? { if case .number(let number) = self { number } else { nil } }

    func word(among words: [String]) -> String? {
        switch self {
        case .number(let number): words.indices.contains(number) ? words[number] : nil
        case .word(let word): word
        }
    }
}

/// Receipts encode as numbers what JWS payloads encode as strings.
extension FieldValue where Self: NumberedWord {
    static func read<S: FieldSource & ~Escapable>(_ source: inout S) throws(FormatError) -> Self? {
        if S.isAttribute { return try source.small().map(Self.init(number:)) }
        return try source.text().map(Self.init(word:))
    }

    func write<Sink: JSONSink>(_ name: StaticString, _ form: Field.Form, to sink: inout Sink) throws(Sink.Failure) {
        try sink.member(name, text)
    }
}
