import ReceiptReports
import TestSupport
import Testing

@Suite("The demands of a policy, as options")
struct PolicyDemandTests {
    @Test("Each demand is an option that decides the verdict", arguments: PolicyDemandCase.all)
    func effect(_ demand: PolicyDemandCase) throws {
        var files = try demand.certificates
        files["x"] = try Fixtures.file(demand.file)
        let result = try Receipt.run(
            ["verify", "x", "--format", "json", "--at", demand.time] + demand.arguments, files: files)
        #expect(try result.object.errorCode ?? "" == demand.code, "\(result.output) \(result.errors)")
    }

    @Test("Each demand has a test case, and an option with its help")
    func all() throws {
        #expect(PolicyDemandCase.all.map(\.option).sorted() == PolicyDemand.all.map(\.option).sorted())
        let help = String(decoding: try Receipt.run(["help", "verify"]).output, as: UTF8.self)
        for demand in PolicyDemand.all {
            let value = demand.valueName.map { " <\($0)>" } ?? ""
            #expect(help.words.contains("--\(demand.option)\(value) \(demand.help)"), "\(demand.option)")
        }
    }
}

extension String {
    /// The text with line breaks replaced by single spaces.
    fileprivate var words: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
