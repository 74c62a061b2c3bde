package import ReceiptFields

/// Checks properties of every format error: a code, a position inside the input, and text that is safe for a log.
package func requireSound(_ error: FormatError, in range: ClosedRange<Int>) {
    require(range.contains(error.offset), "offset \(error.offset) outside of \(range): \(error)")
    requireSound(code: error.code, text: error.description)
    // A number may be the type of an attribute, which then can't be named, and the error for a JWS's signature contains
    // a byte count too.
    if case .wrongSize(expected: 64, _) = error.reason { return }
    if error.code.hasPrefix("attribute."), error.code != "attribute.number" {
        require(error.path != .container, "no attribute is named: \(error)")
    }
}

/// Checks the code and the text of an error.
package func requireSound(code: String, text: String) {
    let parts = code.split(separator: ".", omittingEmptySubsequences: false)
    require(parts.count == 2 && parts.allSatisfy { !$0.isEmpty }, "code \(code)")
    requirePrintable(text)
}

/// Checks that text is one line of printable ASCII, apart from the ellipsis of a shortened part, and of limited length.
package func requirePrintable(_ text: String) {
    require(!text.isEmpty && text.utf8.count < 1_500, "\(text.utf8.count) bytes: \(text)")
    for scalar in text.unicodeScalars {
        require((0x20..<0x7F).contains(scalar.value) || scalar == "…", "U+\(scalar.value) in \(text)")
    }
}

/// Returns the result of a function that throws a format error.
package func attempt<T>(_ body: () throws(FormatError) -> T) -> Result<T, FormatError> {
    do throws(FormatError) { return .success(try body()) } catch { return .failure(error) }
}
