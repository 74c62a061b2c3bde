internal import ReceiptFields

/// The times of a certificate, as they must be written. What they are, swift-certificates says, which takes more than these:
/// fractions, a second 60, a year 0000.
///
/// ```
/// Validity ::= SEQUENCE { notBefore Time, notAfter Time }
/// Time ::= CHOICE { utcTime UTCTime, generalTime GeneralizedTime }
/// ```
/// RFC 5280 section 4.1.2.5: `YYMMDDhhmmssZ`, where years from 50 are of the last century, or `YYYYMMDDhhmmssZ`.
enum CertificateTime {
    private static let utcTime = DERTag(rawValue: 0x17)
    private static let generalizedTime = DERTag(rawValue: 0x18)

    /// Whether these are the content octets of a Validity, and both times are times of the calendar.
    static func areWellFormed(inValidity validity: ArraySlice<UInt8>) -> Bool {
        var reader = DERReader(validity.span, limits: ReceiptLimits())
        do throws(FormatError) {
            for _ in 0..<2 {
                guard let tag = reader.nextTag else { return false }
                let content = try reader.element(tag)
                guard isWellFormed(validity.dropFirst(content.lowerBound).prefix(content.count), tag) else {
                    return false
                }
            }
            try reader.finish()
            return true
        } catch {
            return false
        }
    }

    private static func isWellFormed(_ time: ArraySlice<UInt8>, _ tag: DERTag) -> Bool {
        var rest = time
        guard let year = year(&rest, tag), year >= 1,
            let month = pair(&rest), (1...12).contains(month),
            let day = pair(&rest), day >= 1, day <= CivilCalendar.days(inMonth: month, of: year),
            let hour = pair(&rest), hour <= 23,
            let minute = pair(&rest), minute <= 59,
            let second = pair(&rest), second <= 59
        else { return false }
        return rest.elementsEqual([UInt8(ascii: "Z")])
    }

    private static func year(_ rest: inout ArraySlice<UInt8>, _ tag: DERTag) -> Int64? {
        guard let first = pair(&rest) else { return nil }
        switch tag {
        case utcTime: return first + (first < 50 ? 2_000 : 1_900)
        case generalizedTime: return pair(&rest).map { first * 100 + $0 }
        default: return nil
        }
    }

    /// The number in the next two digits.
    private static func pair(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let tens = rest.popFirst(), let ones = rest.popFirst(),
            (0x30...0x39).contains(tens), (0x30...0x39).contains(ones)
        else { return nil }
        return Int64(tens - 0x30) * 10 + Int64(ones - 0x30)
    }
}
