/// Evidence as a JSON string, in the quotation marks that a JSON encoder put around it.
package enum QuotedText {
    /// Returns the contents of the string. Nil if the text doesn't begin with a quotation mark. The contents must not begin with another
    /// quotation mark: a string that was encoded twice must be decoded twice.
    ///
    /// - Throws: ``FormatError`` with the code `input.quoted` if the text isn't exactly one JSON string.
    package static func contents(of text: ArraySlice<UInt8>) throws(FormatError) -> [UInt8]? {
        guard !InputFormat.isUTF16(text), let first = text.first(where: { !WhiteSpace.contains($0) }) else {
            return nil
        }
        guard first != UInt8(ascii: "'") else { throw FormatError(.quoted, offset: 0) }
        guard first == UInt8(ascii: "\"") else { return nil }
        do throws(FormatError) {
            let contents = try JSONReader.read(whole: text) { (json) throws(JSONError) in
                json.unescaped(try json.string())
            }
            if WhiteSpace.trimmed(contents[...]).first != UInt8(ascii: "\"") { return contents }
        } catch {}
        throw FormatError(.quoted, offset: 0)
    }
}
