extension FormatError {
    /// What is wrong with a JSON text, said of the whole payload or header that the text is of.
    package init(_ error: JSONError, in text: ArraySlice<UInt8>, path: AttributePath = .container) {
        let reason: Reason =
            switch error.reason {
            case .expected(let words): .invalidJSON(expected: words)
            case .expectedEnd: .invalidJSON(expected: "the end of the text")
            case .repeatedName(let name): .repeatedMember(name)
            case .tooDeep(let allowed): .limitExceeded(.jsonDepth, allowed: allowed)
            case .tooManyMembers(let allowed): .limitExceeded(.jsonMembers, allowed: allowed)
            case .tooLarge(let allowed): .limitExceeded(.jws, allowed: allowed)
            case .notUTF8: .invalidJSON(expected: "UTF-8")
            }
        self.init(reason, path: path, offset: text.startIndex + error.offset)
    }
}
