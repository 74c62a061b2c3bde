package import ReceiptFields

/// What holds of every error about a format: it has a code, its place is inside the input, and its text is fit for a log.
package func requireSound(_ error: FormatError, in range: ClosedRange<Int>) {
    require(range.contains(error.offset), "offset \(error.offset) outside of \(range): \(error)")
    requireSound(code: error.code, text: error.description)
    // A number may be that of an attribute, which then cannot be named, and a JWS's signature has its bytes counted too.
    if case .wrongSize(expected: 64, _) = error.reason { return }
    if error.code.hasPrefix("attribute."), error.code != "attribute.number" {
        require(error.path != .container, "no attribute is named: \(error)")
    }
}

/// What holds of the code and the text of every error.
package func requireSound(code: String, text: String) {
    let parts = code.split(separator: ".", omittingEmptySubsequences: false)
    require(parts.count == 2 && parts.allSatisfy { !$0.isEmpty }, "code \(code)")
    requirePrintable(text)
}

/// One line of printable ASCII, but for the ellipsis where something was cut, and of a bounded length.
package func requirePrintable(_ text: String) {
    require(!text.isEmpty && text.utf8.count < 1_500, "\(text.utf8.count) bytes: \(text)")
    for scalar in text.unicodeScalars {
        require((0x20..<0x7F).contains(scalar.value) || scalar == "…", "U+\(scalar.value) in \(text)")
    }
}

/// The result of something that throws a format error.
package func attempt<T>(_ body: () throws(FormatError) -> T) -> Result<T, FormatError> {
    do throws(FormatError) { return .success(try body()) } catch { return .failure(error) }
}
