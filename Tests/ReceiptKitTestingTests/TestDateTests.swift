import Foundation
import ReceiptKitTesting
import Testing

@Suite struct TestDateTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2000-02-29T23:59:59Z", 951_868_799), ("2024-05-01T12:00:00Z", 1_714_564_800),
        ("1969-12-31T23:59:59Z", -1), ("4001-01-01T00:00:00Z", 64_092_211_200),
        ("0000-03-01T00:00:00Z", -62_162_035_200),
        // Values that don't fit in 32 bits, on either side.
        ("2038-01-19T03:14:08Z", 2_147_483_648), ("1901-12-13T20:45:51Z", -2_147_483_649),
    ])
    func secondsAndTextAgree(text: String, seconds: Double) {
        #expect(TestDate.parse(text) == Date(timeIntervalSince1970: seconds))
        #expect(TestDate.receipt(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test func everyDayOfFourCenturiesComesBack() {
        var wrong = 0
        for day in Int64(-141_000)..<141_000 {
            let time = CivilTime(secondsSince1970: day * 86400 + 3723)
            if time.secondsSince1970 != day * 86400 + 3723 { wrong += 1 }
            if !(1...CivilTime.days(inMonth: time.month, of: time.year)).contains(time.day) { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: [
        (180, "2020-10-16T14:29:30+0300"), (-210, "2020-10-16T07:59:30-0330"), (0, "2020-10-16T11:29:30+0000"),
    ])
    func localTimeHasAnOffsetWithoutColon(offset: Int, expected: String) {
        #expect(TestDate.receipt(.utc(2020, 10, 16, 11, 29, 30), offsetMinutes: offset) == expected)
    }

    @Test(arguments: [
        (Date.utc(2035, 1, 1), "170d3335303130313030303030305a"),
        (Date.utc(2049, 12, 31, 23, 59, 59), "170d3439313233313233353935395a"),
        (Date.utc(2050, 1, 1), "180f32303530303130313030303030305a"),
        (Date.utc(1950, 1, 1), "170d3530303130313030303030305a"),
    ])
    func certificatesUseUTCTimeUntil2049(date: Date, expected: String) {
        #expect(TestDate.certificate(date) == hex(expected))
    }

    @Test(arguments: [
        ("2024-05-01T14:00:00+02:00", Date.utc(2024, 5, 1, 12)),
        ("2024-05-01T12:00:00.999Z", Date(timeIntervalSince1970: 1_714_564_800.999)),
        ("2024-05-01T12:00:00.123456789Z", Date(timeIntervalSince1970: 1_714_564_800.123456789)),
        ("2024-02-29T00:00:00-01:30", Date.utc(2024, 2, 29, 1, 30)),
    ])
    func reading(text: String, expected: Date) {
        #expect(TestDate.parse(text) == expected)
    }

    @Test(arguments: [
        "", "2024-05-01", "2024-05-01T12:00:00", "2024-02-30T12:00:00Z", "2023-02-29T12:00:00Z", "2024-13-01T12:00:00Z",
        "2024-05-01T24:00:00Z", "2024-05-01T12:60:00Z", "2024-05-01T12:00:60Z", "2024-05-01T12:00:00Z ",
        "2024-05-01t12:00:00z", "2024-05-01T12:00:00.Z", "2024-05-01T12:00:00.1234567890Z", "2024-05-01T12:00:00+0200",
        "2024-05-01T12:00:00+24:00",
    ])
    func refusing(text: String) {
        #expect(TestDate.parse(text) == nil)
    }

    @Test(arguments: [
        (0.25, "2024-05-01T12:00:00.250Z"), (0.0004, "2024-05-01T12:00:00Z"), (0.9996, "2024-05-01T12:00:00.999Z"),
    ])
    func fractions(seconds: Double, expected: String) {
        #expect(TestDate.receipt(Date.utc(2024, 5, 1, 12).addingTimeInterval(seconds)) == expected)
    }

    @Test func datesBeyondTheCalendarAreHeldWithinIt() {
        #expect(TestDate.receipt(Date(timeIntervalSince1970: .infinity)) == "9999-12-31T23:59:59Z")
        #expect(TestDate.receipt(Date(timeIntervalSince1970: -.infinity)) == "0000-01-01T00:00:00Z")
        #expect(TestDate.receipt(Date(timeIntervalSince1970: .nan)) == "1970-01-01T00:00:00Z")
    }

    @Test func monthsFromThe31stComeBackToThe31st() {
        let start = Date.utc(2024, 1, 31, 8)
        let dates = (0...4).map { TestDate.receipt(TestPeriod.months(1).date(after: start, periods: $0)).prefix(10) }
        #expect(dates == ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30", "2024-05-31"])
        #expect(TestPeriod.years(1).date(after: .utc(2024, 2, 29)) == .utc(2025, 2, 28))
        #expect(TestPeriod.weeks(2).date(after: start) == .utc(2024, 2, 14, 8))
        #expect(TestPeriod.days(3).date(after: start) == .utc(2024, 2, 3, 8))
    }

    @Test func aPeriodMayBeACentury() {
        let start = Date.utc(2001, 1, 1)
        #expect(TestPeriod.days(36_524).date(after: start) == .utc(2101, 1, 1))
        #expect(TestPeriod.weeks(5_218).date(after: start, periods: 4) == .utc(2401, 1, 8))
        #expect(TestPeriod.months(1).date(after: start, periods: 1_200) == .utc(2101, 1, 1))
        #expect(TestPeriod.years(400).date(after: start) == .utc(2401, 1, 1))
    }
}
