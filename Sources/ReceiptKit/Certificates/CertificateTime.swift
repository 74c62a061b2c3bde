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

    /// Whether these are the content bytes of a Validity, and both times are times of the calendar.
    static func areWellFormed(inValidity validity: ArraySlice<UInt8>) -> Bool {
        var reader = DERReader(validity.span, limits: ReceiptLimits())
        do throws(FormatError) {
            for _ in 0..<2 {
                guard let tag = reader.nextTag, tag == utcTime || tag == generalizedTime else { return false }
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

    /// Whether it is a date of the calendar once it is written as one of a receipt: `YYYY-MM-DDThh:mm:ssZ`.
    private static func isWellFormed(_ time: ArraySlice<UInt8>, _ tag: DERTag) -> Bool {
        guard let first = time.first, time.count == (tag == utcTime ? 13 : 15) else { return false }
        var text: [UInt8] = []
        text.reserveCapacity(20)
        if tag == utcTime { text += (first < UInt8(ascii: "5") ? "20" : "19").utf8 }
        text += time
        for (place, character) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] {
            text.insert(contentsOf: character.utf8, at: place)
        }
        let whole = text[...]
        return Timestamp.parse(whole.span, years: 1...9999) != nil
    }
}
