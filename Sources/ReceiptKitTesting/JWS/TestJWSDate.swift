package import ReceiptEssentials

extension JSONText {
    /// Returns milliseconds since 1970: whole from Apple's servers, with a fraction from Xcode.
    package static func milliseconds(_ date: Date, in environment: TestEnvironment) -> JSONText {
        let milliseconds = date.timeIntervalSince1970 * 1000
        let whole = milliseconds.rounded()
        // Write numbers that a `Double` can't hold exactly, and NaN or infinity, the way Swift prints them.
        guard abs(whole) < 0x1p53, !environment.isLocal || whole == milliseconds else { return .raw("\(milliseconds)") }
        return .number(Int64(whole))
    }

    /// Returns a JSON string, or nil for nil.
    package static func text(_ text: String?) -> JSONText? { text.map(JSONText.string) }
}

extension Date {
    /// 1 January of the year 1, which Xcode writes if there is no original purchase date.
    package static let xcodeNever = Date(timeIntervalSince1970: -62_135_769_600)
}
