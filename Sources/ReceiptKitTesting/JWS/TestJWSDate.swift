package import ReceiptEssentials

extension JSONText {
    /// Milliseconds since 1970: whole ones from Apple's servers, with a fraction from Xcode.
    package static func milliseconds(_ date: Date, in environment: TestEnvironment) -> JSONText {
        let milliseconds = date.timeIntervalSince1970 * 1000
        let whole = milliseconds.rounded()
        // Beyond what a Double counts one by one, or not a number at all, the text says as much as there is to say.
        guard abs(whole) < 0x1p53, !environment.isLocal || whole == milliseconds else { return .raw("\(milliseconds)") }
        return .number(Int64(whole))
    }

    /// A string, or nothing.
    package static func text(_ text: String?) -> JSONText? { text.map(JSONText.string) }
}

extension Date {
    /// 1 January of the year 1, which Xcode writes where it has no original purchase date.
    package static let xcodeNever = Date(timeIntervalSince1970: -62_135_769_600)
}
