import Foundation
import ReceiptFields
import TestSupport
import Testing

@Suite("PAY-08, TIM-07 dates")
struct DateTests {
    private static func parse(_ text: [UInt8]) -> Date? {
        let all = text[...]
        return Timestamp.parse(all.span)
    }

    static let goodTexts: [String] = [
        "2024-03-01T12:00:00Z", "2008-01-01T00:00:00Z", "4001-01-01T00:00:00Z", "4001-12-31T23:59:59Z",
        "2024-02-29T23:59:59Z", "2400-02-29T00:00:00Z", "2023-02-28T00:00:00Z",
        "2020-10-08T11:17:49.131Z", "2020-10-08T11:17:49.1Z", "2020-10-08T11:17:49.000000001Z",
        "2020-10-08T11:17:49.999999999Z", "2020-10-08T11:17:49.0Z", "2020-07-22T18:33:15+0100",
        "2020-07-22T18:33:15-0330", "2020-07-22T18:33:15+01:00", "2020-07-22T18:33:15-03:30",
        "2020-10-16T14:29:30.5+0300", "4001-01-01T02:00:00+0200", "2020-07-22T18:33:15+0000",
        "2020-07-22T18:33:15-00:00", "2020-12-31T23:59:59-2359", "2021-01-01T00:00:00+2359", "2020-01-31T00:00:00Z",
        "2020-04-30T00:00:00Z", "2020-06-30T00:00:00Z", "2020-09-30T00:00:00Z", "2020-11-30T00:00:00Z",
        "2008-01-01T00:00:00+2359",
    ]

    @Test("Accepted, to the instant", arguments: goodTexts)
    func accepted(_ text: String) throws {
        let payload = SampleSet.receipt.replacing(12, TLV.ia5(text)).encoding
        #expect(try AppReceipt(payload: payload).creationDate == Oracle.instant(text))
        #expect(
            try AppReceipt.creationDate(in: payload[...], limits: ReceiptLimits(), spent: DERReader.Spent())
                == Oracle.instant(text))
    }

    static let badTexts: [String] = [
        "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2024-04-31T00:00:00Z",
        "2024-06-31T00:00:00Z", "2024-09-31T00:00:00Z", "2024-11-31T00:00:00Z", "2024-01-32T00:00:00Z",
        "2024-00-10T00:00:00Z", "2024-13-10T00:00:00Z", "2024-01-00T00:00:00Z", "2024-03-01T24:00:00Z",
        "2024-03-01T23:60:00Z", "2024-03-01T23:59:60Z", "2016-12-31T23:59:60Z", "2024-03-01T12:00:00+9999",
        "2024-03-01T12:00:00+99:99", "2024-03-01T12:00:00+2400", "2024-03-01T12:00:00+0060", "0000-03-01T12:00:00Z",
        "2007-12-31T23:59:59Z", "2000-02-29T00:00:00Z", "4002-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
        "99999-01-01T00:00:00Z", "-2024-03-01T12:00:00Z", "+2024-03-01T12:00:00Z", "2024-03-01T12:00:00Zgarbage",
        "2024-03-01T12:00:00Z ", "2024-03-01T12:00:00Z\0", "2024-03-01T12:00:00ZZ", " 2024-03-01T12:00:00Z",
        "2024-03-01 12:00:00Z", "2024-03-01t12:00:00Z", "2024-03-01T12:00:00z", "2024-03-01T12:00:00",
        "2024-03-01T12:00:00.Z", "2024-03-01T12:00:00.1234567890Z", "2024-03-01T12:00:00,5Z", "2024-03-01T12:00Z",
        "2024-03-01", "2024-03-01T12:00:00+01", "2024-03-01T12:00:00+1:00", "2024-03-01T12:00:00+01:0",
        "2024-03-01T12:00:00+01::00", "2024-03-01T12:00:00 +0100", "2024-03-01T12:00:00GMT", "2024-3-01T12:00:00Z",
        "2024-03-1T12:00:00Z", "24-03-01T12:00:00Z", "20240301T120000Z", "2024-03-01T1a:00:00Z", "2024/03/01T12:00:00Z",
        "2024-03-01T12.00.00Z", "2024-03-01T12:00:-1Z", "2024-03-01T12:00:00+-100", "٢٠٢٤-03-01T12:00:00Z",
        "2024-03-01T12:00:0٠Z", "２０２４-03-01T12:00:00Z", "1709294400", "Z", "2024-W09-5T12:00:00Z",
        "2024-061T12:00:00Z", "2024-03-01T12:00:00.5", "2024-03-01T12:00:00.5.5Z", "2024-03-01T12:00:00+01000",
        "2024-03-01T12:00:00.000000000000000000000000000Z",
    ]

    @Test("Refused", arguments: badTexts)
    func refused(_ text: String) {
        let set = SampleSet.receipt.replacing(12, TLV.ia5(text))
        let error = FormatError(
            .invalidDate(Array(text.utf8.prefix(64))), path: FieldPath.receipt(.creationDate),
            offset: set.valueStart(set.index(of: 12)))
        #expect(throws: error) { try AppReceipt(payload: set.encoding) }
        #expect(throws: error) {
            try AppReceipt.creationDate(in: set.encoding[...], limits: ReceiptLimits(), spent: DERReader.Spent())
        }
    }

    @Test(
        "PAY-08 a date at the ends of the years that the offset or the rounding carries over is written in JSON",
        arguments: [
            ("2008-01-01T00:00:00+2359", "2007-12-31T00:01:00Z"), ("4001-12-31T23:59:59-2359", "4002-01-01T23:58:59Z"),
            ("4001-12-31T23:59:59.999500000Z", "4002-01-01T00:00:00Z"),
        ])
    func writtenInJSON(_ text: String, _ written: String) throws {
        let receipt = try AppReceipt(payload: SampleSet.receipt.replacing(21, TLV.ia5(text)).encoding)
        let json = try JSONEncoder().encode(receipt)
        #expect(String(decoding: json, as: UTF8.self).contains("\"expirationDate\":\"\(written)\""))
    }

    @Test("Evidence is cut to 64 bytes")
    func longEvidence() {
        let text = String(repeating: "2", count: 5_000)
        let set = SampleSet.receipt.replacing(12, TLV.ia5(text))
        let reason = FormatError.Reason.invalidDate([UInt8](repeating: 0x32, count: 64))
        #expect(throws: FormatError(reason, path: FieldPath.receipt(.creationDate), offset: set.valueStart(9))) {
            try AppReceipt(payload: set.encoding)
        }
    }

    @Test("A well-formed date with any one character replaced, taken out or doubled is another date or none")
    func oneCharacter() {
        let text = Array("2024-02-29T12:30:45Z".utf8)
        let isSafe = { (date: Date?) in date.map { $0.timeIntervalSince1970 > 1_199_000_000 } ?? true }
        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var copy = text
                copy[index] = byte
                let date = Self.parse(copy)
                if byte < 0x30 || byte > 0x39 { #expect((date == nil) == (copy != text)) }
                if let date { #expect(date == Oracle.instant(String(decoding: copy, as: UTF8.self))) }
                #expect(isSafe(date))
            }
            var shorter = text
            shorter.remove(at: index)
            #expect(Self.parse(shorter) == nil)
            var longer = text
            longer.insert(text[index], at: index)
            #expect(Self.parse(longer) == nil)
        }
    }

    @Test("Every last and first day of a month, read and written", arguments: [2008...2110, 2395...2405, 3990...4001])
    func calendar(_ years: ClosedRange<Int>) {
        for year in years {
            for month in 1...12 {
                for day in [1, 28, Oracle.days(inMonth: month, of: year)] {
                    let digits = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
                    let text = "\(year)-\(digits(month))-\(digits(day))T23:59:59Z"
                    let expected = Date(
                        timeIntervalSince1970: Double(Oracle.days(to: year, month, day) * 86_400 + 86_399))
                    #expect(Self.parse(Array(text.utf8)) == expected)
                    #expect(Timestamp.string(expected) == text)
                }
                let beyond =
                    "\(year)-\(month < 10 ? "0" : "")\(month)-\(Oracle.days(inMonth: month, of: year) + 1)T00:00:00Z"
                #expect(Self.parse(Array(beyond.utf8)) == nil)
            }
        }
    }

    @Test("Thousands of instants are written as Foundation writes them, and read back")
    func roundTrip() throws {
        let formatter = ISO8601DateFormatter()
        var random = SeededGenerator(seed: 8)
        for _ in 0..<repetitions(4_000, sample: 400) {
            let seconds = Int64.random(in: 1_199_145_600..<64_092_211_200, using: &random)
            let date = Date(timeIntervalSince1970: Double(seconds))
            let text = Timestamp.string(date)
            #expect(text == formatter.string(from: date))
            #expect(Self.parse(Array(text.utf8)) == date)
            let milliseconds = Int64.random(in: 1...999, using: &random)
            let later = Date(timeIntervalSince1970: (Double(seconds) * 1_000 + Double(milliseconds)) / 1_000)
            let precise = Timestamp.string(later)
            #expect(precise.utf8.count == 24)
            let read = try #require(Self.parse(Array(precise.utf8)))
            #expect(abs(read.timeIntervalSince(later)) < 0.000_1)
        }
    }

    @Test("Instants before 2008 are written too, back to year 1")
    func earlyYears() {
        for year in [1, 4, 100, 400, 1582, 1600, 1900, 1969, 1970, 1999, 2000, 9999] {
            for (month, day) in [(1, 1), (2, 28), (3, 1), (12, 31)] {
                let pad = { (number: Int, width: Int) in
                    String(repeating: "0", count: width - String(number).count) + String(number)
                }
                let date = Date(timeIntervalSince1970: Double(Oracle.days(to: year, month, day) * 86_400 + 3_661))
                #expect(Timestamp.string(date) == "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T01:01:01Z")
            }
        }
    }

    @Test(
        "TIM-08 no instant traps",
        arguments: [
            (-62_135_596_800, "0001-01-01T00:00:00Z"), (-62_135_596_800.001, "no date"),
            (253_402_300_799, "9999-12-31T23:59:59Z"), (253_402_300_799.25, "9999-12-31T23:59:59.250Z"),
            (253_402_300_799.999_9, "no date"), (253_402_300_800, "no date"),
            (1e300, "no date"), (-1e300, "no date"), (-62_135_769_600, "no date"),
            (Double.infinity, "no date"), (-Double.infinity, "no date"),
            (0, "1970-01-01T00:00:00Z"), (-0.001, "1969-12-31T23:59:59.999Z"), (-0.000_1, "1970-01-01T00:00:00Z"),
            (0.999_9, "1970-01-01T00:00:01Z"), (0.5, "1970-01-01T00:00:00.500Z"),
        ] as [(Double, String)])
    func extremes(_ seconds: Double, _ text: String) {
        #expect(Timestamp.string(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test("TIM-08 not a number, and the ends of Date")
    func notANumber() {
        #expect(Timestamp.string(Date(timeIntervalSince1970: .nan)) == "no date")
        for date in [Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude)] {
            #expect(!Timestamp.string(date).isEmpty)
        }
        #expect(Timestamp.string(.distantFuture) == "4001-01-01T00:00:00Z")
    }
}
