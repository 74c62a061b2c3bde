import AppleVerifyReceipt
import Foundation
import Testing

@Suite("verifyReceipt: Los Angeles")
struct LosAngelesTests {
    @Test("The rule agrees with the time zone database, at and around each clock change until 2037")
    func changes() throws {
        let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        var date = Date(timeIntervalSince1970: 1_199_145_600)  // 2008
        var changes = 0
        while let change = zone.nextDaylightSavingTimeTransition(after: date),
            change.timeIntervalSince1970 < 2_145_000_000
        {
            for seconds in [-86_400, -3_601, -3_600, -1, 0, 1, 3_599, 3_600, 86_400] {
                let moment = change.addingTimeInterval(Double(seconds))
                #expect(
                    LosAngeles.offset(at: Int64(moment.timeIntervalSince1970)) == zone.secondsFromGMT(for: moment),
                    "\(moment)")
            }
            date = change
            changes += 1
        }
        #expect(changes == 60)
    }

    @Test("and on every day of thirty years")
    func days() throws {
        let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        for day in 13_880..<24_800 {
            let seconds = Int64(day) * 86_400 + Int64(day % 24) * 3_600
            let moment = Date(timeIntervalSince1970: Double(seconds))
            #expect(LosAngeles.offset(at: seconds) == zone.secondsFromGMT(for: moment), "\(moment)")
        }
    }
}
