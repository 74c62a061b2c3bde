import Foundation
import ReceiptReports
import TestSupport
import Testing

@Suite("The demands of a policy, as members of its JSON")
struct PolicyDemandTests {
    @Test("Each demand is a member that decides the verdict", arguments: PolicyDemandCase.all)
    func effect(_ demand: PolicyDemandCase) throws {
        let time = try Date(demand.time, strategy: .iso8601)
        let answer = try Library(demand.policy).verify(try Fixtures.file(demand.file), at: time)
        let expected = demand.code.isEmpty ? #"{"verdict":"verified""# : #""code":"\#(demand.code)""#
        #expect(answer.contains(expected), "\(answer)")
    }

    @Test("There is a case for each demand, and the header and the Python package name each member")
    func all() throws {
        #expect(PolicyDemandCase.all.map(\.option).sorted() == PolicyDemand.all.map(\.option).sorted())
        let bindings = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Bindings")
        for file in ["C/receiptkit.h", "Python/src/receiptkit/verifier.py"] {
            let text = try String(contentsOf: bindings.appendingPathComponent(file), encoding: .utf8)
            for demand in PolicyDemand.all {
                #expect(text.contains("\"\(demand.member.name)\""), "\(file) \(demand.member.name)")
            }
        }
    }
}
