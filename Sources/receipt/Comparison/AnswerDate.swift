import AppleVerifyReceipt
import ReceiptEssentials
import ReceiptFields

/// A date in a response, which Apple writes in up to three members: `NAME`, `NAME_ms` and `NAME_pst`.
struct AnswerDate {
    /// The suffixes of the members' names, the most exact first.
    static let spellings = ["_ms", "", "_pst"]
    private static let ends = ["_date", "_date_formatted"]

    /// The values of the members, in the order of ``spellings``.
    let values: [AnswerJSON?]

    /// - Parameters:
    ///   - name: The name without a suffix.
    ///   - members: The members of the object that contains the date.
    init(_ name: [UInt8], in members: [[UInt8]: AnswerJSON]) {
        values = Self.spellings.map { members[name + Array($0.utf8)] }
    }

    /// Returns the name of the date that a member spells, or nil if the member isn't a date.
    static func name(of member: [UInt8]) -> [UInt8]? {
        let end = spellings.first { !$0.isEmpty && member.hasSuffix($0) } ?? ""
        let name = Array(member.dropLast(end.utf8.count))
        return ends.contains(where: name.hasSuffix) ? name : nil
    }

    /// The value to show.
    var first: AnswerJSON? { values.lazy.compactMap(\.self).first }

    /// Milliseconds since 1970, from the most exact spelling that is a valid date.
    var instant: Int64? { values.lazy.compactMap { $0.flatMap(Self.instant) }.first }

    /// Compares dates to the millisecond if both have milliseconds, otherwise to the second. Returns nil if one of them
    /// is not a date.
    func isSameInstant(as other: AnswerDate) -> Bool? {
        guard let instant, let otherInstant = other.instant else { return nil }
        let areExact = values[0] != nil && other.values[0] != nil
        return areExact
            ? instant == otherInstant
            : CivilCalendar.floorDivision(instant, 1_000) == CivilCalendar.floorDivision(otherInstant, 1_000)
    }

    /// True if two spellings are dates and mean the same instant.
    static func areSame(_ one: AnswerJSON, _ two: AnswerJSON) -> Bool {
        instant(one).map { $0 == instant(two) } ?? false
    }

    // MARK: Spellings

    private static let zones = ["Etc/GMT", "America/Los_Angeles"]

    /// Returns milliseconds since 1970. Accepts milliseconds, RFC 3339, and a time in one of the two zones that Apple
    /// writes.
    static func instant(_ value: AnswerJSON) -> Int64? {
        guard let bytes = value.scalar else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        if let milliseconds = Int64(text) {
            return (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds) ? milliseconds : nil
        }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let zone = zones.firstIndex(of: String(parts[2])) else {
            return Timestamp.parse(text, years: 1...9999).map(milliseconds)
        }
        guard let date = Timestamp.parse("\(parts[0])T\(parts[1])Z", years: 1...9999) else { return nil }
        return zone == 0 ? milliseconds(date) : losAngeles(milliseconds(date))
    }

    /// Returns the instant at which a clock in Los Angeles shows a time. For the hour that occurs twice in November,
    /// returns the first.
    private static func losAngeles(_ shown: Int64) -> Int64? {
        [7, 8].lazy.map { shown + $0 * 3_600_000 }.first {
            LosAngeles.offset(at: CivilCalendar.floorDivision($0, 1_000)) * 1_000 == shown - $0
        }
    }

    /// Converts a date to milliseconds. Can't overflow, because a `Timestamp` is in the years 1 to 9999.
    private static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded()) }

    /// Formats an instant as in RFC 3339.
    static func shown(_ instant: Int64) -> String {
        Timestamp.string(Date(timeIntervalSince1970: Double(instant) / 1_000))
    }
}

extension [UInt8] {
    /// Compares bytes, because two different `String` values may be equal in Unicode.
    fileprivate func hasSuffix(_ suffix: String) -> Bool { self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }
}
