/// Evidence as a JSON string, in the quotation marks that a JSON encoder put around it.
package enum QuotedText {
    /// What the string says, or nil where the text does not begin with a quotation mark. It may not begin with another one: a text that was
    /// encoded twice needs two decoders.
    ///
    /// - Throws: ``FormatError`` with code `input.quoted`, if the text is not one JSON string.
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
