/// A value that receipts encode as a number and that StoreKit 2 encodes as a string.
package protocol NumberedWord {
    /// The strings that correspond to the numbers 0, 1, 2 and so on.
    static var words: [String] { get }

    init(number: Int)
    init(word: String)
    var number: Int? { get }
    var word: String? { get }
    /// The value as in JSON: StoreKit 2's string, or if there is none, the number as a string.
    var text: String { get }
}

extension NumberedWord {
    package var text: String { word ?? number.map(String.init) ?? "" }

    static func word(of number: Int) -> String? { words.indices.contains(number) ? words[number] : nil }

    static func number(of word: String) -> Int? { words.firstIndex { ByteString($0) == ByteString(word) } }
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
