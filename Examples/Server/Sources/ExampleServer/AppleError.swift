import Foundation

/// Apple's response to a failed request.
package struct AppleError: Error, Hashable {
    /// The HTTP status.
    package let status: Int
    /// The `errorCode` in the response body.
    package let code: Int?
    /// The header `Retry-After`.
    package let retryAfter: String?

    package init(status: Int, code: Int? = nil, retryAfter: String? = nil) {
        (self.status, self.code, self.retryAfter) = (status, code, retryAfter)
    }

    /// True if Apple doesn't know the transaction. Three codes with status
    /// 404 ask to retry.
    var isPermanent: Bool {
        let retryable = [4_040_002, 4_040_004, 4_040_006]
        return (status == 400 || status == 404)
            && !retryable.contains(code ?? 0)
    }

    /// The date when the service may ask Apple again, about any customer,
    /// or nil if the error concerns only this request.
    func pauseEnd(at now: Date) -> Date? {
        guard status == 429 || status >= 500 else { return nil }
        let wait = retryAfter.flatMap { Self.wait($0, at: now) } ?? 60
        return now + min(max(wait, 1), 3_600)
    }

    /// Returns the seconds that `Retry-After` asks for. Apple sends a UNIX
    /// time in milliseconds; HTTP allows seconds or a date.
    private static func wait(
        _ header: String, at now: Date
    ) -> TimeInterval? {
        if let date = httpDate.date(from: header) {
            return date.timeIntervalSince(now)
        }
        guard let number = UInt64(header) else { return nil }
        return number < 100_000_000_000
            ? Double(number)
            : Double(number) / 1_000 - now.timeIntervalSince1970
    }

    private static var httpDate: DateFormatter {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format
    }
}
